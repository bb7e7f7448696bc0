import { cutSms, plainSms, shortened } from '@stowage/domain/sms-text'
import type { Money } from '@stowage/domain/money'
import { formatMoney, formatShortDay, formatShortInstant } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import { smsTexts } from '@stowage/texts/sms/index.ts'
import type { SmsKind } from './sms-kinds.ts'

interface Place {
  readonly box: string
  readonly site: string
}
interface Moment {
  readonly at: string
  readonly timeZone: string
}

/** What each kind says. */
export interface SmsData {
  readonly boxLeftOpen: Place & Moment
  readonly reservationEnding: Place & Moment
  readonly debitDeclined: Place & { readonly amount: Money }
  readonly accessClosing: Place & { readonly amount: Money; readonly day: string }
  readonly callBackAsked: { readonly phone: string }
  readonly numberCode: { readonly code: string }
}
export type SmsWords<K extends SmsKind = SmsKind> = { readonly brand: string } & SmsData[K]

/** What is put into a sentence is as long as that at most: with them each sentence is two segments in each language (a test asks). */
const LONGEST = { brand: 16, site: 16, box: 10 } as const

type Said = Readonly<Record<string, string>>
/**
 * A site that is called by the brand and its place is known by its place: the brand begins the sentence. So is one whose whole name is
 * too long.
 */
const place = ({ brand, box, site }: Place & { readonly brand: string }): Said => {
  const own = site.startsWith(brand) ? site.slice(brand.length).replace(/^[\s,.:–—-]+/u, '') : ''
  const last = site.length > LONGEST.site ? (site.split(', ').at(-1) ?? '') : ''
  return {
    box: shortened(box, LONGEST.box),
    site: shortened([own, last, site].find((name) => name !== '') ?? '', LONGEST.site),
  }
}

const values: { readonly [K in SmsKind]: (words: SmsWords<K>, language: Language) => Said } = {
  boxLeftOpen: ({ at, timeZone, ...where }, language) => ({
    ...place(where),
    time: formatShortInstant(at, timeZone, language),
  }),
  reservationEnding: ({ at, timeZone, ...where }, language) => ({
    ...place(where),
    when: formatShortInstant(at, timeZone, language),
  }),
  debitDeclined: ({ amount, ...where }, language) => ({
    ...place(where),
    amount: formatMoney(amount, language),
  }),
  accessClosing: ({ amount, day, ...where }, language) => ({
    ...place(where),
    amount: formatMoney(amount, language),
    day: formatShortDay(day, language),
  }),
  callBackAsked: ({ phone }) => ({ phone }),
  numberCode: ({ code }) => ({ code }),
}

/** A short message in its reader's language, in the signs that every phone has. No link is in it: those are what swindlers send. */
export function writeSms<K extends SmsKind>(kind: K, words: SmsWords<K>, language: Language): string {
  const said = { brand: shortened(words.brand, LONGEST.brand), ...values[kind](words, language) }
  return cutSms(plainSms(smsTexts(language)(kind, said)))
}

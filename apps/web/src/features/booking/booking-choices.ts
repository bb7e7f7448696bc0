import * as z from 'zod/mini'
import { limits } from '@stowage/domain/limits'
import { durationChoices } from '@stowage/domain/booking-choices'

/**
 * What a person has chosen in the wizard beside stock, size and box, which stand in the address (specification 3, booking
 * draft). Kept for this tab, so that signing in, reloading and coming back from a failed payment lose nothing.
 */
const Choices = z.object({
  /** YYYY-MM-DD; null until chosen. */
  arrivalDate: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /** A tariff may offer longer terms than the rest; null or none of the stock's: the first of them. */
  durationMonths: z.int().check(z.gte(limits.booking.minMonths), z.lte(limits.tariff.months)),
  tariffId: z._default(z.nullable(z.string()), null),
  isPaymentForEntirePeriod: z.boolean(),
  withInsurance: z.boolean(),
  contactSource: z.string(),
  reason: z.string(),
  /** As typed, in units of the stock's currency. */
  valueOfGoods: z.string(),
  autoPayment: z.boolean(),
  /** Consent counts for the lease it was given to; for another text it is asked anew. */
  agreed: z.object({
    textHash: z.nullable(z.string()),
    documents: z.boolean(),
    isAdult: z.boolean(),
    name: z.string(),
  }),
  paymentMethod: z.nullable(z.enum(['none', 'paykeeper', 'bankTransfer', 'manual'])),
})
export type BookingChoices = z.output<typeof Choices>

const Kept = z.object({ owner: z.nullable(z.string()), choices: Choices })

export const noConsent: BookingChoices['agreed'] = {
  textHash: null,
  documents: false,
  isAdult: false,
  name: '',
}

export const freshChoices: BookingChoices = {
  arrivalDate: null,
  durationMonths: limits.booking.defaultMonths,
  tariffId: null,
  isPaymentForEntirePeriod: false,
  withInsurance: false,
  contactSource: '',
  reason: '',
  valueOfGoods: '',
  autoPayment: false,
  agreed: noConsent,
  paymentMethod: null,
}

const key = 'bookingChoices'

/** @param owner who is signed in, null for a visitor */
export function keepChoices(owner: string | null, choices: BookingChoices): void {
  // Nothing chosen is nothing to keep: it would only take the place of what somebody finds when he is back.
  if (choices === freshChoices) return
  sessionStorage.setItem(key, JSON.stringify({ owner, choices }))
}

/** What was kept, unless it is another person's: a visitor's choices go with who signs in, an account's with nobody else. */
export function keptChoices(owner: string | null | undefined): BookingChoices | null {
  try {
    const kept = z.safeParse(Kept, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    if (!kept.success) return null
    const isMine = kept.data.owner === null || owner === undefined || kept.data.owner === owner
    return isMine ? kept.data.choices : null
  } catch {
    return null
  }
}

/** Choices in the hand, and whose they are; undefined while nobody is known yet. */
export interface HeldChoices {
  readonly owner: string | null | undefined
  readonly choices: BookingChoices
}

/**
 * What is in the hand once somebody else is signed in, or nobody: a visitor's choices go with who signs in; those of an
 * account (a typed name is among them) stay with it.
 */
export function choicesFor(held: HeldChoices, owner: string | null): HeldChoices {
  if (held.owner === owner) return held
  if (held.owner === null && held.choices !== freshChoices) return { owner, choices: held.choices }
  return { owner, choices: keptChoices(owner) ?? freshChoices }
}

export function forgetChoices(): void {
  sessionStorage.removeItem(key)
}

/** The invoicing period that follows: the whole duration where all is paid at once, else a month (specification 4). */
export function invoicingPeriod({ durationMonths, isPaymentForEntirePeriod }: BookingChoices): number {
  return isPaymentForEntirePeriod ? durationMonths : 1
}

/** The choices as a stock allows them: another stock may have a shorter longest term, and days go by. */
export function fitChoices(
  choices: BookingChoices,
  stock: { maxContractDuration: number; hasTariffs: boolean },
  window: { first: string; last: string },
): BookingChoices {
  const longest = Math.max(...durationChoices(stock.maxContractDuration), limits.booking.minMonths)
  const { arrivalDate } = choices
  const isOffered = arrivalDate !== null && arrivalDate >= window.first && arrivalDate <= window.last
  // Under a tariff the server says which of its terms is the nearest.
  const durationMonths = stock.hasTariffs ? choices.durationMonths : Math.min(choices.durationMonths, longest)
  return {
    ...choices,
    tariffId: stock.hasTariffs ? choices.tariffId : null,
    arrivalDate: isOffered ? arrivalDate : null,
    durationMonths,
    isPaymentForEntirePeriod: choices.isPaymentForEntirePeriod && durationMonths > 1 && !stock.hasTariffs,
  }
}

/** Minor units of what was typed as "1 500,50"; null for nothing, undefined for what is no amount. */
export function minorOf(typed: string): number | null | undefined {
  const plain = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (plain === '') return null
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return undefined
  return Math.round(Number(plain) * 100)
}

import { money } from '@stowage/domain/money'
import { MOST_SEGMENTS, sizeOfSms } from '@stowage/domain/sms-text'
import { languages, type Language } from '@stowage/texts/language.ts'
import { smsTexts } from '@stowage/texts/sms/index.ts'
import { expect, test } from 'vitest'
import { previewsOf } from './preview-sms.ts'
import { smsKinds, type SmsKind } from './sms-kinds.ts'
import { writeSms } from './write-sms.ts'

/** As long as anybody may have typed them, and figures of a year's rent. */
const where = {
  box: 'Ж'.repeat(30),
  site: 'Щ'.repeat(254),
  timeZone: 'Europe/Moscow',
}
const at = '2026-09-28T20:59:00Z'
const [brand, amount] = ['Ы'.repeat(60), money(987_654_321, 'RUB')]
const longest = (language: Language): Readonly<Record<SmsKind, string>> => ({
  boxLeftOpen: writeSms('boxLeftOpen', { brand, ...where, at }, language),
  reservationEnding: writeSms('reservationEnding', { brand, ...where, at }, language),
  debitDeclined: writeSms('debitDeclined', { brand, ...where, amount }, language),
  accessClosing: writeSms('accessClosing', { brand, ...where, amount, day: '2026-09-28' }, language),
  callBackAsked: writeSms('callBackAsked', { brand, phone: '+7 (916) 123-45' }, language),
  numberCode: writeSms('numberCode', { brand, code: '987654' }, language),
})

test.each(languages.flatMap((language) => smsKinds.map((kind) => [language, kind] as const)))(
  '%s: %s is two segments with the longest names, and nothing of it is cut off',
  (language, kind) => {
    const text = longest(language)[kind]
    expect(sizeOfSms(text).segments).toBeLessThanOrEqual(MOST_SEGMENTS)
    // What stands last in the sentence stands last in the message.
    const { end } = /(?<end>[^{}]*)$/.exec(smsTexts(language)(kind, marks))?.groups ?? {}
    expect(text.endsWith((end ?? '').trim())).toBe(true)
  },
)

const marks = Object.fromEntries(
  ['brand', 'box', 'site', 'time', 'when', 'amount', 'day', 'phone', 'code'].map((name) => [name, '{}']),
)

test('a site that begins with the brand is called by its place', () => {
  const at = {
    box: 'YA108',
    site: 'Тихий склад, Пресня',
    at: '2026-11-22T10:00:00Z',
    timeZone: 'Europe/Moscow',
  }
  expect(writeSms('boxLeftOpen', { brand: 'Тихий склад', ...at }, 'ru')).toBe(
    'Тихий склад: бокс YA108 (Пресня) открыт с 22 ноября, 13:00. Закройте его или позвоните нам.',
  )
})

test('what somebody typed cannot make a line or a link of its own', () => {
  const at = { box: 'A\r\nB', site: 'x\u202egpj.exe', at: '2026-11-22T10:00:00Z', timeZone: 'UTC' }
  const text = writeSms('boxLeftOpen', { brand: 'Brand\u0000', ...at }, 'en')
  expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
})

test.each(languages)('%s: every kind has a preview with what it costs', (language) => {
  const previews = previewsOf(language)
  expect(previews.map(({ kind }) => kind)).toEqual(smsKinds)
  for (const { segments, units } of previews) {
    expect(segments).toBeGreaterThan(0)
    expect(segments).toBeLessThanOrEqual(MOST_SEGMENTS)
    expect(units).toBeGreaterThan(20)
  }
})

import { expect, test } from 'vitest'
import {
  countryName,
  formatDay,
  formatIban,
  formatInstant,
  formatLongDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatShortInstant,
  formatSize,
} from './format.ts'
import { isLanguage, languages, localeOf } from './language.ts'

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

test.each([
  ['ru', '7 776,00 ₽', '−0,05 €', '1 234 567,89 zł'],
  ['en', '₽7,776.00', '−€0.05', 'zł 1,234,567.89'],
  ['de', '7.776,00 ₽', '−0,05 €', '1.234.567,89 zł'],
  ['pl', '7 776,00 ₽', '−0,05 €', '1 234 567,89 zł'],
] as const)(
  'money in %s: cents always, a true minus, grouped from a thousand on',
  (language, rouble, euro, zloty) => {
    expect(plain(formatMoney({ amount: 777_600, currency: 'RUB' }, language))).toBe(rouble)
    expect(plain(formatMoney({ amount: -5, currency: 'EUR' }, language))).toBe(euro)
    expect(plain(formatMoney({ amount: 123_456_789, currency: 'PLN' }, language))).toBe(zloty)
  },
)

test('no amount breaks between figure and sign', () => {
  for (const language of languages)
    expect(formatMoney({ amount: 123_456_789, currency: 'RUB' }, language)).not.toContain(' ')
})

test('figures, percents and sizes', () => {
  expect(formatNumber(6.5, 'de')).toBe('6,5')
  expect(plain(formatPercent(19, 'de'))).toBe('19 %')
  expect(formatPercent(0.5, 'en')).toBe('0.5%')
  expect(plain(formatPercent(8.1, 'ru'))).toBe('8,1 %')
  expect(plain(formatSize(7.5, 'm2', 'ru'))).toBe('7,5 м²')
  expect(plain(formatSize(3, 'm3', 'pl'))).toBe('3 m³')
})

test('a day is that day in every time zone of the machine', () => {
  expect(formatDay('2026-12-14', 'ru')).toBe('14.12.2026')
  expect(formatDay('2026-12-14', 'en')).toBe('14/12/2026')
  expect(plain(formatLongDay('2026-12-14', 'ru'))).toBe('14 декабря 2026 года')
  expect(plain(formatLongDay('2026-12-14', 'de'))).toBe('14. Dezember 2026')
  expect(plain(formatShortDay('2027-01-01', 'pl'))).toBe('1 stycznia')
  expect(plain(formatShortDay('2027-01-01', 'en'))).toBe('1 January')
})

test('an instant is told by the clock of its place', () => {
  expect(formatInstant('2026-11-21T22:04:11Z', 'Europe/Berlin', 'de')).toBe('21.11.2026, 23:04')
  expect(formatInstant('2026-11-21T22:04:11Z', 'Europe/Moscow', 'ru')).toBe('22.11.2026, 01:04')
  expect(plain(formatShortInstant('2026-11-21T21:00:00Z', 'Europe/Moscow', 'ru'))).toBe('22 ноября, 00:00')
})

test('countries and accounts', () => {
  expect(countryName('DE', 'ru')).toBe('Германия')
  expect(countryName('Deutschland', 'ru')).toBe('Deutschland')
  expect(plain(formatIban('DE02120300000000202051'))).toBe('DE02 1203 0000 0000 2020 51')
})

test('languages', () => {
  expect(isLanguage('pl')).toBe(true)
  expect(isLanguage('fr')).toBe(false)
  expect(localeOf('en')).toBe('en-GB')
})

/**
 * Money, figures and days as the reader writes them, for mails and printed documents (look/theme.md, "Numbers"): always with
 * cents, no-break spaces inside, a true minus, an en dash for spans. No Temporal here, so that a browser may load it.
 */
import { localeOf, type Language } from './language.ts'

/** Shaped like the domain's Money: an integer of minor units and its currency. */
export interface MoneyValue {
  readonly amount: number
  readonly currency: string
}

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Making an Intl formatter costs far more than using it. */
function keep<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const found = kept.get(key) as T | undefined
  if (found) return found
  const made = make()
  kept.set(key, made)
  return made
}

const trueMinus = (text: string): string => text.replace(/-/g, '−')

/** 777600 RUB → "7 776,00 ₽"; minor units of all our currencies are hundredths. */
export function formatMoney(value: MoneyValue, language: Language): string {
  const locale = localeOf(language)
  const format = keep(
    `money ${locale} ${value.currency}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: value.currency,
        currencyDisplay: 'narrowSymbol',
        useGrouping: 'always',
      }),
  )
  return trueMinus(format.format(value.amount / 100))
}

/** 7776 → "7 776"; 6.5 → "6,5"; at most two decimals, only as many as there are. */
export function formatNumber(value: number, language: Language): string {
  const locale = localeOf(language)
  return trueMinus(
    keep(`number ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })).format(value),
  )
}

/** 4.2731 → "4,2731"; an exchange rate with all its decimals, six at most. */
export function formatRate(value: number, language: Language): string {
  const locale = localeOf(language)
  return keep(
    `rate ${locale}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
  ).format(value)
}

/** 19 → "19 %" with a no-break space, in English "19%"; up to two decimals. */
export function formatPercent(value: number, language: Language): string {
  const locale = localeOf(language)
  return trueMinus(
    keep(
      `percent ${locale}`,
      () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
    ).format(value / 100),
  )
}

export type SizeUnit = 'm2' | 'm3'

/** 7.5 m² → "7,5 m²", in Russian "7,5 м²". */
export function formatSize(size: number, unit: SizeUnit, language: Language): string {
  const metre = language === 'ru' ? 'м' : 'm'
  return `${formatNumber(size, language)}\u00a0${metre}${unit === 'm3' ? '³' : '²'}`
}

const utcDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** '2026-12-14' → "14.12.2026", in English "14/12/2026": for tables and forms. */
export function formatDay(day: string, language: Language): string {
  const locale = localeOf(language)
  return keep(
    `day ${locale}`,
    () =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
  ).format(utcDay(day))
}

/** '2026-12-14' → "14 декабря 2026 года", "14 December 2026": for sentences (Intl's "г." would end one with two full stops). */
export function formatLongDay(day: string, language: Language): string {
  const locale = localeOf(language)
  const text = keep(
    `long ${locale}`,
    () =>
      new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
  ).format(utcDay(day))
  return glue(text.replace(/\sг\.$/, '\u00a0года'))
}

/** '2026-12-14' → "14 декабря": for sentences in which the year goes without saying. */
export function formatShortDay(day: string, language: Language): string {
  const locale = localeOf(language)
  return glue(
    keep(
      `short ${locale}`,
      () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long' }),
    ).format(utcDay(day)),
  )
}

/** '2026-12' → "декабрь 2026", "December 2026": a month standing alone. */
export function formatMonth(month: string, language: Language): string {
  const locale = localeOf(language)
  const text = keep(
    `month ${locale}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  ).format(utcDay(`${month}-01`))
  return text.replace(/\sг\.$/, '')
}

/** The first space of a day does not break: "14" never ends a line alone. */
const glue = (day: string): string => day.replace(/^(\d+\.?) /, '$1\u00a0')

/** An ISO instant in a time zone → "14.12.2026, 10:00". */
export function formatInstant(instant: string, timeZone: string, language: Language): string {
  const locale = localeOf(language)
  return keep(
    `instant ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  ).format(new Date(instant))
}

/** An ISO instant in a time zone → "14 декабря, 10:00": for sentences. */
export function formatShortInstant(instant: string, timeZone: string, language: Language): string {
  const locale = localeOf(language)
  const day = keep(
    `short ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' }),
  ).format(new Date(instant))
  const time = keep(
    `time ${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ).format(new Date(instant))
  return `${glue(day)}, ${time}`
}

/** The name of a country by its code, "DE" → "Германия"; what is no country code comes back as it is. */
export function countryName(code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(code) ?? code
}

/** "DE02120300000000202051" → "DE02 1203 0000 0000 2020 51". */
export function formatIban(iban: string): string {
  return iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1\u00a0')
}

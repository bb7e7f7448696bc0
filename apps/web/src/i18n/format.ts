import { useMemo } from 'react'
import {
  formatDay,
  formatInstant,
  formatLongDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRate,
  formatShortDay,
  formatShortInstant,
  formatSize,
  countryName,
} from '@stowage/texts/format.ts'
import { localeOf, type Language } from '@stowage/texts'
import { useLanguage } from './language.tsx'

export interface MoneyValue {
  /** Minor units. */
  readonly amount: number
  readonly currency: string
}

const prices = new Map<string, Intl.NumberFormat>()

/** 777600 RUB → "7 776 ₽", 777650 RUB → "7 776,50 ₽": tiles, cards and prices show cents only where there are any. */
function formatPrice(value: MoneyValue, language: Language): string {
  const whole = value.amount % 100 === 0
  const key = `${language} ${value.currency} ${whole}`
  let format = prices.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: value.currency,
      currencyDisplay: 'narrowSymbol',
      useGrouping: 'always',
      ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
    })
    // Making one costs far more than using it.
    prices.set(key, format)
  }
  return format.format(value.amount / 100).replace(/-/g, '−')
}

const NEAR_MS = 300 * 24 * 3600 * 1000

/** Of these the year goes without saying: no day of another year that is nearer has the same name. */
const isNear = (instant: string): boolean => Math.abs(Date.now() - Date.parse(instant)) < NEAR_MS

/** Money, figures and days as the reader writes them. */
export function useFormat() {
  const { language } = useLanguage()
  return useMemo(
    () => ({
      /** Always with cents: documents, tables. */
      money: (value: MoneyValue) => formatMoney(value, language),
      /** Of a money field: 119,00. */
      amount: (minor: number) => (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ','),
      price: (value: MoneyValue) => formatPrice(value, language),
      number: (value: number) => formatNumber(value, language),
      rate: (value: number) => formatRate(value, language),
      percent: (value: number) => formatPercent(value, language),
      size: (size: number, unit: 'm2' | 'm3' = 'm2') => formatSize(size, unit, language),
      /** 14.11.2026 */
      day: (day: string) => formatDay(day, language),
      /** 14 ноября 2026 г. */
      longDay: (day: string) => formatLongDay(day, language),
      /** 14 ноября */
      shortDay: (day: string) => formatShortDay(day, language),
      /** ноябрь 2026 */
      month: (month: string) => formatMonth(month, language),
      instant: (instant: string, timeZone: string) => formatInstant(instant, timeZone, language),
      /** 14 ноября, 10:00; of another year 14.11.2025, 10:00 */
      shortInstant: (instant: string, timeZone: string) =>
        isNear(instant)
          ? formatShortInstant(instant, timeZone, language)
          : formatInstant(instant, timeZone, language),
      country: (code: string) => countryName(code, language),
    }),
    [language],
  )
}

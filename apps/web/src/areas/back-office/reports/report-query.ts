import {
  moneyGrains,
  reportGrains,
  reportNames,
  type ReportGrain,
  type ReportName,
} from '@stowage/api/report-words'
import { addDays, addMonths } from '../../../ui/index.ts'

/** By what the rows of a report stand together. */
export const reportSides = ['time', 'stock', 'size', 'rate', 'length'] as const
export type ReportSide = (typeof reportSides)[number]
const currencies = ['EUR', 'USD', 'RUB', 'PLN'] as const

/** What may be chosen of a report; what is not named here is not asked and not shown. */
export interface ReportFilters {
  /** `days`: any; `months`: whole ones; `day`: now or the end of a past day; null: it is about now. */
  readonly period: 'days' | 'months' | 'day' | null
  readonly sides: readonly ReportSide[]
  readonly hasCurrency: boolean
}
export const filtersOf: Readonly<Record<ReportName, ReportFilters>> = {
  occupancy: { period: 'days', sides: ['time', 'stock', 'size'], hasCurrency: false },
  moves: { period: 'days', sides: ['time', 'stock'], hasCurrency: false },
  stays: { period: 'days', sides: ['length', 'stock'], hasCurrency: false },
  demand: { period: 'days', sides: ['time', 'stock', 'size'], hasCurrency: false },
  prices: { period: null, sides: ['stock', 'size'], hasCurrency: true },
  'rent-roll': { period: null, sides: [], hasCurrency: true },
  revenue: { period: 'months', sides: ['time', 'stock'], hasCurrency: true },
  'aged-debt': { period: 'day', sides: [], hasCurrency: true },
  deposits: { period: 'months', sides: ['time', 'stock'], hasCurrency: true },
  vat: { period: 'months', sides: ['rate', 'time'], hasCurrency: true },
}

/** What stands in the address; it may have been typed by hand. */
export interface ReportGiven {
  readonly report?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly on?: string | undefined
  readonly grain?: string | undefined
  readonly stocks?: string | undefined
  readonly currency?: string | undefined
  readonly by?: string | undefined
  readonly page?: string | undefined
}

/** What of it means something. */
export interface ReportWanted {
  readonly report: ReportName
  readonly from: string
  readonly to: string
  /** The past day that a report about one day is of; null: now. */
  readonly on: string | null
  /** null: as suits the period. */
  readonly grain: ReportGrain | null
  readonly stockIds: readonly string[]
  readonly currency: (typeof currencies)[number] | null
  readonly by: ReportSide
  readonly page: number
}

const DAY = /^(19|2\d)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** A day that no month has is the server's to refuse; one of another form would be a chosen day that nobody chose. */
const dayOf = (text: string | undefined): string | undefined =>
  text !== undefined && DAY.test(text) ? text : undefined

/** @param today the reader's day: twelve months up to it are shown unless he asks for others */
export function reportWanted(given: ReportGiven, today: string): ReportWanted {
  const report = reportNames.find((name) => name === given.report) ?? 'occupancy'
  const { period, sides, hasCurrency } = filtersOf[report]
  const grains: readonly ReportGrain[] = period === 'months' ? moneyGrains : reportGrains
  const [from, to] = presetDays('last12', today)
  const page = /^\d{1,5}$/.test(given.page ?? '') ? Math.max(1, Number(given.page)) : 1
  return {
    report,
    from: dayOf(given.from) ?? from,
    to: dayOf(given.to) ?? to,
    on: period === 'day' ? (dayOf(given.on) ?? null) : null,
    grain: grains.find((one) => one === given.grain) ?? null,
    stockIds: (given.stocks ?? '').split(',').filter((id) => /^\w{1,64}$/.test(id)),
    currency: hasCurrency ? (currencies.find((one) => one === given.currency) ?? null) : null,
    by: sides.find((one) => one === given.by) ?? sides[0] ?? 'stock',
    page,
  }
}

/** The same as the query of its call. */
export function askedOf(wanted: ReportWanted) {
  const { period, hasCurrency } = filtersOf[wanted.report]
  const isSpan = period === 'days' || period === 'months'
  return {
    ...(wanted.stockIds.length === 0 ? {} : { stockIds: wanted.stockIds.join(',') }),
    ...(isSpan ? { from: wanted.from, to: wanted.to } : {}),
    ...(isSpan && wanted.grain !== null ? { grain: wanted.grain } : {}),
    ...(wanted.on === null ? {} : { on: wanted.on }),
    ...(hasCurrency && wanted.currency !== null ? { currency: wanted.currency } : {}),
  }
}

export const presets = [
  'last30',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'last12',
  'thisYear',
  'lastYear',
] as const
export type Preset = (typeof presets)[number]

/** First and last day of a period that has a name. */
export function presetDays(preset: Preset, today: string): readonly [from: string, to: string] {
  const month = `${today.slice(0, 7)}-01`
  const january = `${today.slice(0, 4)}-01-01`
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3))
  switch (preset) {
    case 'last30':
      return [addDays(today, -29), today]
    case 'thisMonth':
      return [month, today]
    case 'lastMonth':
      return [addMonths(month, -1), addDays(month, -1)]
    case 'thisQuarter':
      return [quarter, today]
    case 'lastQuarter':
      return [addMonths(quarter, -3), addDays(quarter, -1)]
    case 'last12':
      return [addMonths(month, -11), today]
    case 'thisYear':
      return [january, today]
    case 'lastYear':
      return [addMonths(january, -12), addDays(january, -1)]
  }
}

/** The name of a period that has one. */
export function presetOf({ from, to }: Pick<ReportWanted, 'from' | 'to'>, today: string): Preset | 'own' {
  return (
    presets.find((preset) => {
      const [first, last] = presetDays(preset, today)
      return first === from && last === to
    }) ?? 'own'
  )
}

/** What a report can be asked for; without its schemas, for the browser. */

/** In the order of the screen: space, tenants, money. */
export const reportNames = [
  'occupancy',
  'moves',
  'stays',
  'demand',
  'prices',
  'rent-roll',
  'revenue',
  'aged-debt',
  'deposits',
  'vat',
] as const
export type ReportName = (typeof reportNames)[number]

export const reportGrains = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ReportGrain = (typeof reportGrains)[number]
/** The book is summed by months: what is shorter is no step of a report about it. */
export const moneyGrains = ['month', 'quarter', 'year'] as const

/** How long somebody stays or has stayed: up to so many days. */
export const stayLengths = { month: 30, quarter: 91, halfYear: 182, year: 365, twoYears: 730 } as const
export const stayClasses = ['month', 'quarter', 'halfYear', 'year', 'twoYears', 'longer'] as const

/** No report is about more years, and none has more steps: nobody reads them, and a slip of the keyboard asks for them. */
export const reportLimits = { years: 100, steps: 1300 } as const

/**
 * For how many full years behind the year of its date a paper must be kept, by the country of the seller (facts: § 14b UStG eight
 * years since 2025; PL five years behind the tax year; RU five years, part 1 of art. 23 of the Tax Code). A country that is not
 * named here keeps ten, which none of those we know exceeds. The operator's accountant confirms them.
 */
export const keptYears: Readonly<Record<string, number>> = { DE: 8, PL: 5, RU: 5, AT: 7, CH: 10 }
export const keptYearsElsewhere = 10

export const yearsKept = (country: string): number => keptYears[country] ?? keptYearsElsewhere

/** The last day on which a paper must be kept: the end of the year. @param day of the paper, in the seller's calendar */
export const keptUntil = (day: Temporal.PlainDate, country: string): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year: day.year + yearsKept(country), month: 12, day: 31 })

/**
 * For how many months a record of the doors names who opened (Art. 5 GDPR, storage limitation). An incident is told within a
 * year, and what has to be kept longer for one is taken along as an export by then.
 */
export const openingsNamedMonths = 12

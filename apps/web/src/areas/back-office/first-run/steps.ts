import type { Answer } from '@stowage/api/endpoint'
import type { listCategories, listCities, listStocks } from '@stowage/api/catalog'
import type { listSellers } from '@stowage/api/stocks'

/** From nothing to the first rental, in the order in which each makes the next possible. */
export const stepNames = ['city', 'seller', 'stock', 'category', 'boxes', 'book'] as const
export type StepName = (typeof stepNames)[number]

/** What there is so far. */
export interface Beginning {
  readonly cities: Answer<typeof listCities>
  readonly sellers: Answer<typeof listSellers>
  readonly stocks: Pick<Answer<typeof listStocks>[number], 'offers'>[]
  readonly categories: Answer<typeof listCategories>
}

/** The first that is not done; null when all are. */
export function nextStep(done: ReadonlySet<StepName>): StepName | null {
  return stepNames.find((name) => !done.has(name)) ?? null
}

export function doneSteps({ cities, sellers, stocks, categories }: Beginning): ReadonlySet<StepName> {
  const offers = stocks.flatMap((stock) => stock.offers)
  const done: Record<StepName, boolean> = {
    city: cities.length > 0,
    seller: sellers.length > 0,
    stock: stocks.length > 0,
    category: categories.length > 0,
    boxes: offers.some(({ total }) => total > 0),
    // A box that can be booked is free and has a price; where some are not free, somebody has booked.
    book: offers.some(({ priceFrom, free, total }) => priceFrom !== null && free < total),
  }
  return new Set(stepNames.filter((name) => done[name]))
}

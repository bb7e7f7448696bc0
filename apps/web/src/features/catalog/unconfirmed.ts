import type { Answer } from '@stowage/api/endpoint'
import type { listCategories } from '@stowage/api/catalog'

export type Category = Answer<typeof listCategories>[number]

/** Categories whose price in a currency only stands in and was never confirmed (decision 14). */
export function unconfirmedIn(categories: readonly Category[], currency: string): readonly Category[] {
  return categories.filter(({ prices }) =>
    prices.some((price) => price.currency === currency && !price.confirmed),
  )
}

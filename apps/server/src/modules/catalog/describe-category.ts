import type { Answer } from '@stowage/api/endpoint'
import type { createCategory } from '@stowage/api/categories'
import type { StoredCategory } from './category-store.ts'
import { pictureName } from '../../platform/files/pictures.ts'

/** A category as it is answered. */
export function describeCategory(category: StoredCategory): Answer<typeof createCategory> {
  const { createdAt, updatedAt, basePrice, previewKey, prices, ...facts } = category
  return {
    ...facts,
    pricePerMeterQuadratic: basePrice,
    prices: prices.map(({ currency, pricePerM2, confirmed }) => ({
      currency,
      pricePerMeterQuadratic: pricePerM2,
      confirmed,
    })),
    image: pictureName(previewKey),
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}

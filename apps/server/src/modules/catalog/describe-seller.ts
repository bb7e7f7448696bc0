import type { Answer } from '@stowage/api/endpoint'
import type { createSeller } from '@stowage/api/stocks'
import type { SellerRow } from './seller-store.ts'

/** A seller as it is answered. */
export function describeSeller({ createdAt, updatedAt, ...facts }: SellerRow): Answer<typeof createSeller> {
  return { ...facts, created: createdAt.toString(), updated: updatedAt?.toString() ?? null }
}

import type { Answer } from '@stowage/api/endpoint'
import type { createCity } from '@stowage/api/catalog'
import type { CityRow } from './city-store.ts'

/** A city as it is answered. */
export function describeCity({ createdAt, updatedAt, ...facts }: CityRow): Answer<typeof createCity> {
  return { ...facts, created: createdAt.toString(), updated: updatedAt?.toString() ?? null }
}

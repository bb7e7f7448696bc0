import type { Answer } from '@stowage/api/endpoint'
import type { createTariff } from '@stowage/api/tariffs'
import { givenOf } from './given-tariff.ts'
import type { TariffRow } from './tariff-store.ts'

/** A tariff as it is answered. */
export function describeTariff(tariff: TariffRow): Answer<typeof createTariff> {
  const { id, stockId, position, createdAt, updatedAt } = tariff
  return {
    id,
    stockId,
    position,
    ...givenOf(tariff),
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}

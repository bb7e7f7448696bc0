import type { Answer } from '@stowage/api/endpoint'
import type { createTariff } from '@stowage/api/tariffs'
import type { TariffRow } from './tariff-store.ts'

/** A tariff as it is answered. */
export function describeTariff(tariff: TariffRow): Answer<typeof createTariff> {
  const { name, term, firstMonth, steps, createdAt, updatedAt, ...same } = tariff
  return {
    ...same,
    nameRu: name.ru,
    nameEn: name.en,
    nameDe: name.de,
    namePl: name.pl,
    minMonths: term?.minMonths ?? null,
    maxMonths: term?.maxMonths ?? null,
    steps: steps.map(({ fromMonth, percent }) => ({ fromMonth, percent })),
    firstMonthMinMonths: firstMonth?.minMonths ?? null,
    firstMonthPrices: { ...firstMonth?.prices },
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }
}

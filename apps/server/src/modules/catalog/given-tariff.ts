import type { Body } from '@stowage/api/endpoint'
import type { createTariff } from '@stowage/api/tariffs'
import { currencies } from '@stowage/domain/money'
import { tariffFaults } from '@stowage/domain/tariff'
import { FieldFailures } from '../../platform/failure.ts'
import type { TariffFacts } from './tariff-store.ts'

/** A tariff as a form says it. */
export type GivenTariff = Omit<Body<typeof createTariff>, 'stockId'>

/**
 * The tariff that a form means. A first month's price needs both what it costs and for how long one is bound: without a price there is none.
 * @throws FieldFailures 1003, 1005 with the fields that do not fit together
 */
export function tariffOf(given: GivenTariff): TariffFacts {
  const { minMonths, maxMonths, firstMonthMinMonths } = given
  const prices = inOrder(given.firstMonthPrices)
  const hasPrices = Object.keys(prices).length > 0
  if ((minMonths === null) !== (maxMonths === null))
    throw new FieldFailures([{ code: 1003, field: minMonths === null ? 'minMonths' : 'maxMonths' }])
  if (hasPrices !== (firstMonthMinMonths !== null))
    throw new FieldFailures([{ code: 1003, field: hasPrices ? 'firstMonthMinMonths' : 'firstMonthPrices' }])
  const tariff: TariffFacts = {
    alias: given.alias,
    name: { ru: given.nameRu, en: given.nameEn, de: given.nameDe, pl: given.namePl },
    term: minMonths === null || maxMonths === null ? null : { minMonths, maxMonths },
    minStayMonths: given.minStayMonths,
    noticeDays: given.noticeDays,
    steps: given.steps
      .map(({ fromMonth, percent }) => ({ fromMonth, percent }))
      .toSorted((a, b) => a.fromMonth - b.fromMonth),
    firstMonth: firstMonthMinMonths === null ? null : { minMonths: firstMonthMinMonths, prices },
    earlyLeave: given.earlyLeave,
    isOn: given.isOn ?? false,
  }
  const faults = tariffFaults(tariff)
  if (faults.length > 0) throw new FieldFailures(faults.map((field) => ({ code: 1005, field })))
  return tariff
}

/** The other way round: what a stored tariff would look like in a form. */
export function givenOf({ name, term, firstMonth, ...same }: TariffFacts): GivenTariff & { isOn: boolean } {
  return {
    alias: same.alias,
    nameRu: name.ru,
    nameEn: name.en,
    nameDe: name.de,
    namePl: name.pl,
    minMonths: term?.minMonths ?? null,
    maxMonths: term?.maxMonths ?? null,
    minStayMonths: same.minStayMonths,
    noticeDays: same.noticeDays,
    steps: same.steps.map(({ fromMonth, percent }) => ({ fromMonth, percent })),
    firstMonthMinMonths: firstMonth?.minMonths ?? null,
    firstMonthPrices: inOrder(firstMonth?.prices ?? {}),
    earlyLeave: same.earlyLeave,
    isOn: same.isOn,
  }
}

/** In the order of the house, so that two that say the same are the same text. */
const inOrder = (prices: GivenTariff['firstMonthPrices']): GivenTariff['firstMonthPrices'] =>
  Object.fromEntries(
    currencies.flatMap((currency) => (prices[currency] === undefined ? [] : [[currency, prices[currency]]])),
  )

import type { Answer } from '@stowage/api/endpoint'
import type { listTariffs } from '@stowage/api/tariffs'
import { limits } from '@stowage/domain/limits'
import { currencies, type Currency } from '@stowage/domain/money'
import { tariffFaults, type EarlyLeave } from '@stowage/domain/tariff'
import { shownNumber, typedNumber } from '../../../ui/index.ts'
import { typedMinor } from '../categories/category.ts'

export type Tariff = Answer<typeof listTariffs>[number]

export interface TypedStep {
  readonly fromMonth: string
  readonly percent: string
}

/** What the form of a tariff holds; figures as they are typed, prices by currency. */
export function tariffValues(tariff?: Tariff) {
  const kind: 'fixed' | 'open' = tariff === undefined || tariff.minMonths != null ? 'fixed' : 'open'
  const earlyLeave: EarlyLeave = tariff?.earlyLeave ?? 'usedDays'
  return {
    nameRu: tariff?.nameRu ?? '',
    nameEn: tariff?.nameEn ?? '',
    nameDe: tariff?.nameDe ?? '',
    namePl: tariff?.namePl ?? '',
    alias: tariff?.alias ?? '',
    kind,
    minMonths: shownNumber(tariff?.minMonths),
    maxMonths: shownNumber(tariff?.maxMonths),
    minStayMonths: shownNumber(tariff?.minStayMonths ?? 0),
    noticeDays: shownNumber(tariff?.noticeDays ?? 0),
    steps: (tariff?.steps ?? []).map(({ fromMonth, percent }) => ({
      fromMonth: shownNumber(fromMonth),
      percent: shownNumber(percent),
    })) as readonly TypedStep[],
    firstMonthMinMonths: shownNumber(tariff?.firstMonthMinMonths),
    firstMonthPrices: Object.fromEntries(
      Object.entries(tariff?.firstMonthPrices ?? {}).map(([currency, minor]) => [
        currency,
        shownNumber(minor / 100),
      ]),
    ) as Readonly<Record<string, string>>,
    earlyLeave,
  }
}
export type TariffValues = ReturnType<typeof tariffValues>

/** A figure that must be there: nothing typed is missing, and the schema says so. */
const figure = (text: string): number | null => typedNumber(text) ?? null

function wholeBody(values: TariffValues) {
  const isFixed = values.kind === 'fixed'
  return {
    nameRu: values.nameRu,
    nameEn: values.nameEn,
    nameDe: values.nameDe,
    namePl: values.namePl,
    alias: values.alias,
    minMonths: isFixed ? figure(values.minMonths) : null,
    maxMonths: isFixed ? figure(values.maxMonths) : null,
    minStayMonths: figure(values.minStayMonths),
    noticeDays: figure(values.noticeDays),
    steps: values.steps.map((step) => ({ fromMonth: figure(step.fromMonth), percent: figure(step.percent) })),
    firstMonthMinMonths: figure(values.firstMonthMinMonths),
    firstMonthPrices: Object.fromEntries(
      currencies.flatMap((currency) => {
        const minor = typedMinor(values.firstMonthPrices[currency] ?? '')
        return minor === null ? [] : [[currency, minor]]
      }),
    ) as Partial<Record<Currency, number>>,
    earlyLeave: values.earlyLeave,
  }
}
type TariffBody = ReturnType<typeof wholeBody>

/** What travels of a tariff: everything, or only what was changed; both ends of a term go together. */
export function tariffBody(
  values: TariffValues,
  changes: Partial<TariffValues> = values,
): Partial<TariffBody> {
  const body = wholeBody(values)
  const changed = Object.keys(changes)
  const isTerm = changed.some((name) => name === 'kind' || name === 'minMonths' || name === 'maxMonths')
  const names = [...changed.filter((name) => name !== 'kind'), ...(isTerm ? ['minMonths', 'maxMonths'] : [])]
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
}

/** What only all fields together say, as the server says it. */
export function tariffIssues(values: TariffValues): { field: string; code: number }[] {
  const body = wholeBody(values)
  const { minMonths, maxMonths, firstMonthMinMonths } = body
  const issues: { field: string; code: number }[] = []
  if (values.kind === 'fixed') {
    if (minMonths === null) issues.push({ field: 'minMonths', code: 1003 })
    if (maxMonths === null) issues.push({ field: 'maxMonths', code: 1003 })
  }
  const hasPrices = Object.keys(body.firstMonthPrices).length > 0
  if (hasPrices && firstMonthMinMonths === null) issues.push({ field: 'firstMonthMinMonths', code: 1003 })
  if (!hasPrices && firstMonthMinMonths !== null) issues.push({ field: 'firstMonthPrices', code: 1003 })
  const faults = tariffFaults({
    term: minMonths === null || maxMonths === null ? null : { minMonths, maxMonths },
    minStayMonths: body.minStayMonths ?? 0,
    noticeDays: body.noticeDays ?? 0,
    steps: body.steps.map((step) => ({ fromMonth: step.fromMonth ?? 0, percent: step.percent ?? 0 })),
    firstMonth: firstMonthMinMonths === null ? null : { minMonths: firstMonthMinMonths, prices: {} },
    earlyLeave: body.earlyLeave,
  })
  return [...issues, ...faults.map((field) => ({ field, code: 1005 }))]
}

export const tariffLengths = {
  nameRu: limits.text.tariffName,
  nameEn: limits.text.tariffName,
  nameDe: limits.text.tariffName,
  namePl: limits.text.tariffName,
  alias: limits.text.tariffAlias,
} as const

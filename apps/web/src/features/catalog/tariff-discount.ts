import { stepPercent } from '@stowage/domain/tariff'

/** How a line's discount was earned under a tariff. */
export interface TariffDiscount {
  readonly name: Readonly<Record<'ru' | 'en' | 'de' | 'pl', string>>
  /** The first month's own price, net; a percentage from a month of the term on; or several months that differ. */
  readonly by:
    | { readonly kind: 'first'; readonly price: number }
    | { readonly kind: 'step'; readonly percent: number; readonly month: number }
    | { readonly kind: 'months' }
}

interface Explained {
  readonly months?: number | null | undefined
  readonly monthOfTerm?: number | null | undefined
  readonly discount?:
    | {
        readonly kind: string
        readonly name?: TariffDiscount['name'] | undefined
        readonly steps?: readonly { readonly fromMonth: number; readonly percent: number }[] | undefined
        readonly firstMonth?: { readonly price: number } | null | undefined
      }
    | null
    | undefined
}

/** The rule that a line names, for its reader; null where it is none of a tariff's. */
export function tariffDiscount({ months, monthOfTerm, discount }: Explained): TariffDiscount | null {
  const { name, steps = [], firstMonth } = discount ?? {}
  if (discount?.kind !== 'tariff' || name === undefined || monthOfTerm == null) return null
  if (months != null && months > 1) return { name, by: { kind: 'months' } }
  if (monthOfTerm === 1 && firstMonth != null) return { name, by: { kind: 'first', price: firstMonth.price } }
  const percent = stepPercent(steps, monthOfTerm)
  const month = Math.max(0, ...steps.map(({ fromMonth }) => fromMonth).filter((from) => from <= monthOfTerm))
  return { name, by: { kind: 'step', percent, month } }
}

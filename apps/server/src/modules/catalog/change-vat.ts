import type { StockSettings } from './stock-settings.ts'

/**
 * The rates that begin today, and those that held before; null where nothing changes. One of the two may be left out and stays
 * (decisions.md C15).
 * @param today at the stock
 */
export function changedVat(
  stock: Pick<StockSettings, 'legalUsersVatRate' | 'individualUsersVatRate'>,
  given: { readonly legal: number | undefined; readonly individual: number | undefined },
  today: Temporal.PlainDate,
) {
  const before = { legalPercent: stock.legalUsersVatRate, individualPercent: stock.individualUsersVatRate }
  const after = {
    validFrom: today,
    legalPercent: given.legal ?? before.legalPercent,
    individualPercent: given.individual ?? before.individualPercent,
  }
  const isSame =
    after.legalPercent === before.legalPercent && after.individualPercent === before.individualPercent
  return isSame ? null : { before, after }
}

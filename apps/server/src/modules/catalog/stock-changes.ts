import type { StockSection } from '@stowage/api/entities/stocks'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { appliedActions } from './stock-settings-view.ts'
import { lockBoxesOf, type StockFacts } from './stock-store.ts'
import { readUse } from './stock-use-view.ts'

type Name = keyof StockFacts

/** Of an external stock only its source changes these (specification 2.6). */
const ofTheSource = ['cityId', 'address', 'phone', 'zip', 'hasBoxes', 'currency'] as const

/** The rates themselves are rows of their own. */
const ofSection: Readonly<Record<StockSection, readonly Name[]>> = {
  vat: ['legalExemptionReason', 'individualExemptionReason'],
  discount: ['discount'],
  fees: [
    'invoiceNotPaidFeePercent',
    'daysWithoutFee',
    'contractEndedFee',
    'penaltyCapPercent',
    'remindDaysBefore',
    'remindDaysAfter',
  ],
  insurance: ['insuranceCoverageAmount', 'insuranceMonthlyAmount', 'insuranceTaxPercent'],
}

/** What stands in the way, as the sentence of 9115 calls it. */
const saidAs = {
  contracts: 'contracts',
  reservations: 'reservations',
  documents: 'documents',
  unpaidDocuments: 'unpaid',
  ownRates: 'rates',
} as const

export function changedFields(before: StockFacts, after: StockFacts): Name[] {
  // A list of days is another object each time it is read.
  return (Object.keys(before) as Name[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}

/** What the audit calls a change: a section has a name of its own when nothing else was changed with it. */
export function actionOf(
  changed: readonly Name[],
  others: { readonly equipment: boolean; readonly vat: boolean; readonly password: boolean },
): string {
  if (others.equipment || others.password) return 'stock-changed'
  const sections = others.vat ? (['vat'] as const) : (['discount', 'fees', 'insurance', 'vat'] as const)
  const section = sections.find((one) => changed.every((name) => ofSection[one].includes(name)))
  return section === undefined ? 'stock-changed' : appliedActions[section]
}

/**
 * Refuses what the source of an external stock says (9112), and a currency, seller or code that open contracts, own rates or
 * issued documents stand on (9115): balances are kept per seller and currency, and numbers are counted per code. Who bills and
 * locks out the tenants of a stock, we or its source (decisions.md C21), does not change while there are any.
 */
export async function refuseWhatStandsInTheWay(
  tx: Tx,
  stockId: string,
  before: StockFacts,
  after: StockFacts,
): Promise<void> {
  if (before.isExternal && after.isExternal)
    for (const name of ofTheSource) if (before[name] !== after[name]) fail(9112, { field: name })
  const isNew = (name: Name): boolean => before[name] !== after[name]
  if (!isNew('currency') && !isNew('sellerId') && !isNew('code') && !isNew('isExternal')) return
  // Before it is asked who holds one: a booking under way has its box locked and is counted then.
  await lockBoxesOf(tx, stockId)
  const use = await readUse(tx, stockId)
  const refuse = (field: Name, what: string, by: keyof typeof saidAs): void => {
    if (use[by] > 0) fail(9115, { field, params: { what, by: saidAs[by], count: use[by] } })
  }
  if (isNew('currency')) {
    refuse('currency', 'currency', 'contracts')
    refuse('currency', 'currency', 'reservations')
    refuse('currency', 'currency', 'ownRates')
  }
  if (isNew('sellerId')) refuse('sellerId', 'seller', 'contracts')
  if (isNew('code')) refuse('code', 'code', 'documents')
  if (isNew('isExternal'))
    for (const by of ['contracts', 'reservations', 'unpaidDocuments'] as const)
      refuse('isExternal', 'external', by)
}

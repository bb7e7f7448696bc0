import type { Body } from '@stowage/api/endpoint'
import { updateStock as endpoint } from '@stowage/api/stocks'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { checkDatabaseServer, checkEquipment, checkStock } from './check-stock.ts'
import { lockCity } from './city-store.ts'
import { givenFields } from './given-fields.ts'
import { stockChanged } from './events.ts'
import { lockPriceList } from './price-list-store.ts'
import { applyPriceList } from './regroup-boxes.ts'
import { lockSeller } from './seller-store.ts'
import { changedFields, refuseWhatStandsInTheWay, actionOf } from './stock-changes.ts'
import { readSettings, type StockSettings } from './stock-settings.ts'
import {
  keepPenaltyRates,
  lockStockFacts,
  readEquipment,
  replaceEquipment,
  setDatabasePassword,
  startVat,
  updateStockFacts,
  type StockFacts,
} from './stock-store.ts'
import { readBoxLocks } from './stock-use-view.ts'
import { changedVat } from './change-vat.ts'
import type { StockDeps } from './stock-deps.ts'
import { checkWholePlace } from './whole-place.ts'

export type StockChange = Body<typeof endpoint>

/**
 * Changes a stock: the whole of it or any part; what is not sent stays. New VAT rates and penalties hold from today at the stock, all
 * else at once for what is quoted and billed from now on; contracts keep the price they were signed with (decisions.md C14).
 * @throws Failure 6006; 1003 for the password of a database that is elsewhere now; 1005, 6011, 6013, 9114 with the field; 9109 with the present record; 9112 for what the source of an
 *   external stock says; 9115 for a currency, seller, code or source that contracts or documents stand on
 */
export async function changeStock(
  deps: StockDeps,
  tx: Tx,
  author: Author,
  id: string,
  change: StockChange,
): Promise<StockSettings> {
  const { updated, internalEquipments, legalUsersVatRate, individualUsersVatRate, dbPassword, ...given } =
    change
  if (given.currency !== undefined) await lockPriceList(tx)
  const stored = (await lockStockFacts(tx, id)) ?? fail(6006)
  const present = async (): Promise<StockSettings> =>
    (await readSettings(deps, tx, id, 'superUser')) ?? fail(6006)
  await refuseStale(endpoint, stored.updatedAt, updated, present)

  const before = stored.facts
  const merge = merged(before, givenFields(given))
  const isNewCurrency = merge.currency !== before.currency
  // Amounts of the old currency would be a thousand times too much or too little in the new one.
  const { insuranceMonthlyAmount = 0, insuranceCoverageAmount = 0 } = given
  const after = isNewCurrency ? { ...merge, insuranceMonthlyAmount, insuranceCoverageAmount } : merge
  checkChange(before, after, deps)
  await refuseWhatStandsInTheWay(tx, id, before, after)
  if (after.cityId !== before.cityId && (await lockCity(tx, after.cityId)) === undefined)
    fail(1005, { field: 'cityId' })
  if (after.sellerId !== before.sellerId && (await lockSeller(tx, after.sellerId)) === undefined)
    fail(1005, { field: 'sellerId' })

  const equipmentBefore = internalEquipments && (await readEquipment(tx, id))
  if (internalEquipments) checkEquipment(internalEquipments, await readBoxLocks(tx, id))
  const isNewEquipment = JSON.stringify(equipmentBefore) !== JSON.stringify(internalEquipments)
  const today = deps.clock.now().toZonedDateTimeISO(after.timeZone).toPlainDate()
  const vat = changedVat(
    await present(),
    { legal: legalUsersVatRate, individual: individualUsersVatRate },
    today,
  )
  const changed = changedFields(before, after)
  // Else whoever may enter an address, but never read the password, would have it sent to a machine of his.
  const isElsewhere = changed.includes('dbServer') || changed.includes('dbPort')
  if (isElsewhere && after.dbServer && !dbPassword && dbPassword !== null && (await present()).dbHasSecret)
    fail(1003, { field: 'dbPassword', reason: 'the password that is kept was entered for another machine' })
  const isNewPassword = dbPassword !== undefined && dbPassword !== ''
  if (changed.length === 0 && !isNewEquipment && vat === null && !isNewPassword) return await present()

  const at = deps.clock.now()
  await updateStockFacts(tx, id, after, at)
  if (internalEquipments && isNewEquipment) await replaceEquipment(tx, id, internalEquipments)
  if (vat !== null) await startVat(tx, id, vat.after)
  if (changed.includes('invoiceNotPaidFeePercent') || changed.includes('contractEndedFee'))
    await keepPenaltyRates(tx, id, before, today)
  if (isNewPassword)
    await setDatabasePassword(tx, id, dbPassword === null ? null : deps.sealer.sealText(dbPassword, id))
  if (isNewCurrency) await applyPriceList(deps, tx)

  const told = changed.filter((name) => name !== 'wifiPassword')
  const pick = (facts: typeof before): object => Object.fromEntries(told.map((name) => [name, facts[name]]))
  note(tx, deps.clock, author, {
    action: actionOf(changed, { equipment: isNewEquipment, vat: vat !== null, password: isNewPassword }),
    subjectType: 'stock',
    subjectId: id,
    stockId: id,
    before: {
      ...pick(before),
      ...(isNewEquipment ? { equipment: equipmentBefore } : {}),
      ...(vat === null ? {} : { vat: vat.before }),
    },
    after: {
      ...pick(after),
      ...(isNewEquipment ? { equipment: internalEquipments } : {}),
      ...(vat === null ? {} : { vat: vat.after }),
      ...(changed.includes('wifiPassword') ? { wifiSecret: 'changed' } : {}),
      ...(isNewPassword ? { databaseSecret: dbPassword === null ? 'removed' : 'changed' } : {}),
    },
  })
  publish(tx, fact(stockChanged, { aggregate: `stock:${id}`, stockId: id, at, payload: { stockId: id } }))
  return await present()
}

/** Addresses are asked about when they are given: what the operator has set otherwise stands in nobody's way here. */
function checkChange(
  before: StockFacts,
  after: StockFacts,
  { mayReachLocks, mayReachSource }: Pick<StockDeps, 'mayReachLocks' | 'mayReachSource'>,
): void {
  const isNew = (...names: (keyof StockFacts)[]): boolean =>
    names.some((name) => before[name] !== after[name])
  checkWholePlace(after)
  checkStock(
    {
      ...after,
      routerIp: isNew('routerIp', 'servicePort') ? after.routerIp : null,
      offlineAppUrl: isNew('offlineAppUrl') ? after.offlineAppUrl : null,
    },
    mayReachLocks,
  )
  if (after.dbServer && isNew('dbServer', 'dbPort'))
    checkDatabaseServer(after.dbServer, after.dbPort, mayReachSource)
}

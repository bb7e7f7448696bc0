import type { PaymentProcessor, StockProcessors } from '@stowage/api/processors'
import { assignProcessors as endpoint } from '@stowage/api/processors'
import type { Body } from '@stowage/api/endpoint'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { refuseStale } from '../../../platform/http/stale.ts'
import { stockChanged } from '../../catalog/index.ts'
import { describeAll, describeServed } from './describe-processor.ts'
import { processorsChanged } from './events.ts'
import { methodsIn, reachOf } from './processor-setting.ts'
import {
  assignmentsOf,
  lockAssignments,
  lockProcessor,
  readProcessors,
  replaceAssignments,
  stocksServedBy,
  type ProcessorRow,
} from './processor-store.ts'
import { readServedStocks } from './serving-view.ts'
import type { SettingsDesk } from './settings-desk.ts'

type Desk = Pick<SettingsDesk, 'platform'>
type Offers = Body<typeof endpoint>['offers']

/** All that is set up, and what serves each stock. */
export async function describeSettings(
  { platform }: Desk,
  db: Database | Tx = platform.db,
): Promise<{ processors: PaymentProcessor[]; stocks: StockProcessors[] }> {
  const [rows, stocks, assignments] = await Promise.all([
    readProcessors(db),
    readServedStocks(db),
    assignmentsOf(db),
  ])
  return describeAll(platform.config, { rows, stocks, assignments })
}

/** One of them as it is now, or within a transaction. @throws Failure 9104 */
export async function describeOne(desk: Desk, id: string, db?: Database | Tx): Promise<PaymentProcessor> {
  const { processors } = await describeSettings(desk, db)
  return processors.find((processor) => processor.id === id) ?? fail(9104)
}

/** What serves a stock. @throws Failure 6006 */
export async function describeStock(
  { platform }: Desk,
  stockId: string,
  db: Database | Tx = platform.db,
): Promise<StockProcessors> {
  const [stock] = await readServedStocks(db, stockId)
  if (stock === undefined) return fail(6006)
  return describeServed(platform.config, stock, await readProcessors(db), await assignmentsOf(db))
}

/**
 * Sets which processor takes which method at a stock. With none, what the settings of the server bring serves it again.
 * @throws Failure 6006, 9104 for a processor that is not here, 9109, 9150
 */
export async function assignProcessors(
  desk: Desk,
  call: Pick<Call<typeof endpoint, Actor>, 'actor' | 'address' | 'body' | 'params' | 'transact'>,
): Promise<StockProcessors> {
  const { platform } = desk
  const { id: stockId } = call.params
  const { offers, updated } = call.body
  return await call.transact(async (tx) => {
    await lockAssignments(tx, stockId)
    const [stock] = await readServedStocks(tx, stockId)
    if (stock === undefined) return fail(6006)
    await refuseStale(endpoint, stock.changedAt, updated, async () => await describeStock(desk, stockId, tx))
    const rows = await chosen(tx, offers)
    offers.forEach(({ method }, position) => {
      const field = `offers.${position}.processorId`
      if (offers.findIndex((other) => other.method === method) !== position)
        fail(9150, { field, params: { by: 'twice' } })
      const reach = reachOf(rows[position]?.settings ?? fail(9104, { field }))
      if (!reach.currencies.includes(stock.currency)) fail(9150, { field, params: { by: 'currency' } })
      if (!reach.methods.includes(method)) fail(9150, { field, params: { by: 'method' } })
      if (!methodsIn(reach, stock.currency).includes(method))
        fail(9150, { field, params: { by: method === 'sepa' ? 'sepaEuro' : 'noCurrency' } })
    })
    const of = (all: readonly { readonly stockId: string }[]) => all.filter((one) => one.stockId === stockId)
    const before = of(await assignmentsOf(tx))
    const at = platform.clock.now()
    await replaceAssignments(tx, stockId, offers, at)
    note(tx, platform.clock, authorOf(call), {
      action: 'stock-processors-changed',
      subjectType: 'stock',
      subjectId: stockId,
      stockId,
      before,
      after: of(await assignmentsOf(tx)),
    })
    tellStock(tx, at, stockId)
    return await describeStock(desk, stockId, tx)
  })
}

/** The processor of each offer, none of which is retired or changed meanwhile; in one order, so that two never wait for each other. */
async function chosen(tx: Tx, offers: Offers): Promise<readonly (ProcessorRow | undefined)[]> {
  const rows = new Map<string, ProcessorRow>()
  for (const id of [...new Set(offers.map(({ processorId }) => processorId))].sort()) {
    const row = await lockProcessor(tx, id)
    if (row !== undefined) rows.set(id, row)
  }
  return offers.map(({ processorId }) => rows.get(processorId))
}

/** What a stock says of itself (can one pay online?) is made anew, and what takes payments reads who does. */
function tellStock(tx: Tx, at: Temporal.Instant, stockId: string): void {
  publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  publish(
    tx,
    fact(processorsChanged, {
      aggregate: `stock:${stockId}`,
      stockId,
      at,
      payload: { processorId: null, stockId },
    }),
  )
}

/** The same for every stock that a processor serves, after something of it was changed that tenants may notice. */
export async function tellStocks(tx: Tx, at: Temporal.Instant, processorId: string): Promise<void> {
  for (const stockId of await stocksServedBy(tx, processorId)) tellStock(tx, at, stockId)
}

import type { Answer } from '@stowage/api/endpoint'
import * as api from '@stowage/api/management-system'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { route, type Route } from '../../platform/http/call.ts'
import { compareInvoices } from './compare-invoices.ts'
import { siteState, stockOfSite } from './copy-view.ts'
import { customersOf } from './external-users-view.ts'
import { importUsers } from './import-users.ts'
import { fatesOf, listed } from './list-users.ts'
import { readMaps, type ReadMapsDeps } from './read-maps.ts'
import { sourceTroubles } from './source.ts'
import { syncStock, type SyncDeps } from './sync-stock.ts'
import { settleTask } from './task-store.ts'
import { taskFor, tasksFor } from './task-view.ts'

type State = Answer<typeof api.getExternalState>

export function managementRoutes(deps: SyncDeps, maps: ReadMapsDeps): Route[] {
  const { platform, catalog } = deps
  const { db, clock } = platform
  const termsOf = async (stockId: string) =>
    (await catalog.stockTerms(stockId)) ?? fail(6006, { field: 'stockId' })
  const stateOf = async (stockId: string): Promise<State> => {
    const terms = await termsOf(stockId)
    const state = (await siteState(db, stockId, machineNow())) ?? fail(6006)
    return {
      ...state,
      stockId,
      stockName: terms.name,
      syncedAt: state.syncedAt?.toString() ?? null,
      triedAt: state.triedAt?.toString() ?? null,
      trouble: [...sourceTroubles, 'ours' as const].find((one) => one === state.trouble) ?? null,
      problems: [...state.problems],
    }
  }
  return [
    route(api.getExternalMaps, async ({ params }) => await readMaps(maps, params.stockId)),
    route(api.getExternalState, async ({ params, actor }) => {
      refuseElsewhere(actor, params.stockId)
      return await stateOf(params.stockId)
    }),
    route(api.syncExternal, async ({ params }) => {
      await syncStock(deps, params.stockId)
      return await stateOf(params.stockId)
    }),
    route(api.listExternalUsers, async ({ query }) => {
      const stockId = (await stockOfSite(db, query.siteId)) ?? fail(6006, { field: 'siteId' })
      const { timeZone } = await termsOf(stockId)
      const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
      const customers = await customersOf(db, stockId, today)
      const fates = new Map(fatesOf(customers).map((one) => [one.customer, one]))
      return customers.flatMap((customer) => fates.get(customer) ?? []).map(listed)
    }),
    route(api.importExternalUsers, async (call) => await importUsers(deps, call)),
    route(
      api.listExternalTasks,
      async ({ query, actor }) =>
        await tasksFor(db, { stockId: query.stockId || null, status: query.status ?? 'open' }, actor),
    ),
    route(api.settleExternalTask, async (call) => {
      const { params, body, actor } = call
      return await call.transact(async (tx) => {
        const task = (await taskFor(tx, params.taskId, actor)) ?? fail(9104)
        const at = clock.now()
        if (await settleTask(tx, task.id, body.isDone ? { at, byId: actor.id } : null))
          note(tx, clock, authorOf(call), {
            action: body.isDone ? 'external-task-done' : 'external-task-reopened',
            subjectType: 'externalTask',
            subjectId: task.id,
            stockId: task.stockId,
            after: { kind: task.kind },
          })
        return (await taskFor(tx, task.id, actor)) ?? fail(9104)
      })
    }),
    route(
      api.compareExternal,
      async ({ params, query }) => await compareInvoices(platform, params.stockId, query),
    ),
  ]
}

/** Staff of one stock see the state of theirs; another stock is not there for them. @throws Failure 6006 */
function refuseElsewhere(actor: Actor, stockId: string): void {
  if (!isSuperUser(actor) && actor.stockId !== null && actor.stockId !== stockId) fail(6006)
}

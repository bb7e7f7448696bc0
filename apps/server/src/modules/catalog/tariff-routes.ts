import * as api from '@stowage/api/tariffs'
import { fail } from '../../platform/failure.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { authorOf } from './author.ts'
import { changeTariff, deleteTariff } from './change-tariff.ts'
import { addPresets, createTariff } from './create-tariff.ts'
import { describeTariff } from './describe-tariff.ts'
import type { Memory } from './memory.ts'
import { readTariffs } from './tariff-store.ts'

/** Tariffs of the stocks: what the wizard may offer (decisions.md C16). */
export function tariffRoutes({ db, clock }: Platform, memory: Memory): Route[] {
  const deps = { clock }
  return [
    route(api.listTariffs, async ({ query }) => {
      const stockId = query.stockId ?? fail(6003, { field: 'stockId' })
      if (!(await memory.stocks.get()).has(stockId)) fail(6006)
      return (await readTariffs(db, stockId)).map(describeTariff)
    }),
    route(
      api.createTariff,
      async (call) =>
        await call.transact(async (tx) =>
          describeTariff(await createTariff(deps, tx, authorOf(call), call.body)),
        ),
    ),
    route(
      api.addTariffPresets,
      async (call) =>
        await call.transact(async (tx) =>
          (await addPresets(deps, tx, authorOf(call), call.body.stockId)).map(describeTariff),
        ),
    ),
    route(
      api.updateTariff,
      async (call) =>
        await call.transact(async (tx) =>
          describeTariff(await changeTariff(deps, tx, authorOf(call), call.params.id, call.body)),
        ),
    ),
    route(api.deleteTariff, async (call) => {
      return await call.transact(async (tx) => {
        await deleteTariff(deps, tx, authorOf(call), call.params.id)
        return {}
      })
    }),
  ]
}

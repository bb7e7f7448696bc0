import * as api from '@stowage/api/stocks'
import { route, type Route } from '../../platform/http/call.ts'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { authorOf } from './author.ts'
import { changeSeller } from './change-seller.ts'
import { changeStock } from './change-stock.ts'
import { createSeller } from './create-seller.ts'
import { deleteSeller } from './delete-seller.ts'
import { deleteStock } from './delete-stock.ts'
import { describeSeller } from './describe-seller.ts'
import { viewerOf } from './describe-stock.ts'
import { givenFields } from './given-fields.ts'
import { lockSeller, readSellers } from './seller-store.ts'
import { setUpStock } from './set-up-stock.ts'
import { refuseNetwork } from './refuse-network.ts'
import type { StockDeps } from './stock-deps.ts'
import { readSettings } from './stock-settings.ts'

/** Stocks with their settings, and the legal entities they sell for. */
export function stockRoutes({ db }: Platform, deps: StockDeps): Route[] {
  return [
    route(api.getStock, async ({ actor, params }) => {
      const isElsewhere = actor.stockId !== null && actor.stockId !== params.id
      if (isElsewhere && actor.platformRole !== 'superUser') fail(6006)
      return (await readSettings(deps, db, params.id, viewerOf(actor, params.id))) ?? fail(6006)
    }),
    route(
      api.createStock,
      async (call) =>
        await call.transact(async (tx) => {
          refuseNetwork(call.actor, call.body)
          return await setUpStock(deps, tx, authorOf(call), call.body)
        }),
    ),
    route(
      api.updateStock,
      async (call) =>
        await call.transact(async (tx) => {
          refuseNetwork(call.actor, call.body)
          return await changeStock(deps, tx, authorOf(call), call.params.id, call.body)
        }),
    ),
    route(api.deleteStock, async (call) => {
      return await call.transact(async (tx) => {
        await deleteStock(deps, tx, authorOf(call), call.params.id)
        return {}
      })
    }),
    route(api.listSellers, async () => (await readSellers(db)).map(describeSeller)),
    route(
      api.createSeller,
      async (call) =>
        await call.transact(async (tx) => {
          const id = await createSeller(deps, tx, authorOf(call), givenFields(call.body))
          return describeSeller((await lockSeller(tx, id)) ?? fail(9104))
        }),
    ),
    route(
      api.updateSeller,
      async (call) =>
        await call.transact(async (tx) =>
          describeSeller(await changeSeller(deps, tx, authorOf(call), call.params.id, call.body)),
        ),
    ),
    route(api.deleteSeller, async (call) => {
      return await call.transact(async (tx) => {
        await deleteSeller(deps, tx, authorOf(call), call.params.id)
        return {}
      })
    }),
  ]
}

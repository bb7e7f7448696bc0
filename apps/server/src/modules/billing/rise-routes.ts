import * as api from '@stowage/api/rises'
import { fail } from '../../platform/failure.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { previewRises, riseCandidates } from './preview-rises.ts'
import { riseNotices } from './rise-view.ts'
import { announceRises } from './serve-rise.ts'
import { withdrawRise } from './withdraw-rise.ts'

/** Rent rises of sitting tenants: what they would come to, their notices, and taking one back. */
export function riseRoutes({ db, clock }: Platform): Route[] {
  return [
    route(
      api.listRiseCandidates,
      async ({ query }) =>
        await riseCandidates(
          db,
          query.stockId,
          {
            categoryId: query.categoryId ?? null,
            below: query.below === undefined ? null : Number(query.below),
          },
          clock.now(),
        ),
    ),
    route(api.previewRises, async ({ body }) => {
      const { contractIds, how, percent = 0 } = body
      if (how === 'percent' && percent === 0) fail(1003, { field: 'percent' })
      return await previewRises(db, { contractIds, how, percent }, clock.now())
    }),
    route(
      api.serveRises,
      async (call) => await call.transact(async (tx) => await announceRises({ clock }, tx, call)),
    ),
    route(
      api.listRises,
      async ({ query }) =>
        await riseNotices(
          db,
          {
            stockId: query.stockId ?? null,
            contractId: query.contractId ?? null,
            page: Number(query.page ?? 1),
          },
          clock.now(),
        ),
    ),
    route(
      api.withdrawRise,
      async (call) => await call.transact(async (tx) => await withdrawRise({ clock }, tx, call)),
    ),
  ]
}

import * as api from '@stowage/api/report-figures'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { agedDebt } from './report-debt-view.ts'
import { deposits, revenue, vat } from './report-money-view.ts'
import { prices, rentRoll } from './report-rents-view.ts'
import { periodOf, scopeOf } from './report-scope.ts'
import { moves, occupancy } from './report-space-view.ts'
import { demand, stays } from './report-tenants-view.ts'

const PER_PAGE = 50

/** The reports of the company (docs/modules/reports.md): each one statement or two. */
export function figureRoutes(platform: Platform): Route[] {
  const { db } = platform
  return [
    route(api.reportOccupancy, async (call) => await occupancy(db, await periodOf(platform, call))),
    route(api.reportMoves, async (call) => await moves(db, await periodOf(platform, call))),
    route(api.reportStays, async (call) => await stays(db, await periodOf(platform, call))),
    route(api.reportDemand, async (call) => await demand(db, await periodOf(platform, call))),
    route(api.reportPrices, async (call) => await prices(db, await scopeOf(platform, call))),
    route(api.reportRentRoll, async (call) => {
      const { page, pageSize } = call.query
      return await rentRoll(db, await scopeOf(platform, call), {
        page: Number(page ?? 1),
        pageSize: Number(pageSize ?? PER_PAGE),
      })
    }),
    route(api.reportRevenue, async (call) => await revenue(db, await periodOf(platform, call, true))),
    route(api.reportAgedDebt, async (call) => await agedDebt(db, await scopeOf(platform, call))),
    route(api.reportDeposits, async (call) => await deposits(db, await periodOf(platform, call, true))),
    route(api.reportVat, async (call) => await vat(db, await periodOf(platform, call, true))),
  ]
}

import * as api from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import { route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { agedDebt } from './report-debt-view.ts'
import { deposits, revenue, vat } from './report-money-view.ts'
import { reading } from './report-parts-view.ts'
import { prices, rentRoll } from './report-rents-view.ts'
import { pastDayOf, periodOf, scopeOf, type ReportPeriod, type ReportScope } from './report-scope.ts'
import { moves, occupancy } from './report-space-view.ts'
import { demand, stays } from './report-tenants-view.ts'

const PER_PAGE = 50

/** The reports of the company (docs/modules/reports.md): each one statement or two. */
export function figureRoutes(platform: Platform): Route[] {
  /** A report over days; of the book in whole months. */
  const over =
    <A extends object>(report: (db: Database, period: ReportPeriod) => Promise<A>, inWholeMonths = false) =>
    async (call: Asking): Promise<Read<A>> => {
      const period = await periodOf(platform, call, inWholeMonths)
      return await reading(platform, async (tx) => await report(tx, period))
    }
  /** A report about now. */
  const about =
    <A extends object>(report: (db: Database, scope: ReportScope) => Promise<A>) =>
    async (call: Asking): Promise<Read<A>> => {
      const scope = await scopeOf(platform, call)
      return await reading(platform, async (tx) => await report(tx, scope))
    }
  return [
    route(api.reportOccupancy, over(occupancy)),
    route(api.reportMoves, over(moves)),
    route(api.reportStays, over(stays)),
    route(api.reportDemand, over(demand)),
    route(api.reportPrices, about(prices)),
    route(api.reportRentRoll, async (call) => {
      const { page, pageSize } = call.query
      const wish = { page: Number(page ?? 1), pageSize: Number(pageSize ?? PER_PAGE) }
      return await about(async (tx, scope) => await rentRoll(tx, scope, wish))(call)
    }),
    route(api.reportRevenue, over(revenue, true)),
    route(api.reportAgedDebt, async (call) => {
      const past = await pastDayOf(platform, call.query.on)
      return await about(async (tx, scope) => await agedDebt(tx, scope, past))(call)
    }),
    route(api.reportDeposits, over(deposits, true)),
    route(api.reportVat, over(vat, true)),
  ]
}

type Asking = Parameters<typeof periodOf>[1]
type Read<A> = A & { readonly asOf: string | null }

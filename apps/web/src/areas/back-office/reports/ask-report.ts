import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import * as figures from '@stowage/api/report-figures'
import type { ReportName } from '@stowage/api/report-words'
import { queryOf } from '../../../client/index.ts'
import { agedDebtView, depositsView, revenueView, vatView } from './money-views.ts'
import { pricesView, rentStocksView } from './rent-views.ts'
import { askedOf, type ReportSide, type ReportWanted } from './report-query.ts'
import type { AnyView } from './report-view.ts'
import { movesView, occupancyView } from './space-views.ts'
import { demandView, staysView } from './tenant-views.ts'
import type { ReportWords } from './words.ts'

type Draw = (answer: unknown, by: ReportSide, words: ReportWords) => AnyView

/** A call with how its answer is drawn; that both are of one kind is checked here, once. */
const report = <E extends AnyEndpoint>(
  endpoint: E,
  view: (answer: Answer<E>, by: ReportSide, words: ReportWords) => AnyView,
) => ({ endpoint: endpoint as AnyEndpoint, view: view as Draw })

const reports: Readonly<Record<ReportName, ReturnType<typeof report>>> = {
  occupancy: report(figures.reportOccupancy, occupancyView),
  moves: report(figures.reportMoves, movesView),
  stays: report(figures.reportStays, staysView),
  demand: report(figures.reportDemand, demandView),
  prices: report(figures.reportPrices, pricesView),
  'rent-roll': report(figures.reportRentRoll, (answer, _by, words) => rentStocksView(answer, words)),
  revenue: report(figures.reportRevenue, revenueView),
  'aged-debt': report(figures.reportAgedDebt, (answer, _by, words) => agedDebtView(answer, words)),
  deposits: report(figures.reportDeposits, depositsView),
  vat: report(figures.reportVat, vatView),
}

/** What to ask of the server for a report. */
export function askReport(wanted: ReportWanted) {
  const page = wanted.report === 'rent-roll' && wanted.page > 1 ? { page: String(wanted.page) } : {}
  const input = { query: { ...askedOf(wanted), ...page } }
  return queryOf(reports[wanted.report].endpoint, input as never)
}

export const drawReport = (wanted: ReportWanted, answer: unknown, words: ReportWords): AnyView =>
  reports[wanted.report].view(answer, wanted.by, words)

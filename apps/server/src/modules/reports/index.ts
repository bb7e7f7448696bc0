import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import { companyExportJobs, companyExportRoutes } from './company-export/routes.ts'
import { createDeskMemory } from './desk-memory.ts'
import { figureRoutes } from './report-routes.ts'
import { reportRoutes } from './routes.ts'
import { countIn } from './sums-store.ts'

/** The reports module of one server: what staff read about the company; it writes nothing but the sums of the book and archives of the company. */
export function createReports(platform: Platform, modules: { readonly accounts: Accounts }): Module {
  const desk = createDeskMemory()
  return {
    routes: [
      ...reportRoutes(platform, modules.accounts, desk),
      ...figureRoutes(platform),
      ...companyExportRoutes(platform),
    ],
    jobs: [
      { name: 'sum-the-book', everySeconds: 60, run: async () => await platform.transact(countIn) },
      ...companyExportJobs(platform),
    ],
    heard: desk.heard,
  }
}

import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import { createDeskMemory } from './desk-memory.ts'
import { figureRoutes } from './report-routes.ts'
import { reportRoutes } from './routes.ts'
import { countIn } from './sums-store.ts'

/** The reports module of one server: what staff read about the company; it writes nothing but the sums of the book. */
export function createReports(platform: Platform, modules: { readonly accounts: Accounts }): Module {
  const desk = createDeskMemory()
  return {
    routes: [...reportRoutes(platform, modules.accounts, desk), ...figureRoutes(platform)],
    jobs: [{ name: 'sum-the-book', everySeconds: 60, run: async () => await platform.transact(countIn) }],
    heard: desk.heard,
  }
}

import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import { reportRoutes } from './routes.ts'

/** The reports module of one server: what staff read about the company; it writes nothing. */
export function createReports(platform: Platform, modules: { readonly accounts: Accounts }): Module {
  return { routes: reportRoutes(platform, modules.accounts) }
}

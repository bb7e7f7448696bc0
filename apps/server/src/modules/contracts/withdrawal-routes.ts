import * as api from '@stowage/api/withdrawals'
import { publicRoute, route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { askWithdrawal } from './ask-withdrawal.ts'
import { clearBox, confirmWithdrawal, previewWithdrawal } from './withdraw-contract.ts'

export function withdrawalRoutes(platform: Platform, { catalog }: { readonly catalog: Catalog }): Route[] {
  const tools = { platform, catalog }
  return [
    publicRoute(api.askWithdrawal, async (call) => await askWithdrawal(platform, call)),
    publicRoute(
      api.previewWithdrawal,
      async (call) => await platform.transact(async (tx) => await previewWithdrawal(tools, tx, call)),
    ),
    publicRoute(
      api.confirmWithdrawal,
      async (call) => await call.transact(async (tx) => await confirmWithdrawal(tools, tx, call)),
    ),
    route(api.clearBox, async (call) => await call.transact(async (tx) => await clearBox(tools, tx, call))),
  ]
}

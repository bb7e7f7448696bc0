import { getCompany } from '@stowage/api/catalog'
import { updateCompany } from '@stowage/api/company'
import { publicRoute, route, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { authorOf } from './author.ts'
import { setCompany, type Company } from './set-company.ts'
import type { Memory } from './memory.ts'

/** What the operator says about himself: read by every screen, written by a superUser. */
export function companyRoutes({ clock, config }: Platform, memory: Memory): Route[] {
  const shown = ({ updatedAt, ...company }: Company) => ({
    ...company,
    demo: config.demo,
    clockOffsetMs: clock.offset(),
    businessNow: clock.now().toString(),
    updated: updatedAt?.toString() ?? null,
  })
  return [
    publicRoute(getCompany, async () => shown(await memory.company.get())),
    route(updateCompany, async (call) => {
      const { updated, ...settings } = call.body
      return await call.transact(async (tx) =>
        shown(await setCompany({ clock }, tx, authorOf(call), settings, updated)),
      )
    }),
  ]
}

import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import type { Catalog } from '../catalog/index.ts'
import { lockChanged } from './events.ts'
import { createLocksClient } from './locks-client.ts'
import type { AccessTools } from './open-door.ts'
import { mayReach } from '../../platform/outgoing-address.ts'
import { accessRoutes } from './routes.ts'
import { mountSiteGateway } from './site-gateway.ts'
import { createSites, type Sites } from './sites.ts'
import { createSiteWatch, noticeLeftOpen } from './watch-sites.ts'

export { boxLeftOpen, lockChanged, locksRead, siteAvailability } from './events.ts'

export interface Access extends Module {
  readonly sites: Sites
}

/** The access module of one server: who opens what, through which site, and what was seen there. */
export function createAccess(platform: Platform, modules: { catalog: Catalog }): Access {
  const locks = createLocksClient({
    mayReach: (host, port) => mayReach(platform.config.locksAllowedAddresses, host, port),
  })
  const sites = createSites(platform, modules.catalog)
  const tools: AccessTools = { platform, catalog: modules.catalog, locks, sites }
  const watch = createSiteWatch(tools)
  let hub: Hub | undefined
  return {
    sites,
    routes: accessRoutes(tools, watch),
    jobs: [
      { name: 'watch-sites', everySeconds: 15, run: async () => await watch.beat() },
      { name: 'notice-left-open', everySeconds: 30, run: async () => await noticeLeftOpen(tools) },
    ],
    mount: async (app) => await mountSiteGateway(app, platform, sites),
    useHub: (given) => {
      hub = given
    },
    heard({ type, payload }) {
      if (type !== lockChanged.type) return
      const { boxId, unitNumber, stockId, lockId, accountId, state, at } = payload as NonNullable<
        typeof lockChanged.payload
      >
      if (state === 'unavailable') return
      const actionType = state === 'opened' ? 'BOX_OPENED' : 'BOX_CLOSED'
      const seen = { boxId, UnitNumber: unitNumber, stockId, at }
      // As the lists show it (boxes/fetch): the state to who watches locks, its address on the bus to who reads boxes.
      hub?.send(
        { staff: { permission: 'boxes.read', stockId } },
        { actionType, payload: { ...seen, lockId } },
      )
      hub?.send(
        { staff: { permission: 'boxes.lockStatus', stockId, without: 'boxes.read' } },
        { actionType, payload: seen },
      )
      if (accountId !== null) hub?.send({ accounts: [accountId] }, { actionType, payload: seen })
    },
    close: async () => locks.close(),
  }
}

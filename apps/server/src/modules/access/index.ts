import { rememberNonces } from '@stowage/lsp/signed-headers'
import { machineNow } from '../../platform/clock.ts'
import { on } from '../../platform/events/dispatcher.ts'
import { createSignals } from '../../platform/events/signals.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { locksWay } from '../../platform/outgoing-purposes.ts'
import { personErased } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { forgetListedPins } from './exposed-pins-store.ts'
import { forgetWhoOpened } from './erase-openings.ts'
import { judgeOpenings } from './judge-openings.ts'
import { SiteUnavailable, type LockGateway } from './lock-gateway.ts'
import { createLocksClient } from './locks-client.ts'
import { createLspGateway } from './lsp-gateway.ts'
import type { AccessTools } from './open-door.ts'
import { cutOpenings } from './openings-erasure-store.ts'
import { forgetOldOrders } from './order-store.ts'
import { mountPairing } from './pair-site.ts'
import { createListPusher } from './push-access-lists.ts'
import { createPush } from './push.ts'
import { accessRoutes } from './routes.ts'
import { mountTunnel } from './serve-tunnel.ts'
import { createSigningKey } from './signing-key.ts'
import { mountSiteGateway } from './site-gateway.ts'
import { siteRoutes } from './site-routes.ts'
import { countAway } from './site-count-view.ts'
import { createSites, type Sites } from './sites.ts'
import { createCertificates } from './tell-certificate.ts'
import { createTakeEvents } from './take-events.ts'
import { noticeLeftOpen } from './tell-left-open.ts'
import { createTunnelExchange } from './tunnel-exchange.ts'
import { accessListHandlers } from './want-access-lists.ts'
import { createSiteWatch } from './watch-sites.ts'

export { boxForced, boxLeftOpen, lockChanged, locksRead, pinVoided, siteAvailability } from './events.ts'

export interface Access extends Module {
  readonly sites: Sites
  readonly gateway: LockGateway
  /** PEM: what a site checks lists of who may open with. Pairing hands it out. */
  serverPublicKey(): Promise<string>
}

/** For so long a site keeps what it has not told (docs/protocols/lsp.md 4). */
const EVENTS_KEPT = { hours: 30 * 24 }

/** The access module of one server: who opens what, through which site, and what was seen there. */
export function createAccess(platform: Platform, modules: { catalog: Catalog }): Access {
  const { catalog } = modules
  const { config, log } = platform
  if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set')
  const signals = createSignals({ url: config.listenUrl ?? config.databaseUrl, log })
  const direct = createLocksClient({
    mayReach: locksWay(config).mayReach,
    mayBePlain: (host, port) =>
      config.locksPlainAddresses.some((one) => one === host || one === `${host}:${port}`),
  })
  const sites = createSites(platform, catalog, signals)
  const tunnels = createTunnelExchange(platform, signals)
  const gateway = createLspGateway({ sites, direct, tunnels })
  const signingKey = createSigningKey(platform)
  const lists = createListPusher({
    platform,
    catalog,
    signingKey: async () => (await signingKey()).privateKey,
    // A site that is away holds up nobody else's list; when it is back, its own is wanted.
    apply: async (stockId, list) => {
      if (await watch.isOk(stockId)) return await gateway.applyList(stockId, list)
      throw new SiteUnavailable('the site is away')
    },
  })
  const tools: AccessTools = { platform, catalog, gateway, sites, tunnels, pushLists: lists.soon }
  const watch = createSiteWatch(tools)
  const nonces = rememberNonces()
  const takeEvents = createTakeEvents(platform, (stockId) => watch.lookSoon(stockId))
  const push = createPush()
  sites.onChange((stockId) => {
    direct.forget(stockId)
    hangUpUnknown(stockId).catch((error: unknown) =>
      log.error({ err: error, siteId: stockId }, 'a tunnel was not looked at'),
    )
  })
  /** A tunnel under a key that counts no more ends. */
  async function hangUpUnknown(stockId: string): Promise<void> {
    const tunnel = tunnels.get(stockId)
    if (!tunnel) return
    const site = await sites.keys(stockId)
    if (site?.keys.some(({ keyId }) => keyId === tunnel.keyId) !== true)
      tunnel.hangUp('its key counts no more')
  }
  return {
    sites,
    gateway,
    serverPublicKey: async () => (await signingKey()).publicKey,
    routes: [...accessRoutes(tools, watch), ...siteRoutes(tools, watch)],
    handlers: [
      ...accessListHandlers(lists.soon),
      on(personErased, 'access erases who opened', async (tx, { payload }) => {
        await cutOpenings(tx, payload.accountId)
        await forgetListedPins(tx, payload.accountId)
      }),
    ],
    jobs: [
      {
        name: 'forget-who-opened',
        everySeconds: 3600,
        run: async () => await forgetWhoOpened(platform),
      },
      {
        name: 'forget-site-orders',
        everySeconds: 3600,
        run: async () => await forgetOldOrders(platform.db, machineNow().subtract(EVENTS_KEPT)),
      },
      { name: 'push-access-lists', everySeconds: 5, run: lists.run },
      { name: 'watch-sites', everySeconds: 15, run: async () => await watch.beat() },
      { name: 'notice-left-open', everySeconds: 30, run: async () => await noticeLeftOpen(platform) },
      {
        name: 'judge-openings',
        everySeconds: 15,
        run: async (stopping) => await judgeOpenings({ platform, catalog }, stopping),
      },
    ],
    async mount(app) {
      const arrived = (stockId: string): void => watch.lookSoon(stockId)
      const parts = { platform, sites, nonces, takeEvents }
      const certificates = createCertificates({ platform, sites, told: arrived })
      await mountSiteGateway(app, { ...parts, exchange: tunnels, certificates })
      await mountPairing(app, { platform, catalog, sites, signingKey })
      await mountTunnel(app, { ...parts, exchange: tunnels, arrived })
    },
    counts: async () => {
      const { sites: away, locks } = await countAway(platform.db)
      return { sites_away: away, locks_unavailable: locks, tunnels: tunnels.own().length }
    },
    useHub: push.useHub,
    heard: push.heard,
    start: async () => await signals.start(),
    async close() {
      await lists.close()
      await watch.close()
      await tunnels.close()
      direct.close()
      await signals.close()
    },
  }
}

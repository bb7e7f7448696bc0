import type { FastifyInstance } from 'fastify'
import type { ConsoleDeps } from './console/clock-calls.ts'
import { mountConsole } from './console/mount-console.ts'
import type { RunningSite, SiteControl } from './console/site-control.ts'
import { onPort, openKeptSetup, type SiteSetup } from './kept-setup.ts'
import { startProtocolSite } from './locks/protocol-site.ts'
import { startMailbox, type Mailbox } from './mail/start-mailbox.ts'
import { startPayKeeper, type PayKeeper } from './paykeeper/start-paykeeper.ts'

export interface SimulatorsOptions {
  /** Where all of them listen. */
  host: string
  /** Fixed ports; else those of the last start, else free ones. */
  ports?: { payKeeper?: Record<string, number>; smtp?: number; sites?: Record<string, number> }
  /** Of the product, as the browser sees it. */
  publicUrl: string
  /** Of the product, as this machine reaches it, where that is another one. */
  productUrl?: string
  /** Where a cabinet reports payments; by default `{product}/api/payments/paykeeper/{name}`. */
  notificationUrl?: (currency: string) => string
  /** One PayKeeper cabinet each. */
  currencies: readonly string[]
  /** Sites known by now; those added in earlier starts come back by themselves. */
  sites?: readonly SiteSetup[]
  stateDir: string
  /** When a door falls shut by itself (20). */
  closeAfterSeconds?: number
  /** Starts a site; by default one that only speaks the protocol, without agent and hardware. */
  startSite?: (site: SiteSetup, where: SiteWhere) => Promise<RunningSite>
}

/** Where a site is to run, and whom it tells. */
export interface SiteWhere {
  readonly host: string
  readonly port: number
  readonly stateDir: string
  /** Of the product, as this machine reaches it. */
  readonly product: string
  readonly closeAfterSeconds?: number
}

export interface Simulators {
  readonly payKeeper: Readonly<
    Record<string, { name: string; baseUrl: string; login: string; password: string; secretWord: string }>
  >
  readonly smtpUrl: string
  /** Where each site's locks server is; grows with addSite. */
  readonly sites: Readonly<Record<string, { host: string; port: number }>>
  /** Starts the locks server of a site, or starts it anew with other locks or another secret (on the same port). */
  addSite(site: SiteSetup): Promise<{ host: string; port: number; lanUrl?: string | undefined }>
  removeSite(siteId: string): Promise<void>
  mountConsole(app: FastifyInstance, deps?: ConsoleDeps): Promise<void>
  /** For tests. */
  readonly mailbox: Mailbox
  readonly cabinets: ReadonlyMap<string, PayKeeper>
  /** @throws Error for an unknown site */
  site(siteId: string): SiteControl
  close(): Promise<void>
}

/** Starts everything that stands in for the world: payment service, mail server, warehouses. */
export async function startSimulators(options: SimulatorsOptions): Promise<Simulators> {
  const { host, stateDir } = options
  const product = (options.productUrl ?? options.publicUrl).replace(/\/$/, '')
  const kept = openKeptSetup(stateDir)
  const cabinets = new Map<string, PayKeeper>()
  const running = new Map<string, RunningSite>()
  const addresses: Record<string, { host: string; port: number }> = {}
  const isWildcard = host === '0.0.0.0' || host === '::'
  let mailbox: Mailbox | undefined

  const startCabinet = async (currency: string): Promise<void> => {
    const { login, password, secretWord, port } = kept.cabinet(currency)
    const fixed = options.ports?.payKeeper?.[currency]
    const start = (on: number): Promise<PayKeeper> =>
      startPayKeeper({
        host,
        port: on,
        login,
        password,
        secretWord,
        currency,
        notificationUrl:
          options.notificationUrl?.(currency) ?? `${product}/api/payments/paykeeper/${cabinetName(currency)}`,
        stateFile: `${stateDir}/paykeeper-${currency}.json`,
        // Bills are opened by browsers, which do not know what 0.0.0.0 is.
        ...(isWildcard ? { browserHost: new URL(options.publicUrl).hostname } : {}),
      })
    const cabinet = await (fixed === undefined ? onPort(port, start) : start(fixed))
    cabinets.set(currency, cabinet)
    kept.keepCabinetPort(currency, cabinet.port)
  }

  const startMail = async (): Promise<Mailbox> => {
    const fixed = options.ports?.smtp
    const start = (on: number): Promise<Mailbox> => startMailbox({ host, port: on })
    const started = await (fixed === undefined ? onPort(kept.smtpPort(), start) : start(fixed))
    kept.keepSmtpPort(started.port)
    return started
  }

  const stopSite = async (siteId: string): Promise<void> => {
    await running.get(siteId)?.close()
    running.delete(siteId)
    delete addresses[siteId]
  }

  const startSite: Simulators['addSite'] = async (site) => {
    await stopSite(site.siteId)
    const fixed = options.ports?.sites?.[site.siteId]
    const startAs = options.startSite ?? startPlainSite
    const start = async (on: number): Promise<RunningSite> =>
      await startAs(site, {
        host,
        port: on,
        stateDir,
        product,
        ...(options.closeAfterSeconds === undefined ? {} : { closeAfterSeconds: options.closeAfterSeconds }),
      })
    const server = await (fixed === undefined ? onPort(kept.sitePort(site.siteId), start) : start(fixed))
    running.set(site.siteId, server)
    kept.keepSite(site, server.port)
    addresses[site.siteId] = { host: server.host, port: server.port }
    return { ...addresses[site.siteId]!, ...(server.lanUrl === undefined ? {} : { lanUrl: server.lanUrl }) }
  }
  // One after the other: two calls for one site must not leave two servers.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = queue.then(act)
    queue = result.catch(() => undefined)
    return result
  }

  const close = async (): Promise<void> => {
    await queue
    await Promise.all([
      ...[...cabinets.values()].map((cabinet) => cabinet.close()),
      ...[...running.values()].map((site) => site.close()),
      mailbox?.close(),
    ])
  }

  try {
    for (const currency of options.currencies) await startCabinet(currency)
    const given = new Map((options.sites ?? []).map((site) => [site.siteId, site]))
    // Who starts sites himself knows best which there are.
    if (options.startSite === undefined)
      for (const site of kept.sites()) if (!given.has(site.siteId)) given.set(site.siteId, site)
    for (const site of given.values()) await startSite(site)
    mailbox = await startMail()
  } catch (error) {
    await close()
    throw error
  }
  const mail = mailbox

  return {
    payKeeper: Object.fromEntries(
      [...cabinets].map(([currency, { baseUrl }]) => {
        const { login, password, secretWord } = kept.cabinet(currency)
        return [currency, { name: cabinetName(currency), baseUrl, login, password, secretWord }]
      }),
    ),
    smtpUrl: mail.smtpUrl,
    sites: addresses,
    addSite: (site) => inTurn(() => startSite(site)),
    removeSite: (siteId) =>
      inTurn(async () => {
        await stopSite(siteId)
        kept.dropSite(siteId)
      }),
    mountConsole: (app, deps) => mountConsole(app, { mailbox: mail, cabinets, sites: running }, deps),
    mailbox: mail,
    cabinets,
    site: (siteId) => {
      const site = running.get(siteId)
      if (!site) throw new Error(`no site ${siteId}`)
      return site.control
    },
    close,
  }
}

/** Under this name the product files the cabinet: part of the address of its notifications. */
function cabinetName(currency: string): string {
  return `paykeeper-${currency.toLowerCase()}`
}

async function startPlainSite(
  site: SiteSetup,
  { host, port, stateDir, product, ...rest }: SiteWhere,
): Promise<RunningSite> {
  const eventsUrl = `${product}/api/site-gateway/${site.siteId}/events`
  return await startProtocolSite(site, { host, port, stateDir, eventsUrl, ...rest })
}

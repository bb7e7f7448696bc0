import type { FastifyInstance } from 'fastify'
import type { ConsoleDeps } from './console/clock-calls.ts'
import { mountConsole } from './console/mount-console.ts'
import type { RunningSite, SiteControl } from './console/site-control.ts'
import { onPort, openKeptSetup, type SiteSetup } from './kept-setup.ts'
import { startProtocolSite } from './locks/protocol-site.ts'
import { startMailbox, type Mailbox } from './mail/start-mailbox.ts'
import { startPayKeeper, type PayKeeper } from './paykeeper/start-paykeeper.ts'
import { startStripe, type StripeSimulator } from './stripe/start-stripe.ts'
import { startSmsGateway, type SimulatedSmsGateway } from './sms/start-sms-gateway.ts'

export interface SimulatorsOptions {
  /** Where all of them listen. */
  host: string
  /** Fixed ports; else those of the last start, else free ones. */
  ports?: {
    payKeeper?: Record<string, number>
    stripe?: number
    smtp?: number
    sites?: Record<string, number>
  }
  /** Of the product, as the browser sees it. */
  publicUrl: string
  /** Of the product, as this machine reaches it, where that is another one. */
  productUrl?: string
  /** Where a cabinet reports payments; by default `{product}/api/payments/paykeeper/{name}`. */
  notificationUrl?: (currency: string) => string
  /** Where Stripe sends its events; by default `{product}/api/payments/stripe/{name}`. */
  stripeWebhookUrl?: string
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
  /** One account for every currency it knows (EUR, USD, PLN). */
  readonly stripe: Readonly<{ name: string; baseUrl: string; secretKey: string; webhookSecret: string }>
  readonly smtpUrl: string
  /** Where short messages go. */
  readonly sms: { readonly url: string; readonly accountSid: string; readonly authToken: string }
  /** Where each site's locks server is; grows with addSite. */
  readonly sites: Readonly<Record<string, { host: string; port: number }>>
  /** Starts the locks server of a site, or starts it anew with other locks or another secret (on the same port). */
  addSite(site: SiteSetup): Promise<{ host: string; port: number; lanUrl?: string | undefined }>
  removeSite(siteId: string): Promise<void>
  mountConsole(app: FastifyInstance, deps?: ConsoleDeps): Promise<void>
  /** For tests. */
  readonly mailbox: Mailbox
  readonly phones: SimulatedSmsGateway
  readonly cabinets: ReadonlyMap<string, PayKeeper>
  readonly stripeAccount: StripeSimulator
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
  let stripeAccount: StripeSimulator | undefined
  let gateway: SimulatedSmsGateway | undefined

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

  const startStripeAccount = async (): Promise<StripeSimulator> => {
    const { secretKey, webhookSecret, port } = kept.stripe()
    const fixed = options.ports?.stripe
    const start = (on: number): Promise<StripeSimulator> =>
      startStripe({
        host,
        port: on,
        secretKey,
        webhookSecret,
        webhookUrl: options.stripeWebhookUrl ?? `${product}/api/payments/stripe/${STRIPE_NAME}`,
        stateFile: `${stateDir}/stripe.json`,
        // Its pages are opened by browsers, which do not know what 0.0.0.0 is.
        ...(isWildcard ? { browserHost: new URL(options.publicUrl).hostname } : {}),
      })
    const started = await (fixed === undefined ? onPort(port, start) : start(fixed))
    kept.keepStripePort(started.port)
    return started
  }

  const startMail = async (): Promise<Mailbox> => {
    const fixed = options.ports?.smtp
    const start = (on: number): Promise<Mailbox> => startMailbox({ host, port: on })
    const started = await (fixed === undefined ? onPort(kept.smtpPort(), start) : start(fixed))
    kept.keepSmtpPort(started.port)
    return started
  }

  const startPhones = async (): Promise<SimulatedSmsGateway> => {
    const { accountSid, authToken, port } = kept.sms()
    // Reports go to the product as this machine reaches it, which may not be how browsers do.
    const reach = (callback: string): string => product + new URL(callback).pathname
    const started = await onPort(
      port,
      async (on) => await startSmsGateway({ host, port: on, accountSid, authToken, reach }),
    )
    kept.keepSmsPort(started.port)
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
      stripeAccount?.close(),
      mailbox?.close(),
      gateway?.close(),
    ])
  }

  try {
    for (const currency of options.currencies) await startCabinet(currency)
    const given = new Map((options.sites ?? []).map((site) => [site.siteId, site]))
    // Who starts sites himself knows best which there are.
    if (options.startSite === undefined)
      for (const site of kept.sites()) if (!given.has(site.siteId)) given.set(site.siteId, site)
    for (const site of given.values()) await startSite(site)
    stripeAccount = await startStripeAccount()
    mailbox = await startMail()
    gateway = await startPhones()
  } catch (error) {
    await close()
    throw error
  }
  const [mail, phones] = [mailbox, gateway]
  const stripe = stripeAccount

  return {
    payKeeper: Object.fromEntries(
      [...cabinets].map(([currency, { baseUrl }]) => {
        const { login, password, secretWord } = kept.cabinet(currency)
        return [currency, { name: cabinetName(currency), baseUrl, login, password, secretWord }]
      }),
    ),
    stripe: {
      name: STRIPE_NAME,
      baseUrl: stripe.baseUrl,
      secretKey: kept.stripe().secretKey,
      webhookSecret: kept.stripe().webhookSecret,
    },
    smtpUrl: mail.smtpUrl,
    sms: { url: phones.baseUrl, accountSid: phones.accountSid, authToken: phones.authToken },
    sites: addresses,
    addSite: (site) => inTurn(() => startSite(site)),
    removeSite: (siteId) =>
      inTurn(async () => {
        await stopSite(siteId)
        kept.dropSite(siteId)
      }),
    mountConsole: (app, deps) =>
      mountConsole(app, { mailbox: mail, phones, cabinets, stripe, sites: running }, deps),
    mailbox: mail,
    phones,
    cabinets,
    stripeAccount: stripe,
    site: (siteId) => {
      const site = running.get(siteId)
      if (!site) throw new Error(`no site ${siteId}`)
      return site.control
    },
    close,
  }
}

/** Under this name the product files the account: part of the address of its webhooks. */
const STRIPE_NAME = 'stripe'

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

import { randomBytes } from 'node:crypto'
import type { LockConfig } from './locks/site-records.ts'
import { openStateFile } from './state-file.ts'

export interface SiteSetup {
  siteId: string
  /** Shown in the console; the id when absent. */
  name?: string
  secret: string
  keyId: string
  locks: LockConfig[]
  /** PEM: under it come lists of who may open. A site that only speaks the protocol needs none. */
  serverPublicKey?: string
}

interface KeptCabinet {
  login: string
  password: string
  secretWord: string
  port: number
}

interface KeptStripe {
  secretKey: string
  webhookSecret: string
  port: number
}

interface KeptSms {
  accountSid: string
  authToken: string
  port: number
}

interface Setup {
  cabinets: Record<string, KeptCabinet>
  /** Absent in what was kept before there was such an account. */
  stripe?: KeptStripe
  smtpPort: number
  sms?: KeptSms
  sites: (SiteSetup & { port: number })[]
}

/** What stays the same over a restart: the product has stored addresses of sites, bills and the signatures' secrets. */
export interface KeptSetup {
  cabinet(currency: string): KeptCabinet
  stripe(): KeptStripe
  smtpPort(): number
  sms(): KeptSms
  sites(): readonly SiteSetup[]
  sitePort(siteId: string): number
  keepCabinetPort(currency: string, port: number): void
  keepStripePort(port: number): void
  keepSmtpPort(port: number): void
  keepSmsPort(port: number): void
  keepSite(site: SiteSetup, port: number): void
  dropSite(siteId: string): void
}

export function openKeptSetup(stateDir: string): KeptSetup {
  const file = openStateFile<Setup>(`${stateDir}/simulators.json`)
  const setup: Setup = file.load() ?? { cabinets: {}, smtpPort: 0, sites: [] }
  const save = (): void => file.save(setup)
  const random = (): string => randomBytes(18).toString('base64url')
  const cabinet = (currency: string): KeptCabinet => {
    setup.cabinets[currency] ??= {
      login: `demo-${currency.toLowerCase()}`,
      password: random(),
      secretWord: random(),
      port: 0,
    }
    return setup.cabinets[currency]
  }
  const stripe = (): KeptStripe =>
    (setup.stripe ??= { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}`, port: 0 })
  const sms = (): KeptSms =>
    (setup.sms ??= { accountSid: `AC${randomBytes(16).toString('hex')}`, authToken: random(), port: 0 })
  return {
    cabinet,
    stripe,
    sms,
    keepSmsPort: (port) => {
      sms().port = port
      save()
    },
    smtpPort: () => setup.smtpPort,
    sites: () => setup.sites.map(({ port: _port, ...site }) => site),
    sitePort: (siteId) => setup.sites.find((site) => site.siteId === siteId)?.port ?? 0,
    keepCabinetPort: (currency, port) => {
      cabinet(currency).port = port
      save()
    },
    keepStripePort: (port) => {
      stripe().port = port
      save()
    },
    keepSmtpPort: (port) => {
      setup.smtpPort = port
      save()
    },
    keepSite: (site, port) => {
      setup.sites = [...setup.sites.filter((other) => other.siteId !== site.siteId), { ...site, port }]
      save()
    },
    dropSite: (siteId) => {
      setup.sites = setup.sites.filter((site) => site.siteId !== siteId)
      save()
    },
  }
}

/** Starts on the wanted port; where somebody else has it meanwhile, on any free one. */
export async function onPort<T>(wanted: number, start: (port: number) => Promise<T>): Promise<T> {
  if (wanted === 0) return await start(0)
  try {
    return await start(wanted)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await start(0)
  }
}

import path from 'node:path'
import type { MainOptions, Running } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { type Simulators, startSimulators } from '@stowage/simulators'
import { stocks } from '../demo/stocks.ts'
import { startSimulatedSite } from '../simulated-site/start-simulated-site.ts'
import { refillCompany } from './demo-company.ts'
import { connectSites } from './demo-sites.ts'
import { connectSpaceManager, readSpaceManager } from './demo-space-manager.ts'
import type { Lifetime } from './lifetime.ts'
import { moveBusinessClock } from './move-clock.ts'

type Currency = Config['payKeeper'][number]['currency']

/** Everything around the server that the demo brings: payment service, mail server, warehouses, their console. */
const HERE = ['127.0.0.1', '::1']

export interface DemoWorld {
  /** The given settings, with the simulated services where no real one is named. */
  readonly config: Config
  /** Mounts the console and connects the warehouses: a server that answers has all its doors. */
  readonly extend: NonNullable<MainOptions['extend']>
  /** The server is up: from now on the console may fill anew. Comes back when its own jobs have had their first look at the demo's world. */
  ready(server: Running): Promise<void>
}

export async function startDemoWorld(given: Config, lifetime: Lifetime): Promise<DemoWorld> {
  const product = `http://${given.host.includes(':') ? '[::1]' : '127.0.0.1'}:${given.port}`
  const currencies = [...new Set(stocks.map(({ stock }) => stock.currency))]
  // PayKeeper knows roubles only; the rest of the demo's world pays through Stripe.
  const simulated = currencies.filter(
    (currency) => currency === 'RUB' && !given.payKeeper.some((cabinet) => cabinet.currency === currency),
  )
  const nameOf = (currency: string): string => `demo-${currency.toLowerCase()}`
  const simulators = await startSimulators({
    host: given.host,
    publicUrl: given.publicUrl,
    productUrl: product,
    notificationUrl: (currency) => `${product}/api/payments/paykeeper/${nameOf(currency)}`,
    currencies: simulated,
    stateDir: path.join(given.dataDir, 'simulators'),
    startSite: async (site, where) => await startSimulatedSite(site, where),
  })
  await lifetime.started('The simulators', () => simulators.close())
  let server: Running | undefined
  return {
    config: withSimulators(given, simulators, { cabinets: simulated, currencies, nameOf }),
    extend: async (app, running) => {
      await simulators.mountConsole(app, {
        businessClock: moveBusinessClock(running),
        refill: async () => {
          if (!server) throw new Error('the demo is still starting')
          await refillCompany(server, lifetime)
          await connectSites(server, simulators)
          await connectSpaceManager(server, lifetime)
          await readSpaceManager(server)
        },
      })
      await connectSites(running, simulators)
      await connectSpaceManager(running, lifetime)
    },
    async ready(running) {
      server = running
      await readSpaceManager(running)
    },
  }
}

function withSimulators(
  given: Config,
  simulators: Simulators,
  demo: {
    readonly cabinets: readonly Currency[]
    readonly currencies: readonly Currency[]
    readonly nameOf: (currency: string) => string
  },
): Config {
  const { nameOf } = demo
  const cabinets = demo.cabinets.flatMap((currency) => {
    const cabinet = simulators.payKeeper[currency]
    if (!cabinet) return []
    const { baseUrl, login, password, secretWord } = cabinet
    return [{ name: nameOf(currency), url: baseUrl, login, password, secretWord, currency }]
  })
  return {
    ...given,
    payKeeper: [...given.payKeeper, ...cabinets],
    stripe: [
      {
        name: simulators.stripe.name,
        url: simulators.stripe.baseUrl,
        secretKey: simulators.stripe.secretKey,
        webhookSecret: simulators.stripe.webhookSecret,
        currencies: demo.currencies.filter((currency) => currency !== 'RUB'),
        methods: ['card', 'sepa', 'paypal'],
      },
    ],
    smtpUrl: given.smtpUrl ?? simulators.smtpUrl,
    sms: { ...given.sms, gateway: given.sms.gateway ?? { ...simulators.sms, from: 'Stowage' } },
    // Everything simulated is on this machine, which otherwise only the operator may name.
    locksAllowedAddresses: [...given.locksAllowedAddresses, ...HERE],
    sourcesAllowedAddresses: [...given.sourcesAllowedAddresses, ...HERE],
    webhooksAllowedAddresses: [...given.webhooksAllowedAddresses, ...HERE],
    processorsAllowedAddresses: [...given.processorsAllowedAddresses, ...HERE],
  }
}

import { processorsWay } from '../../platform/outgoing-purposes.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Currency } from '@stowage/domain/money'
import type { Platform } from '../../platform/platform.ts'
import { createPayKeeperProcessor } from './paykeeper/adapter.ts'
import type { ClientOptions } from './paykeeper/client.ts'
import type { PayMethod, Processor, ProcessorKind } from './processor.ts'
import {
  assignmentsOf,
  environmentSettings,
  loadProcessorSettings,
  offersAt,
  reachOf,
  type Assignment,
  type ProcessorSetting,
} from './settings/index.ts'
import { createStripe } from './stripe/create-stripe.ts'

/** Where money is to be collected. */
export interface Place {
  readonly stockId: string
  readonly currency: Currency
}

export interface Offer {
  readonly method: PayMethod
  readonly processor: ProcessorKind
}

/** The processors that are set up, and which of them serves whom. */
export interface Registry {
  /** All of them, also those that take no new payments: what they have taken is still refunded and disputed. */
  all(): readonly Processor[]
  /** By the name that payments and messages carry. */
  named(name: string): Processor | undefined
  /** Whether it takes payments at all: it is live, neither paused nor retired. */
  takes(name: string): boolean
  /** Who collects here; without a method: whoever takes the first of those that are offered. */
  serving(place: Place, method?: PayMethod): Processor | undefined
  /** The methods a payer may choose from, in the order in which they are offered. */
  offers(place: Place): readonly Offer[]
}

export interface LiveRegistry extends Registry {
  /** Makes the adapter of given settings; calls nobody. */
  create(setting: ProcessorSetting): Processor
  /** Reads the settings anew; adapters whose settings have not changed stay, with what they know. */
  reload(): Promise<void>
}

interface Known {
  readonly setting: ProcessorSetting
  readonly processor: Processor
}

/** The registry of one server process: the settings of the server and those that staff have made. */
export function createRegistry(
  platform: Platform,
  options: { readonly limits?: ClientOptions['limits'] },
): LiveRegistry {
  const { db, config, log } = platform
  const way = processorsWay(config)
  const create = (setting: ProcessorSetting): Processor => {
    // Saved under a longer list: not called any more. Addresses of the server's own settings are the operator's word.
    if (setting.origin === 'database' && setting.url !== null && !way.mayCall(setting.url))
      throw new Error(`its address may not be called (${way.setting})`)
    if (setting.kind === 'paykeeper')
      return createPayKeeperProcessor(
        { ...setting, name: setting.id },
        {
          log,
          ...(setting.origin === 'database' ? { way } : {}),
          ...(options.limits === undefined ? {} : { limits: options.limits }),
        },
      )
    const { id, secretKey, webhookSecret, formerWebhookSecret, currencies, methods, url } = setting
    const account = {
      name: id,
      secretKey,
      webhookSecrets: formerWebhookSecret === null ? [webhookSecret] : [webhookSecret, formerWebhookSecret],
      currencies,
      methods,
      ...(url === null ? {} : { apiUrl: url }),
    }
    return createStripe(account, options.limits === undefined ? {} : { limits: options.limits })
  }
  const fixed = environmentSettings(config)
  const known = new Map<string, Known>()
  let assignments: readonly Assignment[] = []
  const take = (settings: readonly ProcessorSetting[]): void => {
    for (const setting of settings) {
      const before = known.get(setting.id)
      if (before !== undefined && isDeepStrictEqual(before.setting, setting)) continue
      try {
        known.set(setting.id, { setting, processor: create(setting) })
      } catch (err) {
        // One that cannot even be made keeps nobody from the others.
        log.error({ err, processorId: setting.id }, 'a payment processor cannot be made of its settings')
        known.delete(setting.id)
      }
    }
    const ids = new Set(settings.map(({ id }) => id))
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  }
  take(fixed)

  const offered = ({ stockId, currency }: Place) => {
    const reaches = [...known.values()].map(({ setting }) => {
      const { id, isLive, origin } = setting
      return { ...reachOf(setting), id, isLive, origin }
    })
    return offersAt({ id: stockId, currency }, reaches, assignments).offers.filter(
      ({ isOffered }) => isOffered,
    )
  }
  // Two at once would let the older answer win.
  let reading: Promise<void> = Promise.resolve()
  return {
    all: () => [...known.values()].map(({ processor }) => processor),
    named: (name) => known.get(name)?.processor,
    takes(name) {
      const setting = known.get(name)?.setting
      return setting !== undefined && setting.isLive && !setting.isRetired
    },
    serving(place, method) {
      const found = offered(place).find((offer) => method === undefined || offer.method === method)
      return found && known.get(found.processorId)?.processor
    },
    offers: (place) =>
      offered(place).flatMap(({ method, processorId }) => {
        const processor = known.get(processorId)?.processor
        return processor ? [{ method, processor: processor.kind }] : []
      }),
    create,
    reload() {
      const read = async (): Promise<void> => {
        const set = await loadProcessorSettings(db, config.secrets.storageKey, (processorId, err) =>
          log.error({ err, processorId }, 'the secrets of a payment processor cannot be opened'),
        )
        assignments = await assignmentsOf(db)
        take([...fixed, ...set])
      }
      const next = reading.then(read)
      reading = next.catch(() => undefined)
      return next
    },
  }
}

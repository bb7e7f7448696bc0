import type { Config } from '../../../platform/config.ts'
import type { Currency } from '@stowage/domain/money'
import { payMethods, takesCurrency } from '@stowage/domain/pay-method'
import type { PayMethod } from '../processor.ts'

interface Common {
  /** Stands in `payment.cabinet` and in the address of its messages. */
  readonly id: string
  readonly label: string
  readonly origin: 'database' | 'environment'
  /** Takes new payments. One that does not still answers for those it has taken: messages, refunds, disputes. */
  readonly isLive: boolean
  readonly isRetired: boolean
}

/** A processor as it is set up, its secrets open: for who talks to it, never for an answer or a log. */
export type ProcessorSetting = Common & (PayKeeperSetting | StripeSetting)

export interface PayKeeperSetting {
  readonly kind: 'paykeeper'
  /** Without a slash at its end. */
  readonly url: string
  readonly login: string
  readonly currency: Currency
  readonly password: string
  readonly secretWord: string
}

export interface StripeSetting {
  readonly kind: 'stripe'
  /** Null: Stripe itself; else a simulator. */
  readonly url: string | null
  readonly methods: readonly PayMethod[]
  readonly currencies: readonly Currency[]
  readonly secretKey: string
  readonly webhookSecret: string
  /** Signs what was under way when the secret was changed; null: only the present one counts. */
  readonly formerWebhookSecret: string | null
}

/** What a processor can take, as far as its settings say. */
export interface Reach {
  readonly kind: ProcessorSetting['kind']
  readonly currencies: readonly Currency[]
  readonly methods: readonly PayMethod[]
}

/** Which processor takes a method at a stock. */
export interface Assignment {
  readonly stockId: string
  readonly method: PayMethod
  readonly processorId: string
}

export function reachOf(
  setting:
    | Pick<PayKeeperSetting, 'kind' | 'currency'>
    | Pick<StripeSetting, 'kind' | 'methods' | 'currencies'>,
): Reach {
  return setting.kind === 'paykeeper'
    ? { kind: 'paykeeper', currencies: [setting.currency], methods: ['card'] }
    : { kind: 'stripe', currencies: setting.currencies, methods: setting.methods }
}

/** The methods of a processor that fit a currency, in the order of the port. */
export function methodsIn(reach: Reach, currency: Currency): PayMethod[] {
  if (!reach.currencies.includes(currency)) return []
  return payMethods.filter((method) => reach.methods.includes(method) && takesCurrency(method, currency))
}

export interface Offer {
  readonly method: PayMethod
  readonly processorId: string
  /** Can be paid with now: its processor is live and takes the method in this currency. */
  readonly isOffered: boolean
}

/**
 * What is set for a stock, in the order in which a tenant sees it. A stock for which nothing is set is served by what comes
 * from the settings of the server in its currency; one that has its own goes without, also while that does not work.
 * @param assignments of all stocks, in their order
 */
export function offersAt(
  stock: { readonly id: string; readonly currency: Currency },
  processors: readonly (Reach & Pick<Common, 'id' | 'isLive' | 'origin'>)[],
  assignments: readonly Assignment[],
): { readonly isInherited: boolean; readonly offers: readonly Offer[] } {
  const own = assignments.filter(({ stockId }) => stockId === stock.id)
  if (own.length > 0) {
    const offers = own.map(({ method, processorId }) => {
      const processor = processors.find(({ id }) => id === processorId)
      const isOffered = processor?.isLive === true && methodsIn(processor, stock.currency).includes(method)
      return { method, processorId, isOffered }
    })
    return { isInherited: false, offers }
  }
  const first = processors.find(
    ({ origin, currencies }) => origin === 'environment' && currencies.includes(stock.currency),
  )
  const methods = first === undefined ? [] : methodsIn(first, stock.currency)
  return {
    isInherited: true,
    offers: methods.map((method) => ({ method, processorId: first?.id ?? '', isOffered: true })),
  }
}

/** The processors of the server's own settings (PAYKEEPER_*, the demo's): always live, and only to be looked at. */
export function environmentSettings({
  payKeeper,
  stripe,
}: Pick<Config, 'payKeeper' | 'stripe'>): ProcessorSetting[] {
  const common = { origin: 'environment', isLive: true, isRetired: false } as const
  // Several of a kind differ by their currency, as the demo's cabinets do.
  const word = (kind: string, count: number, currency: string): string =>
    count === 1 ? kind : `${kind} ${currency}`
  return [
    ...payKeeper.map(({ name, ...cabinet }) => {
      const label = word('PayKeeper', payKeeper.length, cabinet.currency)
      return { ...common, id: name, label, kind: 'paykeeper', ...cabinet } as const
    }),
    ...stripe.map(({ name, ...account }) => {
      const label = word('Stripe', stripe.length, account.currencies.join(', '))
      return {
        ...common,
        id: name,
        label,
        kind: 'stripe',
        formerWebhookSecret: null,
        ...account,
      } as const
    }),
  ]
}

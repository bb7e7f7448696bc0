import { Stripe } from 'stripe'
import { startStripe, type StripeControl } from '../../../../../../tools/testing/processors.ts'
import { machineNow } from '../../../platform/clock.ts'
import type { Processor, RawMessage } from '../processor.ts'
import { createStripe, type StripeSettings } from '../stripe/create-stripe.ts'
import type { Begun, ProcessorRig, SetUp } from './processor-rig.ts'

const WEBHOOK_SECRET = 'whsec_suite'
const LIMITS = {
  usual: {},
  'one try': { retries: 0 },
  hurried: { totalMs: 500, connectMs: 500, retries: 0 },
} as const
const CARDS = { good: '4242424242424242', 'no funds': '4000000000009995' }

export interface StripeRig extends ProcessorRig {
  readonly control: StripeControl
  /** What happens at Stripe from now on happened so many days ago. */
  setDaysAgo(days: number): void
  settings(url: string): StripeSettings
}

/** Stripe's simulator, and the adapter in front of it. */
export const setUpStripe: SetUp<StripeRig> = async ({ messagesUrl }) => {
  let daysAgo = 0
  const simulator = await startStripe({
    host: '127.0.0.1',
    secretKey: 'sk_test_right',
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: messagesUrl,
    name: 'Boxes Ltd',
    clock: () => new Date(machineNow().subtract({ hours: 24 * daysAgo }).epochMilliseconds),
  })
  const { control } = simulator
  const settings = (url: string): StripeSettings => ({
    name: 'stripe',
    secretKey: 'sk_test_right',
    // The one in use comes second, as behind a change.
    webhookSecrets: ['whsec_next', WEBHOOK_SECRET],
    currencies: ['EUR', 'USD', 'PLN'],
    methods: ['card', 'sepa', 'paypal'],
    apiUrl: url,
  })
  return {
    url: simulator.baseUrl,
    currency: 'EUR',
    control,
    setDaysAgo: (days) => {
      daysAgo = days
    },
    settings,
    connect: (url, { key, patience }): Processor =>
      createStripe(
        { ...settings(url), ...(key === 'right' ? {} : { secretKey: 'sk_test_wrong' }) },
        { limits: LIMITS[patience] },
      ),
    pay: async (begun, card) => {
      await control.pay(pageOf(begun), { with: { card: CARDS[card] } })
    },
    leave: async (begun) => {
      await fetch(begun.page?.url ?? '')
    },
    rule: async (methodId, card) =>
      control.changeMethod(
        methodId,
        { good: null, 'no funds': 'insufficient_funds', stolen: 'stolen_card' }[card],
      ),
    refundThere: async (outsideId, amount) => {
      await control.refund(outsideId, amount)
    },
    unaccepted: () => control.deliveries().filter(({ accepted }) => !accepted).length,
    settle: async () => await control.settled(),
    spoil: (message, how) => {
      const body = message.body.toString('utf8')
      if (how === 'forged') return signed(body, 'whsec_stranger', 0)
      return how === 'stale'
        ? signed(body, WEBHOOK_SECRET, 301)
        : signed(body.slice(0, -9), WEBHOOK_SECRET, 0)
    },
    close: async () => await simulator.close(),
  }
}

export function pageOf({ page }: Begun): string {
  if (page === null) throw new Error('Stripe is paid on pages')
  return page.pageId
}

function signed(body: string, secret: string, age: number): RawMessage {
  const timestamp = Math.floor(machineNow().epochMilliseconds / 1000) - age
  const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return { body: Buffer.from(body), header: (name) => (name === 'stripe-signature' ? header : undefined) }
}

import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createStripe } from '@stowage/server/modules/payments/stripe/create-stripe'
import { startStripe } from '@stowage/simulators/stripe/start-stripe'
import { signature } from '@stowage/simulators/stripe/webhooks'
import { money } from '@stowage/domain/money'

export interface BenchPayment {
  readonly paymentId: string
  readonly accountId: string
  /** Minor units. */
  readonly amount: number
  readonly outsideId: string
}

/** A payment of the simulator's as its API tells it and as its event does, and the payments that are to look like it. */
export interface Samples {
  readonly intent: string
  readonly event: string
  readonly outsideId: string
  readonly eventId: string
  readonly payments: readonly BenchPayment[]
}

export const KEYS = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' } as const
/** What stands in the sample, and nowhere else in it. */
const SAMPLE = {
  paymentId: '7SAMPLEPAYMENT000000000000',
  accountId: '7SAMPLEACCOUNT000000000000',
  amount: 98_765_431,
}

/** Pays once at the simulator, by card. */
export async function takeSamples(): Promise<Omit<Samples, 'payments'>> {
  const events: string[] = []
  const catcher = http.createServer((request, response) => {
    void text(request).then((body) => {
      events.push(body)
      response.writeHead(200).end()
    })
  })
  await once(catcher.listen(0, '127.0.0.1'), 'listening')
  const { port } = catcher.address() as AddressInfo
  const simulator = await startStripe({ host: '127.0.0.1', ...KEYS, webhookUrl: `http://127.0.0.1:${port}/` })
  try {
    const stripe = createStripe({
      name: 'stripe',
      secretKey: KEYS.secretKey,
      webhookSecrets: [KEYS.webhookSecret],
      currencies: ['EUR'],
      methods: ['card'],
      apiUrl: simulator.baseUrl,
    })
    const page = await stripe.openPage({
      ...SAMPLE,
      amount: money(SAMPLE.amount, 'EUR'),
      reference: 'document:sample',
      stockId: 'sample',
      serviceName: 'Box YA001',
      email: 'payer@tenants.example',
      phone: '+493012345',
      language: 'de',
      createdById: SAMPLE.accountId,
      cart: [],
      returnUrl: 'http://127.0.0.1/payment-return',
      expiresAt: Temporal.Now.instant().add({ hours: 2 }),
    })
    await simulator.control.pay(page.pageId)
    await simulator.control.settled()
    const outsideId = simulator.control.intents()[0]?.id ?? ''
    const answer = await fetch(
      `${simulator.baseUrl}/v1/payment_intents/${outsideId}?expand[]=latest_charge.refunds`,
      { headers: { authorization: `Bearer ${KEYS.secretKey}` } },
    )
    const event = events.find((body) => body.includes('"payment_intent.succeeded"')) ?? ''
    const { id } = JSON.parse(event) as { id: string }
    return { intent: await answer.text(), event, outsideId, eventId: id }
  } finally {
    await simulator.close()
    catcher.closeAllConnections()
    catcher.close()
  }
}

const filled = (sample: string, { outsideId }: Samples, payment: BenchPayment): string =>
  sample
    .replaceAll(outsideId, payment.outsideId)
    .replaceAll(SAMPLE.paymentId, payment.paymentId)
    .replaceAll(SAMPLE.accountId, payment.accountId)
    .replaceAll(String(SAMPLE.amount), String(payment.amount))

export const answerOf = (samples: Samples, payment: BenchPayment): string =>
  filled(samples.intent, samples, payment)

/** @returns its event as it would come now, and its signature */
export function eventOf(samples: Samples, payment: BenchPayment): { body: string; signature: string } {
  const body = filled(samples.event, samples, payment).replaceAll(
    samples.eventId,
    `evt_${payment.outsideId.slice(3)}`,
  )
  return { body, signature: signature(body, KEYS.webhookSecret, Math.floor(Date.now() / 1000)) }
}

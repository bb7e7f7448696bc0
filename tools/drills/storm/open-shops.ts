import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { main, type Running } from '@stowage/server/main'
import { readConfig, type Config } from '@stowage/server/platform/config'
import { createPerson } from '@stowage/server/testing/people'
import { createPerson as personAt } from '@stowage/server/testing/person'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import { startStripe, type StripeSimulator } from '@stowage/simulators/stripe/start-stripe'
import { openKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { tokenMaker } from '../../bench/fill-world.ts'

export type ProcessorName = 'stripe' | 'paykeeper'

/** One invoice with a page on which it can be paid. */
export interface Attempt {
  readonly processor: ProcessorName
  readonly paymentId: string
  readonly documentId: string
  readonly accountId: string
  /** What is asked for, in minor units. */
  readonly amount: number
  /** The page's name at the processor. */
  readonly pageId: string
}

export interface Shops {
  readonly server: KillableServer
  readonly stripe: StripeSimulator
  readonly attempts: readonly Attempt[]
  /** Hears of every event of Stripe's, as the bytes that it would send. */
  onEvent: (body: string) => void
  /** A server on the same data that does nothing by itself. */
  openQuiet(): Promise<Running>
  /** Of somebody who may give money back. */
  staffToken(): Promise<string>
  close(): Promise<void>
}

export const STRIPE_KEYS = { secretKey: 'sk_test_storm', webhookSecret: 'whsec_storm' } as const

/** Two warehouses, Berlin with Stripe in euros and Moscow with PayKeeper in roubles, and tenants who owe their first invoice. */
export async function openShops(of: {
  readonly databaseUrl: string
  readonly attempts: number
}): Promise<Shops> {
  const catcher = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      shops.onEvent(Buffer.concat(parts).toString('utf8'))
      response.writeHead(200).end()
    })
  })
  await once(catcher.listen(0, '127.0.0.1'), 'listening')
  const stripe = await startStripe({
    host: '127.0.0.1',
    ...STRIPE_KEYS,
    webhookUrl: `http://127.0.0.1:${(catcher.address() as AddressInfo).port}/`,
    retry: { attempts: 1, afterMs: 20 },
  })
  const account: Config['stripe'][number] = {
    name: 'stripe',
    url: stripe.baseUrl,
    ...STRIPE_KEYS,
    currencies: ['EUR'],
    methods: ['card', 'sepa', 'paypal'],
  }
  const server = await openKillableServer({
    databaseUrl: of.databaseUrl,
    script: path.join(import.meta.dirname, 'storm-server.fixture.ts'),
    cards: { refundAfterMs: 10, slowMs: 50, currency: 'RUB' },
    env: { STORM_STRIPE: JSON.stringify([account]), UNPAID_BOXES_PER_ACCOUNT: '1000' },
  })
  const config: Config = {
    ...readConfig({ ...server.env, PORT: '0', PUBLIC_URL: server.url }),
    stripe: [account],
  }
  const openQuiet = async (): Promise<Running> =>
    await main(config, { manual: true, webFolder: path.join(server.folder, 'no-web') })
  const running = await openQuiet()
  // What people are told has drills of its own.
  running.modules.messaging.mute(true)
  const { attempts, staffId } = await openAttempts(running, server, stripe, of.attempts)
  await running.settle()
  await running.close()
  const shops: Shops = {
    server,
    stripe,
    attempts,
    onEvent: () => undefined,
    openQuiet,
    staffToken: async () => await tokenMaker(config)(staffId),
    async close() {
      await stripe.close()
      await server.close()
      catcher.closeAllConnections()
      catcher.close()
    },
  }
  return shops
}

async function openAttempts(
  running: Running,
  server: KillableServer,
  stripe: StripeSimulator,
  count: number,
): Promise<{ attempts: Attempt[]; staffId: string }> {
  const world = {
    running,
    person: (token?: string) => personAt(running.app, token),
    setTime: async () => undefined,
    settle: async () => undefined,
    deliver: async () => undefined,
    close: async () => undefined,
  }
  const staff = await createPerson(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })
  const places = { platform: running.platform, catalog: running.modules.catalog }
  const boxes = Array.from({ length: Math.ceil(count / 2) }, (_, index) => ({
    unitNumber: `YA${String(index + 1).padStart(4, '0')}`,
    size: 2,
    ownRate: 10_000 + index,
  }))
  const vat = [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 22, individualPercent: 22 }]
  const berlin = await createSmallStock(places, { boxes })
  const moscow = await createSmallStock(places, {
    boxes,
    stock: { currency: 'RUB', timeZone: 'Europe/Moscow', vat },
  })
  const attempts: Attempt[] = []
  const today = Temporal.Now.plainDateISO('Europe/Moscow').toString()
  const open = async (index: number): Promise<void> => {
    const stock = index % 2 === 0 ? berlin : moscow
    const box = stock.boxes[index >> 1]
    const tenant = await createPerson(world, { email: `payer-${index}@tenants.example` })
    const booked = await staff.call(bookBox, {
      body: {
        stockId: stock.stockId,
        boxId: box?.id ?? '',
        userId: tenant.id,
        arrivalDate: today,
        contractDuration: 9,
        invoicingPeriod: 1,
        paymentMethod: 'paykeeper',
      },
    })
    const documentId = booked.body.documentId ?? ''
    if (booked.status !== 200) throw new Error(`no contract: ${booked.raw}`)
    const opened = await tenant.call(payDocument, { body: { documentId, processor: 'paykeeper' } })
    if (opened.status !== 200) throw new Error(`no page: ${opened.raw}`)
    const row = await running.platform.db
      .selectFrom('payment')
      .select(['id', 'amount', 'cabinet', 'processor_invoice_id as pageId'])
      .where('id', '=', opened.body.paymentId ?? '')
      .executeTakeFirstOrThrow()
    attempts.push({
      processor: row.cabinet as ProcessorName,
      paymentId: row.id,
      documentId,
      accountId: tenant.id,
      amount: row.amount,
      pageId: row.pageId ?? '',
    })
  }
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await open(index)
  }
  await Promise.all(Array.from({ length: 4 }, work))
  if (stripe.control.sessions().length + server.cards.control.invoices().length !== count)
    throw new Error('not every attempt has a page')
  return { attempts, staffId: staff.id }
}

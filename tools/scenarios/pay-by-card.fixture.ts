import { createHash } from 'node:crypto'
import { money, type Currency } from '../../packages/domain/src/money.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { Collection } from '../../apps/server/src/modules/payments/index.ts'
import { createSmallStock, createTenant } from '../../apps/server/src/testing/small-stock.ts'
import { createWorld, type World } from '../../apps/server/src/testing/world.ts'
import type { DeliveryMode } from '../../simulators/src/paykeeper/cabinet-records.ts'
import type { TestDatabase } from '../testing/database.ts'
import { startPayKeeper, type PayKeeper } from '../../simulators/src/paykeeper/start-paykeeper.ts'

export const WORD = 's3cr3t-word'

type OutsidePayment = Awaited<ReturnType<PayKeeper['control']['pay']>>

export interface Shop {
  readonly world: World
  readonly rub: PayKeeper
  readonly eur: PayKeeper
  readonly stockId: string
  readonly tenantId: string
  collection(reference: string, amount?: number, more?: Partial<Collection>): Collection
  collect(
    reference: string,
    amount?: number,
    more?: Partial<Collection>,
  ): Promise<{ paymentId: string; redirectionUrl: string }>
  /** A reference that no other payment has. */
  newReference(): string
  /** Collects 899.00 and pays it at the simulator. */
  paid(
    how?: { mode?: DeliveryMode; cardNumber?: string },
    reference?: string,
  ): Promise<{ reference: string; paymentId: string; outside: OutsidePayment }>
  isUnderWay(reference: string): Promise<boolean>
  /** The simulator's number of an attempt's invoice. */
  invoiceOf(paymentId: string): Promise<string>
  status(paymentId: string): Promise<string | undefined>
  /** Facts about a reference, the oldest first: type and payload. */
  facts(reference: string): Promise<
    {
      type: string
      paymentId: string
      amount: number
      refunded?: number
      reason?: string | null
      at: Temporal.Instant
    }[]
  >
  verdicts(outsideId: string): Promise<string[]>
  /** Sends a message as PayKeeper would, or nearly. */
  tell(
    fields: Record<string, string>,
    options?: { word?: string; cabinet?: string },
  ): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** A whole server with two cabinets (RUB, EUR), each a simulated PayKeeper over HTTP, a stock and a tenant. */
export async function openShop(database?: TestDatabase): Promise<Shop> {
  const open = (currency: Currency) =>
    startPayKeeper({
      host: '127.0.0.1',
      login: 'api',
      password: 'pass:word',
      secretWord: WORD,
      currency,
      notificationUrl: 'http://127.0.0.1:1/',
      retry: { attempts: 1, everyMs: 30 },
      refundAfterMs: 10,
      lateMs: 150,
      slowMs: 300,
      timeoutMs: 8000,
    })
  const [rub, eur] = await Promise.all([open('RUB'), open('EUR')])
  const cabinet = (name: string, service: PayKeeper, currency: Currency) => ({
    name,
    url: service.baseUrl,
    login: 'api',
    password: 'pass:word',
    secretWord: WORD,
    currency,
  })
  const world = await createWorld({
    ...(database === undefined ? {} : { database }),
    config: {
      publicUrl: 'http://shop.example',
      logLevel: process.env['LOG_LEVEL'] ?? 'silent',
      payKeeper: [cabinet('rub', rub, 'RUB'), cabinet('eur', eur, 'EUR')],
    },
  })
  const { platform, modules, port } = world.running
  const base = `http://127.0.0.1:${port}`
  rub.control.setNotificationUrl(`${base}/api/payments/paykeeper/rub`)
  eur.control.setNotificationUrl(`${base}/api/payments/paykeeper/eur`)
  const { stockId } = await createSmallStock({ platform, catalog: modules.catalog })
  const tenantId = await createTenant(platform)

  const collection: Shop['collection'] = (reference, amount = 89_900, more = {}) => ({
    reference,
    accountId: tenantId,
    stockId,
    amount: money(amount, 'RUB'),
    serviceName: 'Аренда бокса YA001',
    email: 'tenant@stowage.example',
    phone: '+79990000000',
    language: 'ru',
    createdById: tenantId,
    cart: [
      {
        name: 'Аренда',
        quantity: 1,
        gross: money(amount, more.amount?.currency ?? 'RUB'),
        vatPercent: 22,
        kind: 'service',
      },
    ],
    ...more,
  })
  const collect: Shop['collect'] = (...given) => modules.payments.collect(collection(...given))
  const invoiceOf = async (paymentId: string): Promise<string> => {
    const row = await platform.db
      .selectFrom('payment')
      .select('processor_invoice_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    return row.processor_invoice_id ?? ''
  }
  // Answered messages are worked on behind the answer.
  const settled = async (): Promise<void> => await modules.payments.idle()
  let number = 0
  const newReference = (): string => `scenario:${(number += 1)}`
  return {
    world,
    rub,
    eur,
    stockId,
    tenantId,
    collection,
    collect,
    invoiceOf,
    newReference,
    async paid(how = {}, reference = newReference()) {
      const { paymentId } = await collect(reference)
      const outside = await rub.control.pay(await invoiceOf(paymentId), how)
      await settled()
      return { reference, paymentId, outside }
    },
    async isUnderWay(reference) {
      await settled()
      return await platform.transact(async (tx) => await modules.payments.isUnderWay(tx, [reference]))
    },
    async status(paymentId) {
      await settled()
      return (await modules.payments.state(paymentId))?.status
    },
    async facts(reference) {
      await settled()
      const rows = await platform.db
        .selectFrom('event')
        .select(['type', 'payload', 'happened_at'])
        .where('type', 'like', 'payment-%')
        .orderBy('id')
        .execute()
      return rows
        .map((row) => ({
          type: row.type,
          at: row.happened_at,
          ...(row.payload as { reference: string; paymentId: string; amount: number }),
        }))
        .filter((row) => row.reference === reference)
    },
    async verdicts(outsideId) {
      await settled()
      return (
        await platform.db
          .selectFrom('payment_message')
          .select('verdict')
          .where('outside_id', '=', outsideId)
          .orderBy('id')
          .execute()
      ).map((row) => row.verdict)
    },
    async tell(fields, { word = WORD, cabinet: name = 'rub' } = {}) {
      const key = md5(
        (fields['id'] ?? '') +
          (fields['sum'] ?? '') +
          (fields['clientid'] ?? '') +
          (fields['orderid'] ?? '') +
          word,
      )
      const response = await fetch(`${base}/api/payments/paykeeper/${name}`, {
        method: 'POST',
        body: new URLSearchParams({ key, ps_id: '127', ...fields }),
      })
      const text = await response.text()
      await settled()
      return { status: response.status, text }
    },
    async close() {
      await world.close()
      await Promise.all([rub.close(), eur.close()])
    },
  }
}

/** The message of a simulated payment as it should be. */
export const messageOf = (
  outside: Pick<OutsidePayment, 'id' | 'clientId' | 'orderId'>,
): Record<string, string> => ({
  id: outside.id,
  sum: '899.00',
  clientid: outside.clientId ?? '',
  orderid: outside.orderId ?? '',
  card_number: '4242********4242',
  card_holder: 'A\u0007 B',
})

/** An order of nobody. */
export const foreignId = newId

import { newId } from '../../apps/server/src/platform/ids.ts'
import { insertPayment } from '../../apps/server/src/modules/payments/payment-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from './pay-by-card.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => await shop.close())

/** The claim on making the page stands in the table before the processor is asked. */
const SOON = { timeout: 15_000, interval: 20 }
const statuses = async (reference: string): Promise<string[]> =>
  (
    await shop.world.running.platform.db
      .selectFrom('payment')
      .select('status')
      .where('reference', '=', reference)
      .orderBy('id')
      .execute()
  ).map((row) => row.status)

test('a server that dies while it makes a pay page keeps the payer for seconds, and its page is never shown', async () => {
  const reference = shop.newReference()
  const { platform } = shop.world.running
  const { cart: _cart, amount } = shop.collection(reference)
  await platform.transact(
    async (tx) =>
      await insertPayment(tx, {
        id: newId(),
        processor: 'paykeeper',
        cabinet: 'rub',
        reference,
        accountId: shop.tenantId,
        stockId: shop.stockId,
        amount,
        status: 'created',
        details: { startedAt: Temporal.Now.instant().subtract({ seconds: 4 }).toString() },
        createdAt: platform.clock.now(),
        createdById: shop.tenantId,
      }),
  )
  const before = Date.now()
  const { paymentId, redirectionUrl } = await shop.collect(reference)
  expect(Date.now() - before).toBeLessThan(6000)
  expect(redirectionUrl).toBe(shop.rub.control.payUrl(await shop.invoiceOf(paymentId)))
  expect(await statuses(reference)).toEqual(['cancelled', 'created'])
}, 180_000)

test('a slow processor is not a dead server: a second press waits for the page of the first', async () => {
  const reference = shop.newReference()
  // Several questions of 2 s each: longer than a sign of life is waited for.
  shop.rub.control.rotateToken()
  shop.rub.control.setSlow(2000)
  const known = shop.rub.control.invoices().length
  const first = shop.collect(reference)
  await expect.poll(async () => await statuses(reference), SOON).toHaveLength(1)
  const answers = await Promise.all([first, shop.collect(reference)])
  shop.rub.control.setSlow(0)
  expect(answers[0]).toEqual(answers[1])
  expect(shop.rub.control.invoices()).toHaveLength(known + 1)
  expect(await statuses(reference)).toEqual(['created'])
}, 180_000)

test('whoever was taken for dead and is not shows no second page', async () => {
  const reference = shop.newReference()
  shop.rub.control.setSlow(3000)
  const asleep = shop.collect(reference).catch((error: unknown) => error)
  await expect.poll(async () => await statuses(reference), SOON).toHaveLength(1)
  // Its last sign of life is long ago, as after a machine's long pause.
  const { db } = shop.world.running.platform
  await db
    .updateTable('payment')
    .set({ details: JSON.stringify({ startedAt: '2026-01-01T00:00:00Z', aliveAt: '2026-01-01T00:00:00Z' }) })
    .where('reference', '=', reference)
    .execute()
  const { paymentId } = await shop.collect(reference)
  shop.rub.control.setSlow(0)
  expect(await asleep).toBeInstanceOf(Error)
  const open = shop.rub.control.invoices().filter((invoice) => invoice.status === 'created')
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'status'])
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()
  expect(rows.map((row) => row.status)).toEqual(['cancelled', 'created'])
  expect(
    open.filter((invoice) => rows.some((row) => row.id === invoice.orderId)).map((one) => one.orderId),
  ).toEqual([paymentId])
}, 180_000)

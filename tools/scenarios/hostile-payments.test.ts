import { afterAll, beforeAll, expect, test } from 'vitest'
import { charge } from '../../apps/server/src/modules/payments/charge-method.ts'
import { openDesk } from '../../apps/server/src/modules/payments/desk.ts'
import { attemptsToRetire, insertPayment } from '../../apps/server/src/modules/payments/payment-store.ts'
import { createRegistry } from '../../apps/server/src/modules/payments/registry.ts'
import { machineNow } from '../../apps/server/src/platform/clock.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { createTenant } from '../../apps/server/src/testing/small-stock.ts'
import { PROCESSOR_AWAY } from '../../packages/domain/src/debit.ts'
import { money } from '../../packages/domain/src/money.ts'
import { openShop, type Shop } from './pay-by-card.fixture.ts'

// Two processors at once, and what a payer, a bank or a crash may do between them.

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => await shop?.close())

const inEuro = { amount: money(89_900, 'EUR') }

test('the stock is served by another processor by now: the page of the former one is closed there', async () => {
  const reference = shop.newReference()
  const former = await shop.collect(reference)
  const invoice = await shop.invoiceOf(former.paymentId)
  const { paymentId } = await shop.collect(reference, 89_900, inEuro)
  expect(paymentId).not.toBe(former.paymentId)
  await expect(shop.rub.control.pay(invoice)).rejects.toThrow('expired or revoked')
})

test('paid at the former processor, and no message has come: nobody is asked for it a second time', async () => {
  const reference = shop.newReference()
  const former = await shop.collect(reference)
  await shop.rub.control.pay(await shop.invoiceOf(former.paymentId), { mode: 'never' })
  const again = await shop.collect(reference, 89_900, inEuro)
  expect(again.paymentId).toBe(former.paymentId)
  expect(again.redirectionUrl).toContain('/payment-return')
  expect(await shop.status(former.paymentId)).toBe('succeeded')
})

test('a processor that is paused charges no saved card', async () => {
  const { platform, modules } = shop.world.running
  const reference = shop.newReference()
  const { paymentId: savedWith } = await shop.paid()
  const methodId = newId()
  const at = platform.clock.now()
  await platform.db
    .insertInto('saved_method')
    .values({
      id: methodId,
      account_id: shop.tenantId,
      cabinet: 'rub',
      outside_id: 'binding-1',
      kind: 'card',
      payment_id: savedWith,
      saved_at: at,
    })
    .execute()
  const planned = await platform.transact(
    async (tx) =>
      await modules.payments.planCharge(tx, { methodId, key: reference }, shop.collection(reference)),
  )
  const paused = { ...createRegistry(platform, {}), takes: () => false }
  await charge(openDesk(platform, paused), planned?.paymentId ?? '')
  const state = await modules.payments.state(planned?.paymentId ?? '')
  expect(state).toMatchObject({ status: 'failed', failureReason: PROCESSOR_AWAY })
})

test('what is told of a payer who has been erased is kept without words about him', async () => {
  const { platform } = shop.world.running
  const accountId = await createTenant(platform)
  const reference = shop.newReference()
  const { paymentId } = await shop.collect(reference, 89_900, { accountId })
  const outside = await shop.rub.control.pay(await shop.invoiceOf(paymentId), { mode: 'never' })
  await platform.db
    .updateTable('account')
    .set({ erased_at: platform.clock.now() })
    .where('id', '=', accountId)
    .execute()
  const told = { id: outside.id, sum: '899.00', clientid: accountId, orderid: paymentId }
  const words = {
    card_number: '4242********4242',
    card_holder: 'QUIRIN Z',
    client_email: 'q@tenants.example',
  }
  expect((await shop.tell({ ...told, ...words })).status).toBe(200)
  expect(await shop.status(paymentId)).toBe('succeeded')
  const message = await platform.db
    .selectFrom('payment_message')
    .select(['body', 'news'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(message)).not.toMatch(/QUIRIN|4242|q@tenants/)
  expect(message.body).toMatchObject({ id: outside.id, sum: '899.00' })
  const row = await platform.db
    .selectFrom('payment')
    .select(['card', 'card_holder'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ card: null, card_holder: null })
})

test('a message that somebody has caught and sends again and again is one row, counted; under its key no other passes for it', async () => {
  const { platform } = shop.world.running
  const { paymentId } = await shop.collect(shop.newReference(), 89_900)
  const outside = await shop.rub.control.pay(await shop.invoiceOf(paymentId), { mode: 'never' })
  const told = { id: outside.id, sum: '899.00', clientid: shop.tenantId, orderid: paymentId }
  // A character moved from one field to the next leaves PayKeeper's key as it is.
  const moved = {
    ...told,
    clientid: shop.tenantId.slice(0, -1),
    orderid: `${shop.tenantId.slice(-1)}${paymentId}`,
  }
  expect((await shop.tell(moved)).status).toBe(400)
  for (let again = 0; again < 20; again += 1)
    expect((await shop.tell({ ...told, card_holder: `NOBODY ${again}` })).status).toBe(200)
  expect(await shop.status(paymentId)).toBe('succeeded')
  const rows = await platform.db
    .selectFrom('payment_message')
    .select(['verdict', 'times_told as times'])
    .where('outside_id', '=', outside.id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { verdict: 'unknown order', times: 1 },
    { verdict: 'credited', times: 20 },
  ])
})

test('two hundred pages that cannot be closed yet hide no other one', async () => {
  const { platform } = shop.world.running
  const now = platform.clock.now()
  const of = { cabinet: 'nobody', now, machineNow: machineNow(), limit: 2 }
  const ids = [newId(), newId(), newId()].sort()
  for (const id of ids)
    await platform.transact(
      async (tx) =>
        await insertPayment(tx, {
          id,
          processor: 'paykeeper',
          cabinet: 'nobody',
          reference: shop.newReference(),
          accountId: shop.tenantId,
          stockId: shop.stockId,
          amount: money(100, 'RUB'),
          status: 'pending',
          details: { startedAt: machineNow().toString() },
          createdAt: now,
          expiresAt: now,
          createdById: shop.tenantId,
        }),
    )
  const first = await attemptsToRetire(platform.db, { ...of, behind: '' })
  const next = await attemptsToRetire(platform.db, { ...of, behind: first.at(-1)?.id ?? '' })
  expect([...first, ...next].map(({ id }) => id)).toEqual(ids)
})

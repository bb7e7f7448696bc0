import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection } from '../../apps/server/src/modules/payments/index.ts'
import { openShop, type Shop } from './pay-by-card.fixture.ts'
import { payOverForm } from './pay-over-form.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => await shop.close())

const NO_FUNDS = '4000000000009995'
const PENDING = '4000000000000119'

async function methods(): Promise<
  { id: string; paymentId: string | null; outsideId: string | null; card: string | null }[]
> {
  return await shop.world.running.platform.db
    .selectFrom('saved_method')
    .select(['id', 'payment_id as paymentId', 'outside_id as outsideId', 'card'])
    .orderBy('saved_at')
    .execute()
}
/** A card of the tenant, saved with a payment of 899.00. */
async function saved(): Promise<string> {
  const { paymentId, redirectionUrl } = await shop.collect(shop.newReference(), 89_900, { savesMethod: true })
  await payOverForm({ ...shop, service: shop.rub }, redirectionUrl)
  const method = (await methods()).find((one) => one.paymentId === paymentId)
  if (!method) throw new Error('no card was saved')
  return method.id
}
async function plan(methodId: string, reference: string, key = `key:${reference}`) {
  const { platform, modules } = shop.world.running
  const collection: Collection = shop.collection(reference)
  return await platform.transact(
    async (tx) => await modules.payments.planCharge(tx, { methodId, key }, collection),
  )
}
const charge = async (paymentId: string) => await shop.world.running.modules.payments.charge(paymentId)
const charges = (paymentId: string) =>
  shop.rub.control.payments().filter(({ orderId }) => orderId === paymentId)
const bindingOf = async (methodId: string): Promise<string> =>
  (await methods()).find(({ id }) => id === methodId)?.outsideId ?? ''
/** Makes the machine's clock of a charge an hour older. */
async function age(paymentId: string): Promise<void> {
  const { platform } = shop.world.running
  const { details } = await platform.db
    .selectFrom('payment')
    .select('details')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const before = Object.fromEntries(
    Object.entries(details as Record<string, unknown>).map(([name, value]) => [
      name,
      name.endsWith('At') ? Temporal.Instant.from(String(value)).subtract({ hours: 1 }).toString() : value,
    ]),
  )
  await platform.db
    .updateTable('payment')
    .set({ details: JSON.stringify(before) })
    .where('id', '=', paymentId)
    .execute()
}

test('the form pays and saves the card; the page goes nowhere but to the processor', async () => {
  const reference = shop.newReference()
  const { paymentId, redirectionUrl } = await shop.collect(reference, 89_900, { savesMethod: true })
  expect(redirectionUrl).toMatch(/^http:\/\/shop\.example\/payment-form\?payment=/)
  const again = await shop.collect(reference, 89_900, { savesMethod: true })
  expect(again.paymentId).toBe(paymentId)

  const page = await payOverForm({ ...shop, service: shop.rub }, redirectionUrl)
  expect(page.policy).toContain(`form-action ${shop.rub.baseUrl};`)
  expect(page.fields).toMatchObject({ sum: '899.00', msgtype: 'createbinding', orderid: paymentId })
  expect(await shop.status(paymentId)).toBe('succeeded')
  const [method] = (await methods()).filter((one) => one.paymentId === paymentId)
  expect(method?.card).toBe('4242********4242')
  expect(method?.outsideId).toBe(shop.rub.control.bindings().at(-1)?.id)
  const { platform } = shop.world.running
  expect(
    await platform.db.selectFrom('event').select('payload').where('type', '=', 'method-saved').execute(),
  ).toContainEqual({ payload: expect.objectContaining({ reference, methodId: method?.id }) })
  // Paid: neither the page nor another press asks for the money again.
  expect((await shop.world.running.modules.payments.collect(shop.collection(reference))).paymentId).not.toBe(
    undefined,
  )
})

test('the page is shown to nobody else and not for long', async () => {
  const { paymentId, redirectionUrl } = await shop.collect(shop.newReference(), 100, { savesMethod: true })
  const base = `http://127.0.0.1:${shop.world.running.port}/payment-form`
  for (const query of [
    '',
    `?payment=${paymentId}`,
    `?payment=${paymentId}&token=doc.x.y`,
    `?payment=01JD0000000000000000000000&token=${new URL(redirectionUrl).searchParams.get('token') ?? ''}`,
  ]) {
    const answer = await fetch(base + query, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/payment-failed'])
  }
})

test('a message that comes behind the credit still brings the card; one that never comes is asked for', async () => {
  const first = await shop.collect(shop.newReference(), 89_900, { savesMethod: true })
  const late = await payOverForm({ ...shop, service: shop.rub }, first.redirectionUrl, { mode: 'never' })
  const base = `http://127.0.0.1:${shop.world.running.port}`
  await fetch(`${base}/payment-return?payment=${first.paymentId}&result=success`, { redirect: 'manual' })
  expect(await shop.status(first.paymentId)).toBe('succeeded')
  expect((await methods()).some(({ paymentId }) => paymentId === first.paymentId)).toBe(false)
  await shop.rub.control.deliverAgain(late.outside.id, 'twice')
  await shop.world.running.modules.payments.idle()
  expect((await methods()).filter(({ paymentId }) => paymentId === first.paymentId)).toHaveLength(1)

  const second = await shop.collect(shop.newReference(), 89_900, { savesMethod: true })
  await payOverForm({ ...shop, service: shop.rub }, second.redirectionUrl, { mode: 'never' })
  await shop.world.settle()
  const [method] = (await methods()).filter(({ paymentId }) => paymentId === second.paymentId)
  expect(method).toMatchObject({
    card: '4242********4242',
    outsideId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  })
})

test('a saved card is charged once, whatever is pressed and whoever runs', async () => {
  const methodId = await saved()
  const reference = shop.newReference()
  const planned = await plan(methodId, reference)
  expect(await shop.isUnderWay(reference)).toBe(true)
  // Nobody pays beside it.
  await expect(shop.collect(reference)).rejects.toMatchObject({ code: 9119 })
  await expect(shop.collect(reference, 89_900, { savesMethod: true })).rejects.toMatchObject({ code: 9119 })
  expect(await plan(methodId, reference, 'another key')).toBeUndefined()
  const id = planned?.paymentId ?? ''
  await Promise.all([charge(id), charge(id), charge(id)])
  expect(charges(id).map(({ amount, clientId }) => [amount, clientId])).toEqual([[89_900, shop.tenantId]])
  expect(await shop.status(id)).toBe('succeeded')
  expect((await shop.facts(reference)).map(({ type }) => type)).toEqual(['payment-received'])
  await expect(plan(methodId, reference)).rejects.toThrow(/payment_charge/)
})

test('a card that the bank has debited twice for one charge: the second money is in the book, too', async () => {
  const methodId = await saved()
  const reference = shop.newReference()
  const id = (await plan(methodId, reference))?.paymentId ?? ''
  await charge(id)
  const authorization = `Basic ${Buffer.from('api:pass:word').toString('base64')}`
  const settings = await fetch(`${shop.rub.baseUrl}/info/settings/token/`, { headers: { authorization } })
  const { token } = (await settings.json()) as { token: string }
  const body = new URLSearchParams({
    bank_id: await bindingOf(methodId),
    sum: '899.00',
    clientid: shop.tenantId,
    orderid: id,
    token,
  })
  // A request that was sent on twice on its way.
  await fetch(`${shop.rub.baseUrl}/change/binding/execute/`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  expect(charges(id)).toHaveLength(2)
  await shop.world.settle()
  expect((await shop.facts(reference)).map(({ type }) => type)).toEqual([
    'payment-received',
    'payment-received',
  ])
})

test('declined, not decided, forgotten', async () => {
  const methodId = await saved()
  shop.rub.control.changeCard(await bindingOf(methodId), NO_FUNDS)
  const declined = shop.newReference()
  const one = (await plan(methodId, declined))?.paymentId ?? ''
  await charge(one)
  expect(await shop.status(one)).toBe('failed')
  // PayKeeper tells no reason.
  expect((await shop.facts(declined)).map(({ type, reason }) => [type, reason])).toEqual([
    ['payment-failed', null],
  ])

  shop.rub.control.changeCard(await bindingOf(methodId), PENDING)
  const slow = shop.newReference()
  const two = (await plan(methodId, slow))?.paymentId ?? ''
  await charge(two)
  expect(await shop.status(two)).toBe('pending')
  await shop.world.settle()
  expect(await shop.status(two)).toBe('pending')
  await shop.rub.control.settle(charges(two)[0]?.id ?? '', 'failed')
  await shop.world.settle()
  expect(await shop.status(two)).toBe('failed')

  // Gone from the cabinet: refused, and nothing was begun.
  shop.rub.control.dropBinding(await bindingOf(methodId))
  const gone = shop.newReference()
  const three = (await plan(methodId, gone))?.paymentId ?? ''
  await charge(three)
  expect([await shop.status(three), charges(three).length]).toEqual(['failed', 0])

  const { platform, modules } = shop.world.running
  const four = (await plan(methodId, shop.newReference()))?.paymentId ?? ''
  await platform.transact(async (tx) => await modules.payments.forgetMethod(tx, methodId))
  await charge(four)
  expect([await shop.status(four), charges(four).length]).toEqual(['failed', 0])
})

test('cut between the charge and its answer: asked, not charged again', async () => {
  const methodId = await saved()
  const reference = shop.newReference()
  const id = (await plan(methodId, reference))?.paymentId ?? ''
  shop.rub.control.setNotificationUrl('http://127.0.0.1:1/')
  shop.rub.control.loseAnswers(1)
  await charge(id)
  expect([await shop.status(id), charges(id).length]).toEqual(['pending', 1])
  // The next process finds it and asks.
  await charge(id)
  await shop.world.settle()
  expect([await shop.status(id), charges(id).length]).toEqual(['succeeded', 1])
  shop.rub.control.setNotificationUrl(
    `http://127.0.0.1:${shop.world.running.port}/api/payments/paykeeper/rub`,
  )
})

test('a process that died before it sent leaves a charge that is sent; an outage ends without one', async () => {
  const methodId = await saved()
  const left = (await plan(methodId, shop.newReference()))?.paymentId ?? ''
  await shop.world.settle()
  expect(charges(left)).toHaveLength(0)
  await age(left)
  await shop.world.settle()
  expect([await shop.status(left), charges(left).length]).toEqual(['succeeded', 1])

  const reference = shop.newReference()
  const away = (await plan(methodId, reference))?.paymentId ?? ''
  shop.rub.control.setDown(true)
  await charge(away)
  expect(await shop.status(away)).toBe('pending')
  shop.rub.control.setDown(false)
  // It may still be on its way: nobody sends it again.
  await shop.world.settle()
  expect([await shop.status(away), charges(away).length]).toEqual(['pending', 0])
  await age(away)
  await shop.world.settle()
  expect([await shop.status(away), charges(away).length]).toEqual(['failed', 0])
  expect((await shop.facts(reference)).map(({ reason }) => reason)).toEqual(['processor_away'])
})

test('a page that is still open is closed before the card is charged; one just begun is left alone', async () => {
  const methodId = await saved()
  const reference = shop.newReference()
  const opened = await shop.collect(reference)
  expect(await plan(methodId, reference)).toBeUndefined()
  await shop.world.running.platform.db
    .updateTable('payment')
    .set({ created_at: shop.world.running.platform.clock.now().subtract({ hours: 1 }) })
    .where('id', '=', opened.paymentId)
    .execute()
  const id = (await plan(methodId, reference))?.paymentId ?? ''
  await charge(id)
  expect([await shop.status(opened.paymentId), await shop.status(id)]).toEqual(['cancelled', 'succeeded'])
})

import { createHmac } from 'node:crypto'
import * as api from '@stowage/api/webhooks'
import { webhookEventNames, type WebhookEvent } from '@stowage/api/webhook-event-names'
import { webhookEvents } from '@stowage/api/webhook-events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publish } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { machineNow } from '../../../platform/clock.ts'
import { createSealer } from '../../../platform/seal.ts'
import { createPeople, somebody, type People } from '../../../testing/people.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { contractBooked } from '../../contracts/index.ts'
import { WAITS } from './send-webhooks.ts'
import { openTarget, type Target, type Told } from './testing/target.ts'

let world: World
let people: People
let target: Target
beforeAll(async () => {
  world = await createWorld({ config: { webhooksAllowedAddresses: ['127.0.0.1'], logLevel: 'silent' } })
  people = await createPeople(world)
  target = await openTarget()
})
afterAll(async () => {
  await target?.close()
  await world?.close()
})
beforeEach(async () => {
  await world.running.platform.db.deleteFrom('webhook').execute()
  await people.sofia.call(api.listWebhooks)
  target.answer({})
  target.told.length = 0
})

let count = 0
async function subscribe(events: readonly WebhookEvent[] = ['contract.booked'], url = target.url) {
  const body = { name: `Webhook ${(count += 1)}`, url, events: [...events] }
  const made = await people.sofia.call(api.createWebhook, { body })
  expect(made.status, made.raw).toBe(200)
  return { id: made.body.id, secret: made.body.secret ?? '' }
}

const booked = {
  contractId: 'contract-1',
  accountId: 'account-1',
  stockId: 'stock-1',
  boxId: 'box-1',
  documentId: 'document-1',
  paymentMethod: 'card',
  note: 'not promised to anybody',
}
/** Says that a contract was booked, and sees what comes of it. */
async function happen(): Promise<void> {
  const { transact, clock } = world.running.platform
  const at = clock.now()
  await transact(async (tx) =>
    publish(tx, fact(contractBooked, { aggregate: 'contract:contract-1', at, payload: booked })),
  )
  await world.settle()
  await send()
}

/** All that waits is due now, and sent. */
async function later(): Promise<void> {
  await world.running.platform.db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: machineNow() })
    .where('state', '=', 'waiting')
    .execute()
  await send()
}

async function send(): Promise<void> {
  const job = world.running.modules.messaging.jobs?.find(({ name }) => name === 'send-webhooks')
  if (!job) throw new Error('nothing sends webhooks')
  await job.run()
}

const deliveries = async (id: string) =>
  (await people.sofia.call(api.listWebhookDeliveries, { params: { id } })).body.items
const webhook = async (id: string) =>
  (await people.sofia.call(api.listWebhooks)).body.find((one) => one.id === id)
const last = (): Told => target.told.at(-1) ?? { headers: {}, body: '' }

function signatureBy(secret: string, { headers, body }: Told): string {
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(text)
    .digest('base64')}`
}

describe('a fact', () => {
  test('is told, signed, in the names of the wire and nothing beyond what is promised', async () => {
    const { id, secret } = await subscribe()
    await happen()
    expect(target.told).toHaveLength(1)
    const { accountId, note: _note, ...rest } = booked
    expect(JSON.parse(last().body)).toEqual({
      type: 'contract.booked',
      version: 1,
      timestamp: expect.stringMatching(/^2026-11-2\dT/),
      data: { ...rest, userId: accountId },
    })
    expect(last().headers['webhook-signature']).toBe(signatureBy(secret, last()))
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({
      id: last().headers['webhook-id'],
      state: 'delivered',
      attempts: 1,
      status: 200,
    })
    expect(await webhook(id)).toMatchObject({ waiting: 0, dead: 0, failingSince: null })
  })

  test('costs nothing where nobody wants it', async () => {
    await subscribe(['user.created'])
    await happen()
    const rows = await world.running.platform.db
      .selectFrom('event_delivery')
      .select('handler')
      .where('handler', '=', 'webhooks contract.booked')
      .where('done_at', 'is', null)
      .execute()
    expect([rows, target.told]).toEqual([[], []])
  })

  test('is told to each of several, and each has its own id', async () => {
    await subscribe()
    await subscribe()
    await happen()
    expect(new Set(target.told.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  test('every event has a handler whose fact has what it promises', async () => {
    const wanted = webhookEventNames.map((event) => `webhooks ${event}`)
    const handlers = (world.running.modules.messaging.handlers ?? []).map(({ name }) => name)
    expect(handlers).toEqual(expect.arrayContaining(wanted))
    expect(Object.keys(webhookEvents)).toEqual(webhookEventNames)
  })
})

describe('a target that does not take it', () => {
  test('is asked again at growing distances for three days, under the same id, then it is a dead letter', async () => {
    const { id } = await subscribe()
    target.answer({ status: 500, body: 'no room' })
    await happen()
    const [first] = await deliveries(id)
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 500, fault: 'answer' })
    expect(await webhook(id)).toMatchObject({ waiting: 1, failingSince: expect.any(String) })
    for (const _wait of WAITS) await later()
    expect(await deliveries(id)).toMatchObject([{ state: 'dead', attempts: WAITS.length + 1, next: null }])
    expect(new Set(target.told.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const days = WAITS.reduce((sum, wait) => sum + wait, 0) / 86_400
    expect(days).toBeGreaterThan(3)
    expect(days).toBeLessThan(4)
    await later()
    expect(target.told).toHaveLength(WAITS.length + 1)
  })

  test('its answers are kept with the delivery, which somebody sends again from the screen', async () => {
    const { id } = await subscribe()
    target.answer({ status: 503, body: 'closed' })
    await happen()
    const [{ id: deliveryId } = { id: '' }] = await deliveries(id)
    const params = { id, deliveryId }
    expect((await people.sofia.call(api.replayWebhookDelivery, { params })).code).toBe(9183)
    for (const _wait of WAITS) await later()
    target.answer({})
    const again = await people.sofia.call(api.replayWebhookDelivery, { params })
    expect(again.body).toMatchObject({ state: 'waiting' })
    await send()
    const one = await people.sofia.call(api.getWebhookDelivery, { params })
    expect(one.body).toMatchObject({ state: 'delivered', attempts: WAITS.length + 2, url: target.url })
    expect(one.body.tries[0]).toMatchObject({ status: 200, answer: 'ok' })
    expect(one.body.tries.at(-1)).toMatchObject({ number: 1, status: 503, fault: 'answer', answer: 'closed' })
    expect(last().headers['webhook-id']).toBe(deliveryId)
  })

  test('is told nothing more after days, and its maker is mailed', async () => {
    const maker = await somebody(world, { platformRole: 'superUser' })
    const body = { name: 'Fails for days', url: target.url, events: ['contract.booked' as const] }
    const { id } = (await maker.call(api.createWebhook, { body })).body
    target.answer({ status: 500 })
    await happen()
    await failingFor(id, 71)
    await later()
    expect(await webhook(id)).toMatchObject({ isOn: true })
    await failingFor(id, 73)
    await later()
    expect(await webhook(id)).toMatchObject({ isOn: false, offReason: 'failures' })
    const mails = world.running.platform.db
      .selectFrom('mail')
      .select(['recipient', 'data'])
      .where('kind', '=', 'webhookOff')
    expect(await mails.execute()).toMatchObject([
      { recipient: maker.email, data: { webhookId: id, reason: 'failures' } },
    ])
    // What waits is kept for when it is on again; what happens meanwhile is not.
    target.answer({})
    target.told.length = 0
    await happen()
    expect(target.told).toEqual([])
    await people.sofia.call(api.changeWebhook, { params: { id }, body: { isOn: true } })
    await send()
    expect(target.told).toHaveLength(1)
  })

  test('that says it is gone is believed at once', async () => {
    const { id } = await subscribe()
    target.answer({ status: 410 })
    await happen()
    expect(await webhook(id)).toMatchObject({ isOn: false, offReason: 'gone', dead: 1 })
    expect((await people.sofia.call(api.testWebhook, { params: { id } })).code).toBe(9183)
  })
})

describe('a webhook', () => {
  test.each([
    'http://127.0.0.2/hook',
    'https://localhost/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/hook',
    'https://[::1]/hook',
    'https://metadata.google.internal/',
    'http://example.com/hook',
  ])('is not made for %s', async (url) => {
    const body = { name: 'Inside', url, events: ['contract.booked' as const] }
    const refused = await people.sofia.call(api.createWebhook, { body })
    expect(refused.errors[0]).toMatchObject({ errorCode: 9114, field: 'url' })
    const { id } = await subscribe()
    const changed = await people.sofia.call(api.changeWebhook, { params: { id }, body: { url } })
    expect(changed.code).toBe(9114)
  })

  test.each([
    ['http://example.com/hook', 'https://'],
    ['https://10.1.2.3/hook', "operator's own network"],
  ])('for %s is refused with the reason', async (url, reason) => {
    const body = { name: 'Refused', url, events: ['contract.booked' as const] }
    const refused = await people.sofia.call(api.createWebhook, { body, headers: { 'x-language': 'en' } })
    expect(refused.errors[0]?.message).toContain(reason)
  })

  test('whose address the operator allows no more is not called', async () => {
    const { id } = await subscribe()
    await world.running.platform.db
      .updateTable('webhook')
      .set({ url: target.url.replace('127.0.0.1', '127.0.0.2') })
      .where('id', '=', id)
      .execute()
    await happen()
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', status: null, fault: 'address' }])
    expect(target.told).toEqual([])
  })

  test('shows its secret once; a new one signs beside the former for a day', async () => {
    const { id, secret } = await subscribe()
    const made = await people.sofia.call(api.rotateWebhookSecret, { params: { id } })
    const fresh = made.body.secret ?? ''
    expect(fresh).toMatch(/^whsec_/)
    expect((await people.sofia.call(api.listWebhooks)).raw).not.toMatch(/whsec_/)
    await happen()
    expect(last().headers['webhook-signature']).toBe(
      `${signatureBy(fresh, last())} ${signatureBy(secret, last())}`,
    )
    await world.running.platform.db
      .updateTable('webhook')
      .set({ former_until: machineNow() })
      .where('id', '=', id)
      .execute()
    await happen()
    expect(last().headers['webhook-signature']).toBe(signatureBy(fresh, last()))
    const { secret: sealed } = await world.running.platform.db
      .selectFrom('webhook')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sealed).not.toContain(fresh.slice(6))
  })

  test('whose secret does not open is off at once with a mail, loses nothing, and goes on with a new secret', async () => {
    const maker = await somebody(world, { platformRole: 'superUser' })
    const body = { name: 'Another key', url: target.url, events: ['contract.booked' as const] }
    const { id } = (await maker.call(api.createWebhook, { body })).body
    const { db } = world.running.platform
    const other = createSealer('c'.repeat(43), 'webhook').sealText('whsec_AAAA', id)
    await db.updateTable('webhook').set({ secret: other }).where('id', '=', id).execute()
    await happen()
    expect(target.told).toEqual([])
    expect(await webhook(id)).toMatchObject({ isOn: false, offReason: 'secret', waiting: 1, dead: 0 })
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, fault: 'secret' }])
    await later()
    expect(await deliveries(id)).toMatchObject([{ attempts: 1 }])
    const mails = db.selectFrom('mail').select('data').where('kind', '=', 'webhookOff')
    expect(await mails.where('recipient', '=', maker.email).execute()).toMatchObject([
      { data: { webhookId: id, reason: 'secret' } },
    ])
    // The former secret, which does not open either, signs nothing beside the new one.
    const fresh = (await maker.call(api.rotateWebhookSecret, { params: { id } })).body.secret ?? ''
    await maker.call(api.changeWebhook, { params: { id }, body: { isOn: true } })
    await send()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(last().headers['webhook-signature']).toBe(signatureBy(fresh, last()))
  })

  test('sends a test at once when asked', async () => {
    const { id } = await subscribe()
    const { body } = await people.sofia.call(api.testWebhook, { params: { id } })
    expect(body).toMatchObject({ event: 'webhook.test', state: 'waiting', attempts: 0 })
    await send()
    expect(JSON.parse(last().body)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } })
    expect(await deliveries(id)).toMatchObject([{ id: body.id, state: 'delivered' }])
  })

  test('that takes its time keeps nobody else waiting', async () => {
    const slow = await openTarget()
    slow.answer({ isSilent: true })
    const [waiting, quick] = [await subscribe(['contract.booked'], slow.url), await subscribe()]
    const ask = async (id: string) =>
      expect((await people.sofia.call(api.testWebhook, { params: { id } })).status).toBe(200)
    await ask(waiting.id)
    const sending = send()
    await expect.poll(() => slow.told.length).toBe(1)
    await ask(quick.id)
    await expect.poll(() => target.told.length).toBe(1)
    await slow.close()
    await sending
  })

  test('goes with all that is kept of it', async () => {
    const { id } = await subscribe()
    await happen()
    expect((await people.sofia.call(api.deleteWebhook, { params: { id } })).status).toBe(200)
    expect((await people.sofia.call(api.listWebhookDeliveries, { params: { id } })).code).toBe(9104)
    await happen()
    expect(target.told).toHaveLength(1)
  })

  test('under one Idempotency-Key is made once, and its secret is not kept there', async () => {
    const body = { name: 'Twice', url: target.url, events: ['contract.booked' as const] }
    const first = await people.sofia.call(api.createWebhook, { body, key: 'webhook-twice' })
    const again = await people.sofia.call(api.createWebhook, { body, key: 'webhook-twice' })
    expect(again.body).toEqual({ ...first.body, secret: null })
  })
})

async function failingFor(id: string, hours: number): Promise<void> {
  await world.running.platform.db
    .updateTable('webhook')
    .set({ failing_since: machineNow().subtract({ hours }) })
    .where('id', '=', id)
    .execute()
}

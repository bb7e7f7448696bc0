import { randomBytes, randomUUID } from 'node:crypto'
import { isSignature, keyOf, signAnswer, signRequest } from '@stowage/lsp/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { lockStates } from './access-store.ts'

const SECRET = 'a-secret-of-a-site'
const LIMIT = 300
let world: World
let stock: SmallStock
/** Has knocked, and says nothing while everything else here is tried; @returns with what code it is shown out */
let stranger: Promise<number>
beforeAll(async () => {
  world = await createWorld({ config: { rateLimitPerMinute: LIMIT } })
  const socket = new WebSocket(`ws://127.0.0.1:${world.running.port}/api/site-gateway/connect`)
  stranger = new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
})
afterAll(async () => await world.close())

let caller = 0
beforeEach(async () => {
  caller += 1
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { boxes: [{ unitNumber: 'YA001', size: 2, lockId: '1:01:01' }] },
  )
  await register('key-1')
})
const register = async (keyId: string): Promise<void> =>
  await world.running.modules.access.sites.register(world.running.platform.transact, {
    stockId: stock.stockId,
    keyId,
    secret: SECRET,
  })

interface Sent {
  seq: number
  id?: string
  type?: string
  at?: string
}

/** What a site sends; each part may be spoilt. */
async function push(
  events: readonly Sent[],
  over: { keyId?: string; siteId?: string; headers?: Record<string, string>; from?: string } = {},
) {
  const siteId = over.siteId ?? stock.stockId
  const path = `/api/site-gateway/${siteId}/events`
  const body = JSON.stringify({
    events: events.map((event) => ({
      id: randomUUID(),
      type: 'lock.opened',
      at: new Date().toISOString(),
      siteId,
      lockId: '1:01:01',
      ...event,
    })),
  })
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('base64url')]
  const key = keyOf(SECRET)
  const reply = await world.running.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    remoteAddress: over.from ?? `10.0.0.${caller}`,
    headers: {
      'content-type': 'application/json',
      'x-site-id': siteId,
      'x-key-id': over.keyId ?? 'key-1',
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signRequest(key, { method: 'POST', path, timestamp, nonce, body }),
      ...over.headers,
    },
  })
  const answer = { status: reply.statusCode, timestamp, nonce, body: reply.body }
  return {
    status: reply.statusCode,
    ackSeq: reply.statusCode === 200 ? reply.json<{ ackSeq: number }>().ackSeq : undefined,
    isSigned: isSignature(String(reply.headers['x-signature']), signAnswer(key, answer)),
  }
}
const state = async (): Promise<string | undefined> =>
  (await lockStates(world.running.platform.db, stock.stockId)).get('1:01:01')
const records = async (): Promise<number> =>
  (
    await world.running.platform.db
      .selectFrom('access_record')
      .select('id')
      .where('stock_id', '=', stock.stockId)
      .execute()
  ).length
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

describe('who may tell', () => {
  test('a site, signed; nobody else, and whoever is not one asks the database nothing', async () => {
    expect(await push([{ seq: 1 }])).toEqual({ status: 200, ackSeq: 1, isSigned: true })
    // What follows from the first is done before anybody counts.
    await world.settle()
    const asked = vi.spyOn(world.running.platform.pool, 'connect')
    const strangers = [
      { headers: { 'x-signature': `v1=${'0'.repeat(64)}` } },
      { headers: { 'x-signature': 'v1=short' } },
      { headers: { 'x-timestamp': String(Math.floor(Date.now() / 1000) - 61) } },
      { headers: { 'x-timestamp': 'now' } },
      { headers: { 'x-nonce': 'short' } },
      { headers: { 'x-site-id': 'another' } },
      { keyId: 'key-2' },
      { siteId: 'nobody' },
      { siteId: "1' or '1'='1" },
    ]
    // The pool also serves what runs beside a call: whoever asks because of a stranger asks each time.
    for (let round = 0; round < 3; round += 1) {
      asked.mockClear()
      for (const over of strangers)
        expect((await push([{ seq: 2 }], over)).status, JSON.stringify(over)).toBe(401)
      if (asked.mock.calls.length === 0) break
    }
    expect(asked).not.toHaveBeenCalled()
    asked.mockClear()
    // An id that could be one is looked up once, not at every try.
    const unknown = '01JD0000000000000000000000'
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await push([{ seq: 2 }], { siteId: unknown })).status).toBe(401)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1)
    expect(await state()).toBe('opened')
  })

  test('an address is heard so often a minute, whatever it sends; a site elsewhere is not kept waiting by it', async () => {
    const from = '10.9.9.9'
    let refused = 0
    for (let attempt = 0; attempt < LIMIT + 5; attempt += 1)
      if ((await push([], { from, siteId: 'nobody' })).status === 429) refused += 1
    expect(refused).toBe(5)
    expect((await push([{ seq: 1 }])).status).toBe(200)
  })
})

describe('what a site tells', () => {
  test('late changes the history and not the state that is newer', async () => {
    await push([{ seq: 1, type: 'lock.closed', at: ago(10) }])
    expect(await state()).toBe('closed')
    expect((await push([{ seq: 2, type: 'lock.opened', at: ago(600) }])).ackSeq).toBe(2)
    expect([await state(), await records()]).toEqual(['closed', 2])
    await push([{ seq: 3, type: 'lock.opened', at: ago(1) }])
    expect(await state()).toBe('opened')
  })

  test('twice is once, in one batch or in two', async () => {
    const event = { seq: 7, id: randomUUID() }
    expect((await push([event])).ackSeq).toBe(7)
    expect((await push([event])).ackSeq).toBe(7)
    expect(await records()).toBe(1)
  })

  test('from the beginning again counts when the site has been replaced, which its new key says', async () => {
    const old = { seq: 4711, id: randomUUID(), at: ago(20) }
    await push([old])
    await push([{ seq: 4712, type: 'lock.closed', at: ago(10) }])
    // With the same key a low number is an event that has been taken.
    expect((await push([{ seq: 1 }])).ackSeq).toBe(4712)
    expect(await state()).toBe('closed')

    await register('key-2')
    expect((await push([{ seq: 2 }])).status).toBe(401)
    expect((await push([{ seq: 1 }], { keyId: 'key-2' })).ackSeq).toBe(1)
    expect([await state(), await records()]).toEqual(['opened', 3])

    // Only its key was changed, and it tells once more what it had told: nothing moves again.
    await register('key-3')
    expect((await push([old], { keyId: 'key-3' })).ackSeq).toBe(4711)
    expect([await state(), await records()]).toEqual(['opened', 3])
  })
})

test('who says nothing at all is shown out', async () => expect(await stranger).toBe(1006), 20_000)

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createTakeEvents, UnknownKey, type TakeEvents } from './take-events.ts'
import { noticeLeftOpen } from './tell-left-open.ts'

let world: World
let stock: SmallStock
let take: TakeEvents
let sequence = 0
let looked: string[] = []

const LOCK = '1:01:01'
const GATE = '1:01:90'

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => await world.close())
beforeEach(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock({ platform, catalog: modules.catalog })
  await register('k1')
  looked = []
  take = createTakeEvents(platform, (stockId) => looked.push(stockId))
})

const register = async (keyId: string): Promise<void> =>
  await world.running.modules.access.sites.register(world.running.platform.transact, {
    stockId: stock.stockId,
    keyId,
    secret: 'secret',
  })
type Event = Parameters<TakeEvents>[2][number]
const event = (type: string, over: Partial<Event> = {}): Event => ({
  seq: (sequence += 1),
  id: randomUUID(),
  type,
  at: new Date().toISOString(),
  ...over,
})
const tell = async (...events: Event[]): Promise<number> => await take(stock.stockId, 'k1', events)
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const records = async () =>
  await world.running.platform.db
    .selectFrom('access_record')
    .select([
      'action',
      'code',
      'reason',
      'source',
      'account_id',
      'box_id',
      'lock_name',
      'is_offline',
      'list_version',
    ])
    .where('stock_id', '=', stock.stockId)
    .orderBy('at')
    .orderBy('id')
    .execute()
const actions = async (): Promise<string[]> => (await records()).map(({ action }) => action)
const facts = async (type: string): Promise<number> =>
  (
    await world.running.platform.db
      .selectFrom('event')
      .select('id')
      .where('type', '=', type)
      .where('stock_id', '=', stock.stockId)
      .execute()
  ).length
const lock = async () =>
  await world.running.platform.db
    .selectFrom('lock_state')
    .selectAll()
    .where('stock_id', '=', stock.stockId)
    .where('lock_id', '=', LOCK)
    .executeTakeFirst()

describe('alarms', () => {
  test('a forced door is told once, also by a site that tells all of it again under another key', async () => {
    const forced = event('lock.forced', { lockId: LOCK })
    await tell(forced)
    expect(await lock()).toMatchObject({ state: 'opened', is_forced: true })
    expect([await actions(), await facts('box-forced')]).toEqual([['forced'], 1])
    await tell(event('lock.closed', { lockId: LOCK }))
    expect(await lock()).toMatchObject({ state: 'closed', is_forced: false })
    await register('k2')
    await take(stock.stockId, 'k2', [forced])
    expect([await actions(), await facts('box-forced')]).toEqual([['forced', 'closed'], 1])
    expect(await lock()).toMatchObject({ state: 'closed', is_forced: false })
  })

  test('too many wrong PINs at a box, and an open case: one record and one alarm each', async () => {
    await tell(event('access.locked_out', { box: 'ya 001', attempts: 5 }), event('tamper', { reason: 'lid' }))
    expect(await records()).toMatchObject([
      { action: 'locked_out', box_id: stock.boxes[0]?.id, lock_name: 'YA001', account_id: null },
      { action: 'tamper', reason: 'lid' },
    ])
    expect(await facts('site-alarm')).toBe(2)
  })
})

describe('left open', () => {
  test('exactly one notification, whoever comes first with it: the site or our own clock', async () => {
    const opened = event('lock.opened', { lockId: LOCK, at: ago(25) })
    const told = event('lock.left_open', { lockId: LOCK, openSince: opened.at, minutes: 20 })
    await tell(opened)
    await tell(told)
    await noticeLeftOpen(world.running.platform)
    await tell(event('lock.left_open', { lockId: LOCK, openSince: opened.at, minutes: 60 }))
    expect([await actions(), await facts('box-left-open')]).toEqual([['opened', 'left_open'], 1])

    await tell(event('lock.closed', { lockId: LOCK }))
    await tell(event('lock.opened', { lockId: LOCK, at: new Date().toISOString() }))
    await noticeLeftOpen(world.running.platform)
    expect(await facts('box-left-open')).toBe(1)
  })

  test('a site that went away and came back speaks of the same opening', async () => {
    const openSince = ago(25)
    await tell(event('lock.opened', { lockId: LOCK, at: openSince }))
    await noticeLeftOpen(world.running.platform)
    await tell(event('lock.offline', { lockId: LOCK }))
    expect((await lock())?.state).toBe('unavailable')
    await tell(event('lock.left_open', { lockId: LOCK, openSince, minutes: 40 }))
    await noticeLeftOpen(world.running.platform)
    expect(await facts('box-left-open')).toBe(1)
  })
})

describe('PINs', () => {
  let tenant: string
  let entryId: string
  beforeEach(async () => {
    tenant = await createTenant(world.running.platform)
    await world.running.platform.db
      .updateTable('account')
      .set({ platform_role: 'staff' })
      .where('id', '=', tenant)
      .execute()
    entryId = tenant
  })

  test('one try is one record that names who stood there, in one batch or in three', async () => {
    const who = { lockId: LOCK, subjectRef: entryId, source: 'pin' as const }
    for (const isSplit of [false, true]) {
      const events = [
        event('access.granted', { ...who, listVersion: 7, offline: true }),
        event('equipment.ran', who),
        event('lock.opened', who),
      ]
      if (isSplit) for (const one of events) await tell(one)
      else await tell(...events)
      await tell(event('lock.closed', { lockId: LOCK }))
    }
    const all = await records()
    expect(all.map(({ action }) => action)).toEqual(['opened', 'closed', 'opened', 'closed'])
    expect(all[2]).toMatchObject({ account_id: tenant, source: 'pin', list_version: 7, is_offline: true })
    expect(all[0]).toMatchObject({ account_id: tenant, source: 'pin', list_version: 7, is_offline: true })
  })

  test('a PIN that was right and a door that did not open; a wrong one; a right one without the right', async () => {
    const who = { lockId: LOCK, subjectRef: entryId, source: 'pin' as const }
    await tell(
      event('access.granted', who),
      event('access.denied', { box: 'YA002', reason: 'wrong box or PIN', attempts: 1, source: 'pin' }),
      event('access.denied', { ...who, reason: '7006' }),
    )
    expect(await records()).toMatchObject([
      { action: 'granted', account_id: tenant, code: null },
      { action: 'refused', account_id: null, reason: 'wrong box or PIN', lock_name: 'YA002' },
      { action: 'refused', account_id: tenant, code: 7006, reason: null },
    ])
  })

  test('an entry that no list of this stock can have held is nobody', async () => {
    await world.running.platform.db
      .updateTable('account')
      .set({ platform_role: 'client' })
      .where('id', '=', tenant)
      .execute()
    for (const subjectRef of [entryId, `${stock.stockId}.${tenant}`, 'x', "' or 1=1 --"])
      await tell(event('access.granted', { lockId: LOCK, subjectRef, source: 'pin' }))
    expect((await records()).map(({ account_id }) => account_id)).toEqual([null, null, null, null])
  })
})

test('a gate that ran is in the history; what nobody here knows is taken and means nothing', async () => {
  const ran = event('equipment.ran', { lockId: GATE, commandId: randomUUID(), source: 'remote' })
  const last = event('weather.changed', { reason: 'rain' })
  expect(await tell(ran, last)).toBe(last.seq)
  expect(await records()).toMatchObject([{ action: 'opened', lock_name: 'Gate' }])
})

test('what says nothing of the locks makes us look: a bus in trouble, a controller that is back', async () => {
  await tell(event('bus.error', { bus: 1, reason: 'CRC' }), event('lock.online', { lockId: LOCK }))
  expect(looked).toEqual([stock.stockId])
})

test('a clock that runs ahead makes nothing that is true later look old', async () => {
  await tell(event('lock.opened', { lockId: LOCK, at: new Date(Date.now() + 3_600_000).toISOString() }))
  await tell(event('lock.closed', { lockId: LOCK }))
  expect((await lock())?.state).toBe('closed')
})

test('under a key that counts no more nothing is taken', async () => {
  await register('k2')
  await expect(tell(event('lock.opened', { lockId: LOCK }))).rejects.toThrow(UnknownKey)
  expect(await actions()).toEqual([])
})

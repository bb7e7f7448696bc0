import { randomUUID } from 'node:crypto'
import { CHAIN_START, chainOf } from '@stowage/lsp/event-chain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { findSite } from './site-store.ts'
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

const site = async () => await findSite(world.running.platform.db, stock.stockId)

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

  test('a contact that rattles is an alarm now and then, and a row with a count, not hundreds of each', async () => {
    const at = (minutes: number) => ({ lockId: LOCK, at: ago(minutes) })
    for (let batch = 0; batch < 5; batch += 1)
      await tell(
        ...Array.from({ length: 40 }, () => [
          event('lock.opened', { ...at(25), source: 'sensor' }),
          event('lock.forced', at(25)),
          event('lock.closed', at(25)),
        ]).flat(),
      )
    expect(await facts('box-forced')).toBe(1)
    expect(await facts('lock-changed')).toBeLessThanOrEqual(20)
    const { db } = world.running.platform
    const kept = await db
      .selectFrom('access_record')
      .select(['action', 'repeats'])
      .where('stock_id', '=', stock.stockId)
      .execute()
    expect(kept.length).toBeLessThanOrEqual(12)
    const forced = kept.filter(({ action }) => action === 'forced')
    expect(forced.length + forced.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(200)
    expect(await lock()).toMatchObject({ state: 'closed' })
    // Ten minutes later it is news again.
    await tell(event('lock.forced', at(14)))
    await tell(event('lock.closed', at(13)), event('lock.forced', at(12)))
    expect(await facts('box-forced')).toBe(2)
    expect((await records()).filter(({ action }) => action === 'forced')).toHaveLength(forced.length + 2)
  })

  test.each(['together', 'one after the other'])(
    'a door that is told as opened and as forced has one record: %s',
    async (how) => {
      const told = [
        event('lock.opened', { lockId: LOCK, source: 'sensor' }),
        event('lock.forced', { lockId: LOCK }),
      ]
      if (how === 'together') await tell(...told)
      else for (const one of told) await tell(one)
      expect([await actions(), await facts('box-forced')]).toEqual([['forced'], 1])
    },
  )

  test('that a site was not sure of the time stands beside what it told', async () => {
    await tell(
      event('lock.closed', { lockId: LOCK, clockUncertain: true }),
      event('lock.forced', { lockId: LOCK }),
    )
    const { db } = world.running.platform
    const rows = db
      .selectFrom('access_record')
      .select('is_clock_uncertain')
      .where('stock_id', '=', stock.stockId)
    expect(await rows.orderBy('action').execute()).toEqual([
      { is_clock_uncertain: true },
      { is_clock_uncertain: false },
    ])
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

test('power that is gone and a clock that is wrong are an alarm each, and stand in no history', async () => {
  const batch = [event('power', { reason: 'on battery' }), event('clock.skew', { reason: '95 s' })]
  await tell(...batch)
  await tell(...batch)
  expect([await actions(), await facts('site-alarm')]).toEqual([[], 2])
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
      event('access.denied', { box: 'YA002', reason: 'wrong_pin', attempts: 1, source: 'pin' }),
      event('access.denied', { ...who, reason: '7006' }),
    )
    expect(await records()).toMatchObject([
      { action: 'granted', account_id: tenant, code: null },
      { action: 'refused', account_id: null, reason: 'wrong_pin', lock_name: 'YA002' },
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

// A site sends a batch again until it is acknowledged: one event that cannot be taken would keep back the whole history behind it.
test.each([
  ['a zero byte that somebody typed', { box: 'A\u0000B', reason: 'wrong\u0000' }],
  ['half a letter', { box: 'A\ud800' }],
  ['a person of nowhere', { subjectRef: 'A\u0000\udc00' }],
  ['a number that is too large', { listVersion: 2 ** 40, version: 2 ** 40 }],
  ['a moment finer than any clock', { at: '2026-01-01T00:00:00.1234567890123Z' }],
  [
    'a moment before all time',
    { at: '0000-01-01T00:00:00Z', openSince: '0000-01-01T00:00:00Z', lockId: LOCK },
  ],
])('what cannot be kept as it came holds up nothing behind it: %s', async (_what, over) => {
  const odd = (['access.denied', 'lock.left_open', 'list.rejected', 'list.applied'] as const).map((type) =>
    event(type, over),
  )
  const last = event('lock.opened', { lockId: LOCK })
  expect(await tell(...odd, last)).toBe(last.seq)
  expect(await actions()).toContain('refused')
  expect((await lock())?.state).toBe('opened')
})

test('a wrong PIN stands at the box that was typed, not at one that reads alike without its dashes', async () => {
  const { platform, modules } = world.running
  const boxes = ['1-11', '11-1'].map((unitNumber, index) => ({
    unitNumber,
    size: 2,
    lockId: `1:01:0${index + 1}`,
  }))
  stock = await createSmallStock({ platform, catalog: modules.catalog }, { boxes })
  await register('k1')
  const typed = ['11-1', '1-11', ' 1-11 ', '111']
  await tell(
    ...typed.map((box) => event('access.denied', { box, reason: 'wrong box or PIN', source: 'pin' })),
  )
  const rows = await records()
  expect(rows.map(({ box_id }) => stock.boxes.findIndex(({ id }) => id === box_id))).toEqual([1, 0, 0, -1])
  expect(rows.at(-1)?.lock_name).toBe('111')
})

describe('the chain of events', () => {
  let last = CHAIN_START
  const linked = (over: Partial<Event> = {}): Event => {
    const content = event('lock.closed', { lockId: LOCK, ...over })
    last = chainOf(last, content)
    return { ...content, chain: last }
  }
  const alarms = async (): Promise<number> =>
    (
      await world.running.platform.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'site-alarm')
        .where('stock_id', '=', stock.stockId)
        .execute()
    ).length
  beforeEach(() => {
    last = CHAIN_START
  })

  test('is followed over batches, what comes twice included, and over what only a newer site says', async () => {
    const [first, second] = [linked(), linked()]
    await tell(first, second)
    await tell(first, second, linked())
    const { chain: _none, ...content } = { ...event('lock.closed', { lockId: LOCK }), battery: 80 }
    last = chainOf(last, content)
    const newer = { ...content, chain: last }
    const { battery: _unknown, ...parsed } = newer
    await take(stock.stockId, 'k1', [parsed], [newer])
    await tell(linked())
    expect(await site()).toMatchObject({ chainBrokenAt: null })
    expect([await alarms(), (await records()).length]).toEqual([0, 5])
  })

  test.each<[string, () => Event[]]>([
    [
      'was taken out',
      () => {
        linked()
        return [linked()]
      },
    ],
    ['was changed', () => [{ ...linked(), at: ago(5) }]],
    ['has none any more', () => [event('lock.closed', { lockId: LOCK })]],
    [
      'comes from a disk that is empty',
      () => {
        last = CHAIN_START
        return [linked()]
      },
    ],
  ])('where one %s it is kept all the same, noted, and alarmed once', async (_what, next) => {
    await tell(linked(), linked())
    const found = next()
    expect(await tell(...found)).toBe(sequence)
    expect((await records()).length).toBe(2 + found.length)
    expect((await site())?.chainBrokenAt).not.toBeNull()
    await tell(...next())
    expect(await alarms()).toBe(1)
    await tell(linked())
  })

  test('of a site that never gave one is missed by nobody, and another key begins another', async () => {
    await tell(event('lock.closed'), event('lock.closed'))
    await tell(linked())
    await register('k2')
    last = CHAIN_START
    await take(stock.stockId, 'k2', [linked()])
    expect(await site()).toMatchObject({ chainBrokenAt: null })
  })
})

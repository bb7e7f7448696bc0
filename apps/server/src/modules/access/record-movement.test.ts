import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { insertRecord, type AccessRecord } from './access-store.ts'
import { recordMovement } from './record-movement.ts'
import { createTakeEvents, type TakeEvents } from './take-events.ts'
import { gatewayOf, readingOf } from './testing/gateway.ts'
import { createSiteWatch } from './watch-sites.ts'

let world: World
let stock: SmallStock
let tenantId: string
let commandId: string
let sequence = 0
let takeEvents: (events: Parameters<TakeEvents>[2]) => Promise<number>

const LOCK = '1:01:01'

beforeAll(async () => {
  world = await createWorld()
  const { platform, modules } = world.running
  stock = await createSmallStock({ platform, catalog: modules.catalog })
  tenantId = await createTenant(platform)
  await modules.access.sites.register(platform.transact, {
    stockId: stock.stockId,
    keyId: 'k1',
    secret: 'secret',
  })
  const taker = createTakeEvents(platform, () => undefined)
  takeEvents = async (events) => await taker(stock.stockId, 'k1', events)
})
beforeEach(() => {
  commandId = randomUUID()
})
afterAll(async () => await world.close())

/** What the server keeps of a tenant's own try. */
const tried = (
  action: 'opened' | 'failed',
  code: number | null = null,
): AccessRecord & { lockId: string } => ({
  stockId: stock.stockId,
  boxId: stock.boxes[0]?.id ?? null,
  equipmentId: null,
  lockId: LOCK,
  lockName: 'YA001',
  contractId: null,
  accountId: tenantId,
  actorRole: 'client',
  action,
  code,
  source: 'remote',
  commandId,
  siteEventId: null,
  at: world.running.platform.clock.now(),
  recordedAt: machineNow(),
})
const answered = async (): Promise<void> =>
  await recordMovement(world.running.platform, tried('opened'), { state: 'opened', unitNumber: 'YA001' })
const siteSays = async (type: string, more: { commandId?: string } = {}): Promise<number> =>
  await takeEvents([
    { seq: (sequence += 1), id: randomUUID(), type, at: new Date().toISOString(), lockId: LOCK, ...more },
  ])

const records = async () =>
  await world.running.platform.db
    .selectFrom('access_record')
    .select(['action', 'account_id', 'actor_role'])
    .where('command_id', '=', commandId)
    .orderBy('id')
    .execute()
/** All of the stock, in the order they were written: two of them may stand in one millisecond. */
const allRecords = async () =>
  await world.running.platform.db
    .selectFrom('access_record')
    .select(['action', 'account_id'])
    .where('stock_id', '=', stock.stockId)
    .orderBy('id')
    .execute()
const state = async () =>
  (
    await world.running.platform.db
      .selectFrom('lock_state')
      .select('state')
      .where('stock_id', '=', stock.stockId)
      .where('lock_id', '=', LOCK)
      .executeTakeFirst()
  )?.state
const told = async () =>
  (
    await world.running.platform.db
      .selectFrom('event')
      .select('id')
      .where('type', '=', 'lock-changed')
      .execute()
  ).length

describe('one try, one record (I8)', () => {
  test('names who tried, whether the answer or the event of the site comes first', async () => {
    await siteSays('lock.opened', { commandId })
    await answered()
    expect(await records()).toEqual([{ action: 'opened', account_id: tenantId, actor_role: 'client' }])
    await siteSays('lock.closed')
    commandId = randomUUID()
    await answered()
    await siteSays('lock.opened', { commandId })
    expect(await records()).toEqual([{ action: 'opened', account_id: tenantId, actor_role: 'client' }])
    await siteSays('lock.closed')
  })

  test('a door that opens twice under one command is two openings, however often each is told, and by one person', async () => {
    const say = (type: string, id = randomUUID()) => ({
      seq: (sequence += 1),
      id,
      type,
      at: new Date().toISOString(),
      lockId: LOCK,
      ...(type === 'lock.closed' ? {} : { commandId }),
    })
    const history = async (known: number) => (await allRecords()).slice(known)
    const both = [
      { action: 'opened', account_id: tenantId },
      { action: 'closed', account_id: null },
      { action: 'opened', account_id: tenantId },
    ]
    // Our answer comes first; the second opening in a batch of its own, or with the first.
    for (const isSplit of [true, false]) {
      commandId = randomUUID()
      const known = (await allRecords()).length
      const events = [say('lock.opened'), say('lock.closed'), say('lock.opened')]
      await answered()
      if (isSplit) for (const event of events) await takeEvents([event])
      else await takeEvents(events)
      expect(await history(known)).toEqual(both)
      // The same under new numbers, as a site tells it that was given another key; and its own number again.
      await takeEvents(events.map((event) => ({ ...event, seq: (sequence += 1) })))
      await takeEvents(events)
      expect(await history(known)).toEqual(both)
      await siteSays('lock.closed')
    }
    // The site is first: our answer finds its own try.
    commandId = randomUUID()
    const known = (await allRecords()).length
    await takeEvents([say('lock.opened'), say('lock.closed'), say('lock.opened')])
    await answered()
    expect((await history(known)).map(({ action }) => action)).toEqual(['opened', 'closed', 'opened'])
    expect((await history(known))[0]?.account_id).toBe(tenantId)
    await siteSays('lock.closed')
  })

  test('a gate that ran and was seen open by one command is one try, in whichever order the site tells it', async () => {
    for (const types of [
      ['equipment.ran', 'lock.opened'],
      ['lock.opened', 'equipment.ran'],
    ])
      for (const isSplit of [true, false])
        for (const isOurs of [true, false]) {
          commandId = randomUUID()
          const events = types.map((type) => ({
            seq: (sequence += 1),
            id: randomUUID(),
            type,
            at: new Date().toISOString(),
            lockId: LOCK,
            commandId,
          }))
          const known = (await allRecords()).length
          if (isOurs) await answered()
          if (isSplit) for (const event of events) await takeEvents([event])
          else await takeEvents(events)
          await takeEvents(events.map((event) => ({ ...event, seq: (sequence += 1) })))
          if (!isOurs) await answered()
          const count = (await allRecords()).length - known
          expect([types, isSplit, isOurs, count]).toEqual([types, isSplit, isOurs, 1])
          await siteSays('lock.closed')
        }
  })

  test('the answer was lost and the door opened all the same: the history says who opened it', async () => {
    await insertRecord(world.running.platform.db, tried('failed', 2))
    await siteSays('lock.opened', { commandId })
    expect(await records()).toEqual([
      { action: 'failed', account_id: tenantId, actor_role: 'client' },
      { action: 'opened', account_id: tenantId, actor_role: 'client' },
    ])
    await siteSays('lock.closed')
  })

  test('the same command answered again after the door has closed: the door stays closed, nobody is told', async () => {
    await answered()
    await siteSays('lock.closed')
    const before = await told()
    await answered()
    expect([await state(), await told()]).toEqual(['closed', before])
    expect(await records()).toHaveLength(1)
  })
})

describe('what a site tells at once', () => {
  const event = (type: string, lockId: string, more: { commandId?: string; id?: string } = {}) => ({
    seq: (sequence += 1),
    id: randomUUID(),
    type,
    at: new Date().toISOString(),
    lockId,
    ...more,
  })
  const take = async (events: Parameters<TakeEvents>[2]): Promise<number> => await takeEvents(events)
  const lastTold = async (count: number) =>
    (
      await world.running.platform.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'lock-changed')
        .orderBy('id', 'desc')
        .limit(count)
        .execute()
    )
      .map(({ payload }) => payload as { lockId: string; state: string })
      .map(({ lockId, state: now }) => `${lockId} ${now}`)
      .reverse()

  test('a door that opened, closed and opened again in one message is told three times, others beside it once', async () => {
    const other = '1:01:02'
    const events = [
      event('lock.opened', LOCK),
      event('lock.opened', other),
      event('lock.closed', LOCK),
      event('lock.offline', other),
      event('lock.forced', LOCK),
    ]
    const before = await told()
    expect(await take(events)).toBe(events.at(-1)?.seq)
    expect([await told(), await state()]).toEqual([before + 5, 'opened'])
    expect((await lastTold(5)).toSorted()).toEqual([
      `${LOCK} closed`,
      `${LOCK} opened`,
      `${LOCK} opened`,
      `${other} opened`,
      `${other} unavailable`,
    ])
    // Sent again, and once more within a longer message: nothing is new but the last event.
    expect(await take(events)).toBe(events.at(-1)?.seq)
    const closed = event('lock.closed', LOCK)
    expect(await take([...events, closed])).toBe(closed.seq)
    expect([await told(), await state()]).toEqual([before + 6, 'closed'])
    const kept = await world.running.platform.db
      .selectFrom('access_record')
      .select('action')
      .where(
        'site_event_id',
        'in',
        [...events, closed].map(({ id }) => id),
      )
      .execute()
    expect(kept.map(({ action }) => action).toSorted()).toEqual([
      'closed',
      'closed',
      'forced',
      'opened',
      'opened',
    ])
  })

  test('answers and events of many commands at the same time: each door is told once and has one record', async () => {
    const before = await told()
    const commands = Array.from({ length: 24 }, (_, index) => ({
      lockId: `1:02:${String(index + 1).padStart(2, '0')}`,
      id: randomUUID(),
    }))
    await Promise.all([
      ...commands.map(
        async ({ lockId, id }) =>
          await recordMovement(
            world.running.platform,
            { ...tried('opened'), lockId, lockName: lockId, boxId: null, commandId: id },
            { state: 'opened', unitNumber: null },
          ),
      ),
      ...[0, 8, 16].map(
        async (from) =>
          await take(
            commands
              .slice(from, from + 8)
              .toReversed()
              .map(({ lockId, id }) => event('lock.opened', lockId, { commandId: id })),
          ),
      ),
    ])
    const kept = await world.running.platform.db
      .selectFrom('access_record')
      .select(['command_id', 'account_id'])
      .where(
        'command_id',
        'in',
        commands.map(({ id }) => id),
      )
      .execute()
    expect(kept).toHaveLength(24)
    expect(new Set(kept.map(({ account_id }) => account_id))).toEqual(new Set([tenantId]))
    expect(await told()).toBe(before + 24)
  })
})

test('a door that opens after the site was asked is not shown closed by its answer', async () => {
  const { platform, modules } = world.running
  let whileItAnswers: () => Promise<void> = async () => undefined
  const watch = createSiteWatch({
    platform,
    catalog: modules.catalog,
    sites: modules.access.sites,
    tunnels: { own: () => [], keep: async () => undefined, cut: async () => undefined },
    pushLists: () => undefined,
    gateway: gatewayOf({
      health: async (site) => readingOf(site),
      async locks() {
        const since = new Date().toISOString()
        const locks = [LOCK, '1:01:99'].map((id) => ({
          id,
          kind: 'box' as const,
          name: id,
          state: 'closed' as const,
          online: true,
          since,
        }))
        await whileItAnswers()
        return { seq: 0, locks }
      },
    }),
  })
  const readings = async () =>
    (await platform.db.selectFrom('event').select('id').where('type', '=', 'locks-read').execute()).length
  const before = await readings()
  await watch.beat({ all: true })
  expect(await state()).toBe('closed')
  // One lock was not known: lists learn of it, once.
  expect(await readings()).toBe(before + 1)
  whileItAnswers = answered
  await watch.beat({ all: true })
  expect(await state()).toBe('opened')
  expect(await readings()).toBe(before + 1)
  // What it says when it is asked again counts: somebody may have closed the door by hand.
  whileItAnswers = async () => undefined
  await expect
    .poll(async () => {
      await watch.beat({ all: true })
      return await state()
    })
    .toBe('closed')
})

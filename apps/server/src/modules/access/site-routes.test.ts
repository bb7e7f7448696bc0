import { randomUUID } from 'node:crypto'
import { stockHistory } from '@stowage/api/access'
import { getSite, openNow, siteDoors, testLock } from '@stowage/api/sites'
import { newSecret } from '@stowage/lsp/signature'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { newId } from '../../platform/ids.ts'
import { loseLocks } from './access-store.ts'
import { openDoors } from './site-view.ts'
import { healthOf } from './testing/gateway.ts'
import { connectSite, type SiteClient } from './testing/site-client.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running
let stock: SmallStock
let site: SiteClient
const at = () => ({ params: { id: stock.stockId } })
const [BOX, GATE] = ['1:01:01', '1:01:90']

beforeEach(async () => {
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { routerIp: null, servicePort: null } },
  )
  const secret = newSecret()
  await modules.access.sites.register(platform.transact, { stockId: stock.stockId, keyId: 'k1', secret })
  const found = await connectSite({
    port: world.running.port,
    stockId: stock.stockId,
    keyId: 'k1',
    secret,
    handle: ({ method, path, body }) =>
      path === '/v1/locks'
        ? { status: 200, body: { seq: 0, locks: [lockAt(BOX, 'box'), lockAt('1:02:07', 'box')] } }
        : method === 'POST'
          ? commanded(
              (body as { commandId: string }).commandId,
              path.includes(GATE) ? 'failed_bus' : 'opened',
            )
          : undefined,
  })
  if (typeof found === 'number') throw new Error('not welcome')
  site = found
  await expect.poll(async () => (await people.sofia.call(getSite, at())).body.health?.version).toBe('1.0.0')
})
afterEach(() => site.close())

const lockAt = (id: string, kind: string) => ({
  id,
  kind,
  name: `at ${id}`,
  state: 'closed',
  online: true,
  since: new Date().toISOString(),
})
const commanded = (commandId: string, result: string) => ({
  status: result === 'failed_bus' ? 503 : 200,
  body: {
    commandId,
    result,
    state: result === 'opened' ? 'opened' : 'unknown',
    at: new Date().toISOString(),
  },
})
const history = async (query: object = {}) => {
  const { body } = await people.sofia.call(stockHistory, { ...at(), query: { page: '1', ...query } })
  return 'items' in body ? body.items : body
}
/** Somebody rents the first box. */
async function rent(): Promise<string> {
  const tenant = await createTenant(platform)
  await platform.db
    .insertInto('contract')
    .values({
      id: newId(),
      number: newId(),
      status: 'active',
      box_id: stock.boxes[0]?.id ?? '',
      stock_id: stock.stockId,
      account_id: tenant,
      start_day: Temporal.PlainDate.from('2026-01-01'),
      period_months: 1,
      currency: 'EUR',
      month_rate: 1,
      price: '{}',
      lease: '{}',
      answers: '{}',
      payment_method: 'manual',
      booked_at: platform.clock.now(),
      booked_by_id: tenant,
    })
    .execute()
  return tenant
}

describe('doors of a site against ours', () => {
  test('an installer sees which numbers his address map lacks, and which are nobody’s', async () => {
    const { body } = await people.sofia.call(siteDoors, at())
    expect(body.isLive).toBe(true)
    const rows = body.doors.map(({ lockId, isAtSite, name, nameAtSite }) => [
      lockId,
      isAtSite,
      name,
      nameAtSite,
    ])
    expect(rows).toEqual([
      [BOX, true, 'YA001', `at ${BOX}`],
      ['1:01:02', false, 'YA002', null],
      [GATE, false, 'Gate', null],
      ['1:02:07', true, null, 'at 1:02:07'],
    ])
    site.close()
    await expect.poll(async () => (await people.sofia.call(siteDoors, at())).body.isLive).toBe(false)
  })
})

describe('a lock that is tried', () => {
  test('whatever the site says is the answer, and stands in the history with who tried it', async () => {
    const tried = await people.adam.call(testLock, { ...at(), body: { lockId: BOX } })
    expect(tried.body).toMatchObject({ result: 'opened', lockStatus: 'opened', carrier: 'tunnel' })
    const gate = await people.adam.call(testLock, { ...at(), body: { lockId: GATE } })
    expect(gate.body).toMatchObject({ result: 'failed_bus', lockStatus: 'unavailable' })
    expect(site.calls.map(({ path }) => path).filter((path) => path.includes('1:01'))).toEqual([
      `/v1/locks/${BOX}/open`,
      `/v1/equipment/${GATE}/run`,
    ])
    expect((await people.adam.call(testLock, { ...at(), body: { lockId: '9:09:09' } })).code).toBe(6013)
    expect(await history()).toMatchObject([
      { action: 'failed', source: 'test', reason: 'failed_bus', lockName: 'Gate' },
      { action: 'opened', source: 'test', boxNumber: 'YA001', userId: { email: people.adam.email } },
    ])
    site.close()
    await expect.poll(async () => (await people.sofia.call(getSite, at())).body.carrier).toBe(null)
    expect((await people.adam.call(testLock, { ...at(), body: { lockId: BOX } })).code).toBe(2)
  })
})

test('staff try no lock behind which somebody keeps his things; a superUser does, and the tenant is seen to stand open', async () => {
  const tenant = await rent()
  const before = site.calls.length
  expect((await people.adam.call(testLock, { ...at(), body: { lockId: BOX } })).code).toBe(9103)
  expect(site.calls.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  expect(await history({ result: 'refused' }), 'the try stands in the history').toMatchObject([
    { action: 'refused', code: 9103, source: 'test', userId: { email: people.adam.email } },
  ])
  const doors = (await people.adam.call(siteDoors, at())).body.doors
  expect(doors.find(({ lockId }) => lockId === BOX)?.mayTest).toBe(false)
  expect((await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })).body.result).toBe('opened')
  const open = (await people.adam.call(openNow, at())).body.doors
  expect(open).toMatchObject([
    { lockId: BOX, tenant: { id: tenant }, openedBy: { email: people.sofia.email } },
  ])
})

describe('what nobody can see', () => {
  test('is counted, and told from a lock that has no contact', async () => {
    const seen = [
      {
        ...lockAt(BOX, 'box'),
        online: false,
        state: 'unknown',
        lastError: 'connect ECONNREFUSED 10.0.0.7:502',
      },
      { ...lockAt(GATE, 'gate'), state: 'unknown' },
    ]
    site.handle(({ path }) =>
      path === '/v1/locks' ? { status: 200, body: { seq: 1, locks: seen } } : undefined,
    )
    const { body } = await people.sofia.call(siteDoors, at())
    const rows = body.doors.map(({ lockId, lockStatus, isBlind, lastError }) => [
      lockId,
      lockStatus,
      isBlind,
      lastError,
    ])
    expect(rows).toContainEqual([BOX, 'unavailable', false, 'connect ECONNREFUSED 10.0.0.7:502'])
    expect(rows).toContainEqual([GATE, 'unavailable', true, null])
    await site.tell([
      { seq: 1, id: randomUUID(), type: 'lock.offline', at: new Date().toISOString(), lockId: BOX },
    ])
    expect((await people.sofia.call(openNow, at())).body.outOfSight).toBeGreaterThanOrEqual(1)
  })
})

describe('what stands open', () => {
  test('with who opened it, since when, what was forced, and what has been open for long', async () => {
    await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })
    const longAgo = new Date(Date.now() - 30 * 60_000).toISOString()
    await site.tell([
      { seq: 1, id: randomUUID(), type: 'lock.forced', at: longAgo, lockId: '1:01:02' },
      { seq: 2, id: randomUUID(), type: 'lock.closed', at: longAgo, lockId: GATE },
    ])
    const { body } = await people.sofia.call(openNow, at())
    expect(body).toMatchObject({
      isOk: true,
      doors: [
        { lockId: '1:01:02', name: 'YA002', isForced: true, isLong: true, openedBy: null },
        {
          lockId: BOX,
          name: 'YA001',
          isForced: false,
          isLong: false,
          source: 'test',
          openedBy: { email: people.sofia.email, role: 'superUser' },
        },
      ],
    })
    // Who watches locks, and reads no histories.
    const seen = (await people.mara.call(openNow, at())).body
    expect(seen.doors.map(({ openedBy, tenant, lockId }) => [openedBy, tenant, lockId])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
    // Out of sight, they are what was seen last; of a site that answers, a lock out of sight says nothing.
    await platform.transact(async (tx) => await loseLocks(tx, stock.stockId, platform.clock.now()))
    const open = async (isAway: boolean): Promise<string[]> =>
      (await openDoors(platform.db, stock.stockId, { id: '', seesAll: true, isAway })).map(({ name }) => name)
    expect(await open(true)).toEqual(['YA002', 'YA001'])
    expect(await open(false)).toEqual([])
  })
})

test('a history is looked through by box, person and result', async () => {
  await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })
  await people.adam.call(testLock, { ...at(), body: { lockId: GATE } })
  await site.tell([
    { seq: 1, id: randomUUID(), type: 'lock.closed', at: new Date().toISOString(), lockId: '1:01:02' },
  ])
  const found = async (query: object) =>
    (await history(query)).map(({ lockName }) => lockName ?? '').toSorted()
  expect(await found({})).toEqual(['Gate', 'YA001', 'YA002'])
  expect(await found({ box: 'ya00' })).toEqual(['YA001', 'YA002'])
  expect(await found({ box: '%' })).toEqual([])
  expect(await found({ person: people.adam.email.slice(1, 5).toUpperCase() })).toEqual(['Gate'])
  expect(await found({ result: 'closed' })).toEqual(['YA002'])
  expect(await found({ result: 'opened', box: 'YA002' })).toEqual([])
})

test('health is kept as it was told, and says what to look at', async () => {
  site.handle(({ path }) =>
    path === '/v1/health'
      ? {
          status: 200,
          body: healthOf(stock.stockId, {
            time: new Date(Date.now() + 60_000).toISOString(),
            buses: [{ bus: 3, ok: false, lastPollAt: null, errorCount: 12 }],
            unsentEvents: 300,
            isMaintenance: true,
          }),
        }
      : undefined,
  )
  await site.tell([
    {
      seq: 1,
      id: randomUUID(),
      type: 'list.rejected',
      at: new Date().toISOString(),
      version: 4,
      reason: 'signature',
    },
  ])
  await expect
    .poll(async () => (await people.sofia.call(getSite, at())).body.warnings)
    .toEqual(['maintenance', 'bus', 'clock', 'unsentEvents', 'listRejected'])
  const { health } = (await people.sofia.call(getSite, at())).body
  expect([health?.address, (await people.adam.call(getSite, at())).body.health?.address]).toEqual([
    '127.0.0.1',
    null,
  ])
  expect(health).toMatchObject({
    carrier: 'tunnel',
    buses: [{ bus: 3, isOk: false, errorCount: 12 }],
    listRejected: { version: 4, reason: 'signature' },
  })
  expect(Math.round((health?.skewMs ?? 0) / 1000)).toBe(60)
  await site.tell([
    { seq: 2, id: randomUUID(), type: 'list.applied', at: new Date().toISOString(), version: 5 },
  ])
  await expect
    .poll(async () => (await people.sofia.call(getSite, at())).body.warnings)
    .not.toContain('listRejected')
})

test('staff of another stock find nothing of this one', async () => {
  const other = await createSmallStock({ platform, catalog: modules.catalog })
  const olga = await createPerson(world, {
    email: 'olga@other.example',
    platformRole: 'staff',
    roleAlias: 'admin',
    stockId: other.stockId,
  })
  expect((await olga.call(getSite, { params: { id: other.stockId } })).status).toBe(200)
  for (const call of [getSite, siteDoors, openNow] as const)
    expect((await olga.call(call, at())).code, call.path).toBe(6006)
  expect((await olga.call(testLock, { ...at(), body: { lockId: BOX } })).code).toBe(6006)
})

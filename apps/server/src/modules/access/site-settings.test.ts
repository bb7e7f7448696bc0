import type { Body } from '@stowage/api/endpoint'
import { changeSiteSettings, siteSettings } from '@stowage/api/sites'
import { newSecret } from '@stowage/lsp/signature'
import type { SiteSettings } from '@stowage/lsp/messages'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { setLockStates } from './access-store.ts'
import { SiteUnavailable, type ConfigOutcome } from './lock-gateway.ts'
import { unpairSite } from './pair-site.ts'
import { noticeLeftOpen } from './tell-left-open.ts'
import { tellSettings } from './tell-settings.ts'
import { gatewayOf, readingOf } from './testing/gateway.ts'
import { connectSite, type SiteClient } from './testing/site-client.ts'
import { createSiteWatch, type SiteWatch } from './watch-sites.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running
let stock: SmallStock
const secret = newSecret()
const at = () => ({ params: { id: stock.stockId } })
const change = async (body: Body<typeof changeSiteSettings>) =>
  await people.sofia.call(changeSiteSettings, { ...at(), body })

beforeEach(async () => {
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { routerIp: null, servicePort: null } },
  )
  await modules.access.sites.register(platform.transact, { stockId: stock.stockId, keyId: 'k1', secret })
})

describe('with a site at the other end', () => {
  let site: SiteClient
  let answer: { status: number; body: unknown }
  const heard = (): unknown[] =>
    site.calls.filter(({ path }) => path === '/v1/config').map(({ body }) => body)

  beforeEach(async () => {
    answer = { status: 200, body: { applied: true } }
    const found = await connectSite({
      port: world.running.port,
      stockId: stock.stockId,
      keyId: 'k1',
      secret,
      handle: ({ path }) => (path === '/v1/config' ? answer : undefined),
    })
    if (typeof found === 'number') throw new Error('not welcome')
    site = found
  })
  afterEach(() => site.close())

  test('what staff want is told, kept, shown and noted; what they did not send stays', async () => {
    expect((await people.sofia.call(siteSettings, at())).body).toMatchObject({ pollMs: null, isTold: false })
    const first = await change({ pollMs: 500, names: [{ lockId: '1:01:90', name: 'Tor' }] })
    expect(first.body).toMatchObject({
      pollMs: 500,
      pulseMs: null,
      names: [{ lockId: '1:01:90', name: 'Tor' }],
      isTold: true,
      fault: null,
    })
    await change({ leftOpenMinutes: 30, updated: first.body.updated ?? null })
    expect(heard().at(-1)).toEqual({ pollMs: 500, leftOpenMinutes: 30, names: { '1:01:90': 'Tor' } })
    const notes = await platform.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'site-settings-changed')
      .where('stock_id', '=', stock.stockId)
      .orderBy('id')
      .execute()
    expect(notes[1]).toMatchObject({
      before: { pollMs: 500 },
      after: { pollMs: 500, leftOpenMinutes: 30 },
    })
  })

  test('a name that is taken back is told as empty, and shown no more', async () => {
    await change({ names: [{ lockId: '1:01:90', name: 'Tor' }] })
    const { body } = await change({ names: [] })
    expect(body.names).toEqual([])
    expect(heard().at(-1)).toEqual({ names: { '1:01:90': '' } })
  })

  test.each([
    ['pulseMs', 'pulseMs'],
    ['names.1:01:90', 'names.0.name'],
    ['weather', 'settings'],
  ])('a site that will not take %s says so at %s, and nothing is kept', async (member, field) => {
    answer = { status: 400, body: { error: 'malformed', field: member } }
    const reply = await change({ pulseMs: 60_000, names: [{ lockId: '1:01:90', name: 'Tor' }] })
    expect(reply).toMatchObject({ status: 400, errors: [{ errorCode: 1005, field }] })
    expect((await people.sofia.call(siteSettings, at())).body).toMatchObject({ pulseMs: null, names: [] })
  })

  test('who was not the first is told what it is now', async () => {
    const { body } = await change({ pollMs: 500 })
    await change({ pollMs: 600, updated: body.updated ?? null })
    expect(await change({ pollMs: 700, updated: body.updated ?? null })).toMatchObject({
      status: 409,
      errors: [{ errorCode: 9109 }],
    })
    expect(heard().at(-1)).toMatchObject({ pollMs: 600 })
  })

  test('what no site could take is refused before it is asked', async () => {
    for (const [body, field] of [
      [{ pollMs: 99 }, 'pollMs'],
      [{ leftOpenMinutes: 1441 }, 'leftOpenMinutes'],
      [{ names: [{ lockId: '1:00:01', name: 'x' }] }, 'names.0.lockId'],
      [{ names: [{ lockId: '1:01:01', name: '' }] }, 'names.0.name'],
    ] as const)
      expect(await change(body as Body<typeof changeSiteSettings>)).toMatchObject({
        status: 400,
        errors: [{ field }],
      })
    expect(heard()).toEqual([])
  })
})

describe('with a site that comes and goes', () => {
  let told: SiteSettings[] = []
  let isThere = true
  let uptimeS = 3600
  let outcome: ConfigOutcome = { applied: true }
  let watch: SiteWatch
  const gateway = gatewayOf({
    health: async (stockId) =>
      isThere ? readingOf(stockId, { uptimeS }) : await Promise.reject(new SiteUnavailable('away')),
    locks: async () => ({ seq: 0, locks: [] }),
    configure: async (_stockId, settings) => {
      told.push(settings)
      return outcome
    },
  })
  const wanted = async () => (await people.sofia.call(siteSettings, at())).body
  const beat = async (): Promise<number> => {
    told = []
    watch = createSiteWatch({
      platform,
      catalog: modules.catalog,
      sites: modules.access.sites,
      gateway,
      tunnels: { own: () => [stock.stockId], keep: async () => undefined, cut: async () => undefined },
      pushLists: () => undefined,
    })
    await watch.beat()
    return told.length
  }
  beforeEach(() => {
    isThere = true
    uptimeS = 3600
    outcome = { applied: true }
  })

  test('saved while it is away, told when it is back, and not again while it runs on', async () => {
    const { body } = await change({ leftOpenMinutes: 45 })
    expect(body).toMatchObject({ leftOpenMinutes: 45, isTold: false })
    expect(await beat()).toBe(1)
    expect(told).toEqual([{ leftOpenMinutes: 45, names: {} }])
    expect(await wanted()).toMatchObject({ isTold: true })
    expect(await beat()).toBe(0)
  })

  test('told again behind an outage, and to an agent that started since, whatever is on its disk', async () => {
    await change({ pollMs: 400 })
    await beat()
    isThere = false
    for (const miss of [1, 2, 3]) expect(await beat(), `miss ${miss}`).toBe(0)
    isThere = true
    expect([await beat(), await beat()]).toEqual([1, 0])
    uptimeS = 0
    expect(await beat()).toBe(1)
  })

  test('told to the agent that takes its place', async () => {
    await change({ pollMs: 400 })
    await beat()
    const author = {
      actorId: people.sofia.id,
      impersonatorId: null,
      role: null,
      ip: null,
      requestId: null,
    } as unknown as Parameters<typeof unpairSite>[2]
    await platform.transact(
      async (tx) => await unpairSite({ platform, sites: modules.access.sites }, tx, author, stock.stockId),
    )
    expect(await wanted()).toMatchObject({ pollMs: 400, isTold: false })
    await modules.access.sites.register(platform.transact, { stockId: stock.stockId, keyId: 'k2', secret })
    expect(await beat()).toBe(1)
  })

  test('what a later agent will not take stands at its field, and is not asked of it at every heartbeat', async () => {
    await change({ pollMs: 400 })
    outcome = { applied: false, field: 'pollMs', reason: '400 malformed' }
    expect([await beat(), await beat()]).toEqual([1, 0])
    expect(await wanted()).toMatchObject({
      isTold: false,
      fault: { field: 'pollMs', reason: '400 malformed' },
    })
  })

  test('changed while it was told: the newer is told behind it', async () => {
    await change({ pollMs: 400 })
    told = []
    await tellSettings(
      {
        platform,
        gateway: gatewayOf({
          configure: async (_stockId, settings) => {
            if (told.push(settings) === 1) await change({ pollMs: 800 })
            return { applied: true }
          },
        }),
      },
      stock.stockId,
    )
    expect(told.map(({ pollMs }) => pollMs)).toEqual([400, 800])
    expect(await wanted()).toMatchObject({ pollMs: 800, isTold: true })
  })

  test('the minutes that staff want are those of our own clock too', async () => {
    const now = platform.clock.now()
    await change({ leftOpenMinutes: 45 })
    const told = async (): Promise<number> =>
      (
        await platform.db
          .selectFrom('event')
          .select('id')
          .where('type', '=', 'box-left-open')
          .where('stock_id', '=', stock.stockId)
          .execute()
      ).length
    const openSince = now.subtract({ minutes: 44 })
    const open = { lockId: '1:01:01', state: 'opened' as const, at: openSince, openSince }
    await platform.transact(async (tx) => await setLockStates(tx, stock.stockId, [open]))
    await noticeLeftOpen(platform)
    expect(await told()).toBe(0)
    await platform.db
      .updateTable('lock_state')
      .set({ open_since: now.subtract({ minutes: 45 }) })
      .where('stock_id', '=', stock.stockId)
      .execute()
    await noticeLeftOpen(platform)
    await noticeLeftOpen(platform)
    expect(await told()).toBe(1)
  })
})

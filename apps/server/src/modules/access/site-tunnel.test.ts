import { randomUUID } from 'node:crypto'
import { readAccessList, type SignedAccessList } from '@stowage/lsp/access-list'
import { newNonce, newSecret } from '@stowage/lsp/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { lockStates } from './access-store.ts'
import { readHealth } from './health-store.ts'
import { failure, holdCalls, opened, opens, order } from './testing/orders.ts'
import { healthOf } from './testing/gateway.ts'
import { connectSite, type SiteClient } from './testing/site-client.ts'

let world: World
let stock: SmallStock
let secret: string
const open: SiteClient[] = []

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => await world.close())
beforeEach(async () => {
  for (const site of open.splice(0)) site.close()
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { routerIp: null, servicePort: null } },
  )
  secret = newSecret()
  await register('k1', secret)
})

const register = async (keyId: string, of: string): Promise<void> =>
  await world.running.modules.access.sites.register(world.running.platform.transact, {
    stockId: stock.stockId,
    keyId,
    secret: of,
  })
type Wish = Partial<Parameters<typeof connectSite>[0]>
const dial = async (wish: Wish = {}): Promise<SiteClient | number> => {
  const site = await connectSite({
    port: world.running.port,
    stockId: stock.stockId,
    keyId: 'k1',
    secret,
    ...wish,
  })
  if (typeof site !== 'number') open.push(site)
  return site
}
const connect = async (wish: Wish = {}): Promise<SiteClient> => {
  const site = await dial(wish)
  if (typeof site === 'number') throw new Error(`not welcome: ${site}`)
  return site
}
const gateway = () => world.running.modules.access.gateway

describe('who is welcome', () => {
  test('a site with a key of its stock, and it is told where its events stand', async () => {
    const before = Date.now()
    const site = await connect()
    expect(site.welcome.ackSeq).toBe(0)
    // The server's clock, by which the site sets its own.
    expect(site.welcome.time).toBeGreaterThanOrEqual(before)
    expect(site.welcome.time).toBeLessThanOrEqual(Date.now())
    await site.ping()
    await expect.poll(async () => await gateway().carrierOf(stock.stockId)).toBe('tunnel')
  })

  test('nobody else: another key, a stale or replayed hello, another site', async () => {
    const nonce = newNonce()
    for (const wish of [
      { secret: newSecret() },
      { keyId: 'k2' },
      { stockId: '01JD0000000000000000000000' },
      { stockId: 'nobody' },
      { over: { sig: `v1=${'0'.repeat(64)}` } },
    ] satisfies Wish[])
      expect(await dial(wish), JSON.stringify(wish)).toBe(1008)
    await connect({ over: { nonce } })
    expect(await dial({ over: { nonce } })).toBe(1008)
  })
})

test('a site whose clock is wrong hears by how much, and so does its page; another one hears nothing of it', async () => {
  const behind = (seconds: number) => ({
    over: { timestamp: String(Math.floor(Date.now() / 1000) - seconds) },
  })
  expect(await dial(behind(7200))).toBe(4001)
  const { platform, modules } = world.running
  const { skewMs } = (await readHealth(platform.db, stock.stockId)) ?? {}
  expect(Math.round((skewMs ?? 0) / 60_000)).toBe(-120)
  expect(await dial({ ...behind(7200), secret: newSecret() })).toBe(1008)
  expect(await modules.access.gateway.carrierOf(stock.stockId)).toBe(null)
})

test('a site that comes back in a loop is told to wait', async () => {
  const codes: unknown[] = []
  for (let count = 0; count < 62; count += 1) {
    const site = await dial()
    codes.push(typeof site === 'number' ? site : 'welcome')
    if (typeof site !== 'number') site.close()
  }
  expect([codes[59], codes[61]]).toEqual(['welcome', 1013])
})

test('however often sites are welcome at one address, it is who fails that has to wait', async () => {
  const limited = await createWorld({ config: { rateLimitPerMinute: 3 } })
  try {
    const { platform, modules, port } = limited.running
    const { stockId } = await createSmallStock({ platform, catalog: modules.catalog })
    const site = { port, stockId, keyId: 'k1', secret: newSecret() }
    await modules.access.sites.register(platform.transact, site)
    const come = async (over: Partial<typeof site> = {}): Promise<unknown> => {
      const made = await connectSite({ ...site, ...over })
      if (typeof made === 'number') return made
      open.push(made)
      return 'welcome'
    }
    for (let count = 0; count < 6; count += 1) expect(await come()).toBe('welcome')
    for (let count = 0; count < 3; count += 1) expect(await come({ secret: newSecret() })).toBe(1008)
    // Not let in as far as a hello.
    expect(await come()).toBe(1006)
  } finally {
    await limited.close()
  }
})

describe('calls through the tunnel', () => {
  test('are answered, many at a time, each with its own answer', async () => {
    const site = await connect()
    site.handle(opens)
    const orders = Array.from({ length: 20 }, () => order())
    const outcomes = await Promise.all(orders.map((one) => gateway().command(stock.stockId, one)))
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({
        kind: 'answered',
        carrier: 'tunnel',
        answer: { commandId: orders[index]?.commandId, result: 'opened' },
      })
    expect(site.calls.filter(({ method }) => method === 'POST')).toHaveLength(20)
  })

  test('an answer that does not come is asked for once, and then nobody knows', async () => {
    const site = await connect()
    site.handle(({ path }) => (path.startsWith('/v1/commands/') ? { status: 404 } : undefined))
    const [lost, endOf] = [order(), holdCalls()]
    const [, unknown] = await Promise.all([endOf(site), failure(gateway().command(stock.stockId, lost))])
    expect(unknown.mayHaveActed).toBe(true)
    const paths = site.calls.map(({ path }) => path)
    expect(paths.filter((path) => path === '/v1/locks/1:01:01/open')).toHaveLength(1)
    expect(paths.filter((path) => path === `/v1/commands/${lost.commandId}`)).toHaveLength(1)
  })

  test('an answer that was lost and is known to the site is the answer', async () => {
    const site = await connect()
    site.handle(({ path }) =>
      path.startsWith('/v1/commands/') ? opened(path.slice('/v1/commands/'.length)) : undefined,
    )
    const [lost, endOf] = [order(), holdCalls()]
    const [, found] = await Promise.all([endOf(site), gateway().command(stock.stockId, lost)])
    expect(found).toMatchObject({
      kind: 'answered',
      answer: { commandId: lost.commandId, result: 'opened' },
    })
  })

  test('an answer without the form of one, and one to another command, are none', async () => {
    const site = await connect()
    for (const body of [{ result: 'open sesame' }, opened(randomUUID()).body]) {
      site.handle(({ method, path }) =>
        method === 'POST'
          ? { status: 200, body }
          : path.startsWith('/v1/commands/')
            ? { status: 404 }
            : undefined,
      )
      expect((await failure(gateway().command(stock.stockId, order()))).mayHaveActed).toBe(true)
    }
  })

  test('a tunnel that breaks while somebody waits says at once that nobody knows; without one nothing has been sent', async () => {
    const site = await connect()
    site.handle(({ method }) => {
      if (method === 'POST') site.close()
      return undefined
    })
    // Nobody would wait so long for the command to die of itself.
    const late = order({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await failure(gateway().command(stock.stockId, late))).mayHaveActed).toBe(true)
    await expect.poll(async () => await gateway().carrierOf(stock.stockId)).toBe(null)
    expect((await failure(gateway().command(stock.stockId, order()))).mayHaveActed).toBe(false)
  })

  test('the locks of a large house come in one frame', async () => {
    const site = await connect()
    const since = new Date().toISOString()
    const locks = Array.from({ length: 3000 }, (_, index) => ({
      id: `1:${String(1 + Math.floor(index / 99)).padStart(2, '0')}:${String(1 + (index % 99)).padStart(2, '0')}`,
      kind: 'box',
      name: `A box with a long name ${index}`,
      state: 'closed',
      online: true,
      since,
    }))
    site.handle(({ path }) => (path === '/v1/locks' ? { status: 200, body: { seq: 1, locks } } : undefined))
    expect((await gateway().locks(stock.stockId)).locks).toHaveLength(3000)
  })
})

describe('one tunnel a site', () => {
  test('the newest wins, and calls go over it', async () => {
    const first = await connect()
    const second = await connect()
    expect(await first.closed).toBe(1001)
    second.handle(opens)
    expect(await gateway().command(stock.stockId, order())).toMatchObject({ kind: 'answered' })
  })

  test('a key that counts no more hangs up; the new one is welcome', async () => {
    const first = await connect()
    const next = newSecret()
    await register('k2', next)
    expect(await first.closed).toBe(1001)
    expect(await dial()).toBe(1008)
    expect(typeof (await dial({ keyId: 'k2', secret: next }))).toBe('object')
  })

  test('whoever sends what is no frame, one twice, or too many, is cut off', async () => {
    const spoil: readonly ((site: SiteClient) => void)[] = [
      (site) => site.send('{}'),
      (site) => {
        const frame = site.codec.write('ping', 'a', null)
        site.send(frame)
        site.send(frame)
      },
      (site) => site.send(site.codec.write('req', 'a', {})),
      (site) => site.send(site.codec.write('ping', 'a', 'x'.repeat(5000))),
      // Long answers are for who asked for them.
      (site) => site.send(site.codec.write('res', 'a', { status: 200, body: 'x'.repeat(70_000) })),
      (site) => site.send(site.codec.write('res', 'a', { status: 200, body: 'x'.repeat(600_000) })),
      (site) => site.send(site.codec.write('event', 'a', { events: [{ seq: 0 }] })),
      (site) => {
        for (let count = 0; count < 2000; count += 1) site.send(site.codec.write('ping', 'a', null))
      },
    ]
    for (const [index, wrong] of spoil.entries()) {
      const site = await connect()
      wrong(site)
      expect(await site.closed, `way ${index}`).toBe(1001)
    }
  })
})

test('what a site tells through its tunnel is taken once and acknowledged', async () => {
  const at = new Date().toISOString()
  // It is asked for its locks too, as soon as it is there: what it says then is what it told.
  const lock = { id: '1:01:01', kind: 'box', name: 'YA001', state: 'closed', online: true, since: at }
  const site = await connect({
    handle: ({ path }) =>
      path === '/v1/locks' ? { status: 200, body: { seq: 2, locks: [lock] } } : undefined,
  })
  const events = [
    { seq: 1, id: randomUUID(), type: 'lock.opened', at, lockId: '1:01:01', source: 'exit_button' },
    { seq: 2, id: randomUUID(), type: 'lock.closed', at, lockId: '1:01:01' },
  ]
  expect(await site.tell(events)).toBe(2)
  expect(await site.tell(events)).toBe(2)
  const { db } = world.running.platform
  expect((await lockStates(db, stock.stockId)).get('1:01:01')).toBe('closed')
  const records = await db
    .selectFrom('access_record')
    .select(['action', 'source'])
    .where('stock_id', '=', stock.stockId)
    .orderBy('id')
    .execute()
  expect(records).toEqual([
    { action: 'opened', source: 'exit_button' },
    { action: 'closed', source: 'sensor' },
  ])
  const again = await connect()
  expect(again.welcome.ackSeq).toBe(2)
})

describe('the list of who may open', () => {
  test('comes over the tunnel as soon as the site is there, signed with the key that it was given', async () => {
    const lists: SignedAccessList[] = []
    const takes: Parameters<typeof connectSite>[0]['handle'] = ({ method, path, body }) => {
      if (method !== 'PUT' || path !== '/v1/access-list') return undefined
      const list = body as SignedAccessList
      lists.unshift(list)
      return { status: 200, body: { version: list.version, applied: true } }
    }
    const site = await connect({ handle: takes })
    await expect.poll(() => (world.running.settle().catch(() => undefined), lists.length)).toBeGreaterThan(0)
    const [list] = lists
    const { public_pem: publicKey } = await world.running.platform.db
      .selectFrom('site_signing_key')
      .select('public_pem')
      .executeTakeFirstOrThrow()
    expect(readAccessList(list, stock.stockId, publicKey)).toMatchObject({ list: { version: list?.version } })

    // A site that has lost what it was told says so in its health, and is told again.
    site.close()
    await connect({ handle: takes })
    await expect
      .poll(() => (world.running.settle().catch(() => undefined), lists[0]?.version ?? 0))
      .toBeGreaterThan(list?.version ?? 0)
  })
})

describe('two processes on one database', () => {
  let other: World
  beforeAll(async () => {
    const { config } = world.running.platform
    other = await createWorld({
      database: { url: config.databaseUrl ?? '', drop: async () => undefined },
      config: { secrets: config.secrets },
    })
  })
  afterAll(async () => await other.close())
  const elsewhere = () => other.running.modules.access.gateway

  test('a call goes to the process that holds the tunnel, and is carried out once', async () => {
    const site = await connect()
    site.handle(opens)
    await expect.poll(async () => await elsewhere().carrierOf(stock.stockId)).toBe('tunnel')
    const endOf = holdCalls()
    const orders = Array.from({ length: 10 }, () => order())
    const outcomes = await Promise.all(orders.map((one) => elsewhere().command(stock.stockId, one)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(orders.map(() => 'answered'))
    expect(site.calls.filter(({ method }) => method === 'POST')).toHaveLength(10)
    // Taken, and not answered: not taken back, not sent again.
    site.handle(({ path }) => (path.startsWith('/v1/commands/') ? { status: 404 } : undefined))
    const [, lost] = await Promise.all([endOf(site), failure(elsewhere().command(stock.stockId, order()))])
    expect(lost.mayHaveActed).toBe(true)
    expect(site.calls.filter(({ path }) => path.endsWith('/open'))).toHaveLength(11)
  })

  test('a tunnel that moves to the other process hangs up in this one; calls follow it', async () => {
    const here = await connect()
    const there = await connect({ port: other.running.port })
    expect(await here.closed).toBe(1001)
    there.handle(opens)
    await expect
      .poll(
        async () =>
          (
            await gateway()
              .command(stock.stockId, order())
              .catch(() => undefined)
          )?.kind,
      )
      .toBe('answered')
    expect(here.calls.filter(({ method }) => method === 'POST')).toHaveLength(0)
  })

  test('a process that died in silence takes no command: it is withdrawn, and never happens', async () => {
    const { db } = world.running.platform
    const at = Temporal.Now.instant()
    await db
      .insertInto('site_tunnel')
      .values({
        stock_id: stock.stockId,
        process_id: '01DEAD00000000000000000000',
        connection_id: 'c',
        hello_at: 0,
        connected_at: at,
        seen_at: at,
      })
      .execute()
    const lost = order()
    expect((await failure(gateway().command(stock.stockId, lost))).mayHaveActed).toBe(false)
    // Beside it a watch may ask this site for its health, in a row of its own.
    const relayed = db.selectFrom('site_relay').select('id').where('request', 'like', `%${lost.commandId}%`)
    expect(await relayed.execute()).toEqual([])
  })

  test('the heartbeat of the one is known to the other', async () => {
    const site = await connect()
    site.handle(({ path }) =>
      path === '/v1/health'
        ? { status: 200, body: healthOf(stock.stockId, { version: '9.9.9' }) }
        : { status: 200, body: { seq: 0, locks: [] } },
    )
    await expect
      .poll(async () => {
        const row = await other.running.platform.db
          .selectFrom('site_health')
          .select(['is_ok', 'carrier'])
          .where('stock_id', '=', stock.stockId)
          .executeTakeFirst()
        return row
      })
      .toEqual({ is_ok: true, carrier: 'tunnel' })
  })
})

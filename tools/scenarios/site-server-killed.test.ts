import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '@stowage/lsp/signature'
import { main } from '@stowage/server/main'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { readConfig } from '@stowage/server/platform/config'
import { createPerson } from '@stowage/server/testing/people'
import { createPerson as personAt } from '@stowage/server/testing/person'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import { startAgent, type Agent } from '@stowage/site-agent/start-agent'
import { openSteel, type Steel } from '../drills/site/steel.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openKillableServer, type KillableServer } from '../testing/killable-server.ts'

/** At once on a quiet machine; a busy one has this long. */
const SOON = { timeout: 15_000 }

// The server as a process of its own is killed with -9 between the pulse and the answer of the site.
const LOCK = '1:01:01'
let database: TestDatabase
let connection: Connection
let server: KillableServer
let child: ChildProcess
let steel: Steel
let agent: Agent
let token = ''
let accountId = ''
let boxId = ''

beforeAll(async () => {
  database = await createTestDatabase()
  server = await openKillableServer({
    databaseUrl: database.url,
    script: path.join(import.meta.dirname, '../../apps/server/src/main.ts'),
    cards: { refundAfterMs: 10, slowMs: 50 },
  })
  // A door takes a while to open: in between the server dies.
  steel = await openSteel([{ id: LOCK, kind: 'box', name: 'YA001' }], { openAfterMs: 700 })
  const running = await main(readConfig({ ...server.env, PORT: '0' }), {
    manual: true,
    webFolder: path.join(server.folder, 'no-web'),
  })
  const world = {
    running,
    person: (given?: string) => personAt(running.app, given),
    setTime: async () => undefined,
    settle: async () => undefined,
    deliver: async () => undefined,
    close: async () => undefined,
  }
  const sofia = await createPerson(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })
  token = sofia.token ?? ''
  accountId = sofia.id
  const { platform, modules } = running
  const stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { equipment: [] }, boxes: [{ unitNumber: 'YA001', size: 2, lockId: LOCK }] },
  )
  boxId = stock.boxes[0]?.id ?? ''
  const key = { keyId: 'k1', secret: newSecret() }
  await modules.access.sites.register(platform.transact, { stockId: stock.stockId, ...key })
  const serverPublicKey = await modules.access.serverPublicKey()
  await running.close()
  connection = connect(database.url, { max: 2 })
  child = await server.start()
  agent = await startAgent(steel.config({ server: server.url, carrier: 'tunnel' }), {
    keys: { siteId: stock.stockId, serverPublicKey, keys: [key] },
    firstPauseMs: 20,
    limits: { distanceMs: 0 },
  })
})
afterAll(async () => {
  await agent?.close()
  child?.kill('SIGKILL')
  await connection?.close()
  await steel?.close()
  await server?.close()
  await database?.drop()
})

async function open(key: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.url}/api/boxes/${boxId}/open`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(8000),
  })
  return { status: answer.status, text: await answer.text() }
}

test('the server is killed between command and answer: whoever asks again hears that nobody knows, and there is no second pulse', async () => {
  await expect.poll(() => agent.isTunnelOpen(), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => agent.doors.get(LOCK)?.state, SOON).toBe('closed')
  const key = randomUUID()
  const first = open(key).then(
    () => 'answered',
    () => 'cut',
  )
  await expect.poll(() => steel.pulses(LOCK), { interval: 5 }).toBe(1)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(await first).toBe('cut')
  child = await server.start()
  await expect.poll(() => agent.isTunnelOpen(), { timeout: 20_000 }).toBe(true)
  const again = await open(key)
  expect(again.status).toBe(502)
  expect(JSON.parse(again.text)).toMatchObject({ errors: [{ errorCode: 2 }] })
  expect(again.text).toContain('not known')
  expect(steel.pulses(LOCK)).toBe(1)
  // What the site saw is in the history all the same, once.
  await expect.poll(() => agent.journal.unsentCount(), { timeout: 20_000 }).toBe(0)
  await sleep(50)
  const records = await connection.db
    .selectFrom('access_record')
    .select(['action', 'source', 'account_id'])
    .where('box_id', '=', boxId)
    .execute()
  expect(records.filter(({ action }) => action === 'opened')).toEqual([
    { action: 'opened', source: 'remote', account_id: accountId },
  ])
  // Another try is another command: the door stands open.
  expect((await open(randomUUID())).text).toContain('already_open')
  expect(steel.pulses(LOCK)).toBe(1)
}, 300_000)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stockHistory } from '@stowage/api/access'
import { getSite, openNow, pairSite, testLock, type Paired } from '@stowage/api/sites'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { startAgent, type Agent } from '@stowage/site-agent/start-agent'
import { testConfig } from '@stowage/site-agent/testing/agent.fixture'
import { createTestDoors } from '@stowage/site-agent/testing/doors.fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The real agent and the real server, tied by nothing but a pairing code and loopback.
const BOX = '1:02:03'
const doors = createTestDoors()
const stateDir = mkdtempSync(path.join(tmpdir(), 'site-agent-'))
let world: World
let people: People
let stock: SmallStock
let agent: Agent | undefined

const at = () => ({ params: { id: stock.stockId } })
beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { routerIp: null, servicePort: null },
      boxes: [{ unitNumber: 'YA108', size: 2, lockId: BOX }],
    },
  )
})
afterAll(async () => {
  await agent?.close()
  await world.close()
  rmSync(stateDir, { recursive: true, force: true })
})

async function pairedAgent(): Promise<Agent> {
  const { code } = (await people.sofia.call(pairSite, at())).body
  const reply = await world.running.app.inject({
    method: 'POST',
    url: '/api/site-gateway/pair',
    payload: { code, version: '1' },
  })
  const { siteId, keyId, secret, serverPublicKey } = reply.json<Paired>()
  return await startAgent(
    testConfig({
      server: `http://127.0.0.1:${world.running.port}`,
      carrier: 'tunnel',
      listen: undefined,
      stateDir,
    }),
    {
      keys: { siteId, serverPublicKey, keys: [{ keyId, secret }] },
      openDoors: doors.open,
      firstPauseMs: 20,
      limits: { distanceMs: 0 },
    },
  )
}
const history = async () => {
  const { body } = await people.sofia.call(stockHistory, { ...at(), query: { page: '1' } })
  return ('items' in body ? body.items : body).map(({ action, source }) => `${action} ${source}`)
}
const open = async () => await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })

test('an agent is paired, opens a door through its tunnel, tells what it sees, and has its list', async () => {
  agent = await pairedAgent()
  await expect.poll(async () => (await people.sofia.call(getSite, at())).body.health?.carrier).toBe('tunnel')
  expect((await open()).body).toMatchObject({ result: 'opened', carrier: 'tunnel' })
  expect(doors.pulses).toHaveLength(1)
  expect((await people.sofia.call(openNow, at())).body.doors).toMatchObject([
    { name: 'YA108', source: 'test' },
  ])
  doors.close(BOX)
  await expect.poll(async () => (await people.sofia.call(openNow, at())).body.doors).toEqual([])
  await expect.poll(() => agent?.journal.unsentCount()).toBe(0)
  expect(await history()).toEqual(['closed sensor', 'opened test'])
  await world.settle()
  await expect
    .poll(async () => (await people.sofia.call(getSite, at())).body.health?.listVersion)
    .toBeGreaterThan(0)
  expect((await people.sofia.call(getSite, at())).body.warnings).toEqual([])
})

test('paired anew it goes on where it was: the old key ends, nothing stands in the history twice', async () => {
  await agent?.close()
  agent = await pairedAgent()
  await expect.poll(async () => (await people.sofia.call(getSite, at())).body.isRotating).toBe(false)
  await expect.poll(() => agent?.isTunnelOpen()).toBe(true)
  expect((await open()).body.result).toBe('opened')
  doors.close(BOX)
  await expect.poll(history).toEqual(['closed sensor', 'opened test', 'closed sensor', 'opened test'])
  await expect.poll(() => agent?.journal.unsentCount()).toBe(0)
})

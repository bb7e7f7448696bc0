import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stockHistory } from '@stowage/api/access'
import { chooseSiteHolder, getSite, pairSite, testLock, type Paired } from '@stowage/api/sites'
import { createPeople, type People } from '@stowage/server/testing/people'
import { createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { startAgent, type Agent } from '@stowage/site-agent/start-agent'
import { testConfig } from '@stowage/site-agent/testing/agent.fixture'
import { createTestDoors, type TestDoors } from '@stowage/site-agent/testing/doors.fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A memory card that was copied: two real agents with one identity against the real server.
const BOX = '1:02:03'
const folder = mkdtempSync(path.join(tmpdir(), 'site-holders-'))
const [original, copy] = [path.join(folder, 'a'), path.join(folder, 'c')]
const running: Agent[] = []
let world: World
let people: People
let stock: SmallStock
let keys: { siteId: string; serverPublicKey: string; keys: { keyId: string; secret: string }[] }

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
  const { code } = (await people.sofia.call(pairSite, at())).body
  const payload = { code, version: '1' }
  const reply = await world.running.app.inject({ method: 'POST', url: '/api/site-gateway/pair', payload })
  const { siteId, keyId, secret, serverPublicKey } = reply.json<Paired>()
  keys = { siteId, serverPublicKey, keys: [{ keyId, secret }] }
})
afterAll(async () => {
  await Promise.all(running.map(async (agent) => await agent.close()))
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(stateDir: string, doors: TestDoors): Promise<Agent> {
  const server = `http://127.0.0.1:${world.running.port}`
  const agent = await startAgent(testConfig({ server, carrier: 'tunnel', listen: undefined, stateDir }), {
    keys,
    openDoors: doors.open,
    firstPauseMs: 20,
    limits: { distanceMs: 0 },
  })
  running.push(agent)
  return agent
}
const page = async () => (await people.sofia.call(getSite, at())).body
const history = async (): Promise<string[]> => {
  const { body } = await people.sofia.call(stockHistory, { ...at(), query: { page: '1' } })
  return ('items' in body ? body.items : body).map(({ action }) => action)
}
const bytesIn = (stateDir: string): number =>
  readdirSync(path.join(stateDir, 'journal'))
    .map((name) => statSync(path.join(stateDir, 'journal', name)).size)
    .reduce((sum, size) => sum + size, 0)
const opens = async () => (await people.sofia.call(testLock, { ...at(), body: { lockId: BOX } })).body.result

test('I1: two agents of one copied folder: the second is kept out, nothing is written again, staff decide', async () => {
  const [doorsA, doorsC] = [createTestDoors(), createTestDoors()]
  const a = await start(original, doorsA)
  await expect.poll(a.isTunnelOpen).toBe(true)
  expect(await opens()).toBe('opened')
  doorsA.close(BOX)
  await expect.poll(() => a.journal.unsentCount()).toBe(0)
  cpSync(original, copy, { recursive: true, filter: (source) => !source.endsWith('.sock') })
  const before = bytesIn(original)

  const c = await start(copy, doorsC)
  await expect.poll(async () => (await page()).otherHolder?.address).toBe('127.0.0.1')
  expect((await page()).warnings).toContain('twoHolders')
  expect([a.isTunnelOpen(), c.isTunnelOpen()]).toEqual([true, false])
  // For its doors a machine that was refused is one without the internet.
  expect(c.isAway()).toBe(true)
  expect(await opens()).toBe('opened')
  doorsA.close(BOX)
  await expect.poll(() => a.journal.unsentCount()).toBe(0)
  expect(doorsC.pulses).toHaveLength(0)
  expect(bytesIn(original) - before).toBeLessThan(4000)
  expect(bytesIn(copy)).toBeLessThan(before + 4000)
  expect(await history()).toEqual(['closed', 'opened', 'closed', 'opened'])

  const { otherHolder } = await page()
  const body = { instance: otherHolder?.instance ?? '', keep: 'other' as const }
  expect((await people.sofia.call(chooseSiteHolder, { ...at(), body })).status).toBe(200)
  await expect.poll(c.isTunnelOpen, { timeout: 10_000 }).toBe(true)
  expect(a.isTunnelOpen()).toBe(false)
  expect(await opens()).toBe('opened')
  expect(doorsC.pulses).toHaveLength(1)
  doorsC.close(BOX)
  await expect.poll(() => c.journal.unsentCount()).toBe(0)
  expect(await history()).toEqual(['closed', 'opened', 'closed', 'opened', 'closed', 'opened'])
  const { warnings, otherHolder: left } = await page()
  expect([warnings.includes('chainBroken'), left]).toEqual([false, null])
  expect(bytesIn(copy)).toBeLessThan(before + 8000)
})

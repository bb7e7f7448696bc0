import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret } from '@stowage/lsp/signature'
import { startAgent, type Agent } from '../start-agent.ts'
import { BOX, callSite, testConfig, until } from '../testing/agent.fixture.ts'
import { createTestDoors, type TestDoors } from '../testing/doors.fixture.ts'
import { startTestServer, testKeys, type TestServer } from '../testing/server.fixture.ts'
import { writeKeys, type SiteKeys } from './keys.ts'

let stateDir: string
let keys: SiteKeys
let server: TestServer
let agent: Agent | undefined
let doors: TestDoors
beforeEach(async () => {
  stateDir = mkdtempSync(path.join(tmpdir(), 'held-'))
  keys = testKeys()
  server = await startTestServer(keys)
  writeKeys(stateDir, structuredClone(keys))
})
afterEach(async () => {
  await agent?.close()
  await server.close()
  rmSync(stateDir, { recursive: true })
})

async function start(carrier: 'tunnel' | 'both' | 'direct'): Promise<Agent> {
  const listen = carrier === 'tunnel' ? {} : { listen: { host: '127.0.0.1', port: 0 } }
  const config = testConfig({ server: server.url, stateDir, carrier, listen: undefined, ...listen })
  doors = createTestDoors()
  agent = await startAgent(config, { openDoors: doors.open, firstPauseMs: 20 })
  return agent
}
/** As `pair` does it beside a running agent. */
function pairAnew(): SiteKeys {
  const next = { keyId: 'k2', secret: newSecret() }
  keys.keys.push(next)
  writeKeys(stateDir, { ...keys, keys: [next] })
  return { ...keys, keys: [next] }
}

test('a second pairing is seen by an agent that runs: it comes back under the new key, and both are answered', async () => {
  const running = await start('both')
  await until(() => running.isTunnelOpen())
  const next = pairAnew()
  await until(() => server.tunnelsOpened === 2)
  const asked = await callSite(running.directPort ?? 0, next, 'GET', `/v1/locks/${BOX}`, undefined, {
    keyId: 'k2',
  })
  expect(asked).toMatchObject({ status: 200, signed: true })
  // The server knows the new one alone from its first use on.
  keys.keys.shift()
  server.cut()
  await until(() => server.tunnelsOpened === 3 && running.isTunnelOpen())
})

test('half a file, and the keys of another site, change nothing', async () => {
  const running = await start('tunnel')
  await until(() => running.isTunnelOpen())
  writeKeys(stateDir, { ...structuredClone(keys), siteId: 'south' })
  await running.reread()
  rmSync(path.join(stateDir, 'keys.json'))
  await running.reread()
  server.cut()
  await until(() => server.tunnelsOpened === 2 && running.isTunnelOpen())
  expect(running.siteId).toBe('north')
})

test('who hears that its key counts no more looks whether there is another one', async () => {
  await start('direct')
  // Another folder in the place of the first: nothing that watches sees what comes into it.
  renameSync(stateDir, `${stateDir}-before`)
  mkdirSync(path.join(stateDir, 'journal'), { recursive: true })
  pairAnew()
  keys.keys.splice(0, 1)
  doors.close(BOX)
  await until(() => server.types().includes('lock.closed'))
  expect(server.batches, 'refused under the old key, taken under the new one').toHaveLength(1)
  await agent?.close()
  agent = undefined
  rmSync(`${stateDir}-before`, { recursive: true })
})

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { startAgent } from './start-agent.ts'
import { FolderInUse } from './state/hold-folder.ts'
import { BOX, createTestSites, GATE, NEXT_BOX, testConfig, until } from './testing/agent.fixture.ts'
import { testKeys } from './testing/server.fixture.ts'
import { VERSION } from './version.ts'

const sites = createTestSites()
afterEach(sites.close)

test('a signed call opens a door, the answer is signed, and what happened is told', async () => {
  const { open, doors, server, agent } = await sites.open()
  const commandId = randomUUID()
  expect(await open(BOX, { commandId })).toMatchObject({
    status: 200,
    signed: true,
    body: { commandId, result: 'opened', state: 'opened' },
  })
  expect(doors.pulses).toEqual([{ lockId: BOX, ms: undefined, cause: { source: 'remote', commandId } }])
  doors.close(BOX)
  expect((await open(GATE, { run: true })).body['result']).toBe('opened')
  await until(() => agent.journal.unsentCount() === 0)
  expect(server.events()).toMatchObject([
    { type: 'lock.opened', lockId: BOX, source: 'remote', commandId, siteId: 'north' },
    { type: 'lock.closed', lockId: BOX, source: 'sensor' },
    { type: 'lock.opened', lockId: GATE },
    { type: 'equipment.ran', lockId: GATE },
  ])
})

test('health and locks say how the site is', async () => {
  const { call, open } = await sites.open()
  await open(BOX)
  await call('POST', '/v1/config', { names: { [NEXT_BOX]: 'Renamed' } })
  expect(await call('GET', '/v1/health')).toMatchObject({
    status: 200,
    signed: true,
    body: { protocol: 'LSP/1', siteId: 'north', version: VERSION, accessListVersion: 0, offlineSince: null },
  })
  expect((await call('GET', '/v1/locks')).body).toMatchObject({
    locks: [
      { id: BOX, kind: 'box', name: 'YA108', state: 'opened', online: true },
      { id: NEXT_BOX, name: 'Renamed', state: 'closed' },
      { id: GATE, kind: 'gate' },
    ],
  })
  expect(VERSION).toBe(packageJson.version)
})

test('a second agent on the same folder is refused, and the first goes on; a third may follow it', async () => {
  const site = await sites.open()
  const config = testConfig({ stateDir: site.stateDir })
  await expect(startAgent(config, { keys: testKeys(), openDoors: site.doors.open })).rejects.toThrow(
    FolderInUse,
  )
  expect((await site.open(BOX)).status).toBe(200)
  await site.restart()
  expect((await site.call('GET', '/v1/health')).status).toBe(200)
})

test('a site that is not paired says so', async () => {
  const { stateDir, agent, doors } = await sites.open()
  await agent.close()
  await expect(startAgent(testConfig({ stateDir }), { openDoors: doors.open })).rejects.toThrow(
    /pair this site first/,
  )
})

import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { BOX, createTestSites, until, type TestSite } from '../testing/agent.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

const TUNNEL = { carrier: 'tunnel', listen: undefined }
const command = (livesMs = 9000) => ({
  commandId: randomUUID(),
  expiresAt: new Date(Date.now() + livesMs).toISOString(),
})

async function openSite(parts = {}, config: Record<string, unknown> = TUNNEL): Promise<TestSite> {
  const site = await sites.open(config, parts)
  await until(() => site.agent.isTunnelOpen())
  return site
}

test('calls come and events go over the tunnel that the site opened', async () => {
  const { server, doors, agent } = await openSite()
  const wanted = command()
  expect(await server.call('POST', `/v1/locks/${BOX}/open`, wanted)).toMatchObject({
    status: 200,
    body: { commandId: wanted.commandId, result: 'opened' },
  })
  expect((await server.call('POST', `/v1/locks/${BOX}/open`, wanted)).body['result']).toBe('opened')
  expect(doors.pulses).toHaveLength(1)
  expect((await server.call('GET', '/v1/health')).body).toMatchObject({ siteId: 'north' })
  expect((await server.call('GET', '/v1/nothing')).status).toBe(404)
  await until(() => agent.journal.unsentCount() === 0)
  expect(server.batches).toMatchObject([{ by: 'tunnel', events: [{ type: 'lock.opened' }] }])
  expect(agent.directPort).toBeUndefined()
})

test('the line breaks: it is opened again, and what happened meanwhile is told once, as of the time without it', async () => {
  const { server, doors, agent } = await openSite()
  server.takesTunnels = false
  server.cut()
  await until(() => !agent.isTunnelOpen())
  doors.close(BOX)
  expect(agent.isAway()).toBe(true)
  server.takesTunnels = true
  await until(() => agent.journal.unsentCount() === 0)
  expect(server.events()).toMatchObject([{ type: 'lock.closed', offline: true }])
  expect(server.tunnelsOpened).toBe(2)
})

test('a wrong clock is said in a sentence, once, and with the right one the tunnel opens', async () => {
  let offMs = -7_200_000
  const told: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (text: string) => void told.push(text) }
  const { agent } = await sites.open(TUNNEL, { wall: () => Date.now() + offMs, log })
  await until(() => told.length > 0)
  expect(told[0]).toMatch(/clock of this machine is wrong by 7(199|200|201) s \(behind\).*NTP/)
  offMs = 0
  await until(() => agent.isTunnelOpen())
  expect(told).toHaveLength(1)
})

test('a server that falls silent is given up after three heartbeats, counts as away, and is found again', async () => {
  const { server, agent } = await openSite({ pingEveryMs: 50, awayAfterMs: 2000 })
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(server.tunnelsOpened, 'a live one is not').toBe(1)
  expect(server.types()).toEqual([])
  server.answersPings = false
  server.mode = 'deaf'
  server.takesTunnels = false
  await until(() => agent.isAway() && !agent.isTunnelOpen())
  await until(() => agent.journal.unsentCount() === 1)
  server.answersPings = true
  server.mode = 'ok'
  server.takesTunnels = true
  await until(() => agent.journal.unsentCount() === 0)
  const told = [...new Map(server.events().map((event) => [event.seq, event])).values()]
  expect(told.map(({ type }) => type)).toEqual(['offline.started', 'offline.ended'])
  expect(told[0]).toMatchObject({
    offline: true,
    reason: expect.stringContaining('not heard since'),
  })
})

test.each([
  ['no JSON', () => '{'],
  ['unsigned', (server: TestSite['server']) => server.write('req', '1', {}).replace('v1=', 'v1=0')],
  [
    'of an unknown kind',
    (server: TestSite['server']) => server.write('req', '1', {}).replace('"req"', '"order"'),
  ],
])('a frame that is %s ends the connection and opens nothing', async (_what, frame) => {
  const { server, doors, agent } = await openSite()
  server.sendRaw(frame(server))
  await until(() => server.tunnelsOpened === 2 && agent.isTunnelOpen())
  expect(doors.pulses).toEqual([])
})

test('a frame that is sent twice is carried out once, and the second ends the connection', async () => {
  const { server, doors } = await openSite()
  const frame = server.write('req', 'x', {
    method: 'POST',
    path: `/v1/locks/${BOX}/open`,
    sentAt: Date.now(),
    body: command(),
  })
  server.sendRaw(frame)
  server.sendRaw(frame)
  await until(() => server.tunnelsOpened === 2)
  expect(doors.pulses).toHaveLength(1)
})

test('a request that makes no sense is answered, and the connection lives', async () => {
  const { server, doors } = await openSite()
  expect((await server.call('PUT', `/v1/locks/${BOX}/open`, {})).status).toBe(404)
  expect((await server.call('POST', `/v1/locks/${BOX}/open`, { ...command(), commandId: '1' })).status).toBe(
    400,
  )
  expect((await server.call('GET', 'x'.repeat(600))).status).toBe(400)
  expect(server.tunnelsOpened).toBe(1)
  expect(doors.pulses).toEqual([])
})

test('a command that was held up on its way is not carried out', async () => {
  const { server, doors } = await openSite()
  const held = await server.call('POST', `/v1/locks/${BOX}/open`, command(-1), Date.now() - 2600)
  expect(held.body['result']).toBe('refused_expired')
  expect(doors.pulses).toEqual([])
})

test('with both carriers events go by call while the tunnel is down, and calls come in all the time', async () => {
  const both = { carrier: 'both', listen: { host: '127.0.0.1', port: 0 } }
  const { server, open, doors, agent } = await openSite({}, both)
  server.takesTunnels = false
  server.cut()
  await until(() => !agent.isTunnelOpen())
  expect((await open(BOX)).status).toBe(200)
  await until(() => agent.journal.unsentCount() === 0)
  server.takesTunnels = true
  await until(() => agent.isTunnelOpen())
  doors.close(BOX)
  await until(() => agent.journal.unsentCount() === 0)
  expect(server.batches.map(({ by, events }) => [by, events[0]?.type])).toEqual([
    ['call', 'lock.opened'],
    ['tunnel', 'lock.closed'],
  ])
})

test('a server that knows newer numbers than the disk is not told old ones: the site goes on above them', async () => {
  const { server, doors, agent } = await openSite()
  server.cut()
  server.ackSeq = agent.journal.lastSeq() + 1_000_000
  await until(() => server.tunnelsOpened === 2)
  doors.close(BOX)
  await until(() => agent.journal.unsentCount() === 0)
  expect(server.events().map(({ seq }) => seq)).toEqual([server.ackSeq + 1])
})

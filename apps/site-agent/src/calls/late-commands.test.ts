import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { BOX, createTestSites, until } from '../testing/agent.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

const LATE_S = 40

/** Seconds are what these tests are about: a machine that is busy for one must not add its own. @returns the agent's clocks */
function standStill(drift = 0) {
  vi.spyOn(Date, 'now').mockReturnValue(Math.floor(Date.now() / 1000) * 1000)
  return { wall: () => Date.now() + drift, monotonic: () => 1000 }
}

test('a line that stood still brings all it held at once: what is among it is late, however much came with it', async () => {
  const site = await sites.open()
  expect((await site.call('GET', '/v1/health')).status).toBe(200)
  const timestamp = String(Math.floor(Date.now() / 1000) - LATE_S)
  // Heartbeats and lists that were said meanwhile; each says what time it was then.
  for (let held = 0; held < 12; held++) await site.call('GET', '/v1/health', undefined, { timestamp })
  const command = {
    commandId: randomUUID(),
    expiresAt: new Date(Date.now() - LATE_S * 1000 + 2500).toISOString(),
  }
  const answer = await site.call('POST', `/v1/locks/${BOX}/open`, command, { timestamp })
  expect(answer.body).toMatchObject({ result: 'refused_expired' })
  expect(site.doors.pulses).toEqual([])
  expect((await site.open(BOX)).body, 'what is said now is not late').toMatchObject({ result: 'opened' })
})

test.each([
  ['ahead', 1500],
  ['behind', -1500],
])(
  'a machine whose clock is a little %s neither refuses what is in time nor takes what is late',
  async (_how, drift) => {
    const site = await sites.open({ carrier: 'tunnel', listen: undefined }, standStill(drift))
    await until(() => site.agent.isTunnelOpen())
    const open = async (livesMs: number) =>
      await site.server.call('POST', `/v1/locks/${BOX}/open`, {
        commandId: randomUUID(),
        expiresAt: new Date(Date.now() + livesMs).toISOString(),
      })
    expect((await open(1000)).body).toMatchObject({ result: 'opened' })
    site.doors.close(BOX)
    expect((await open(-300)).body).toMatchObject({ result: 'refused_expired' })
    expect(site.doors.pulses).toHaveLength(1)
  },
)

test('a server whose clock was ahead for a moment shuts no door', async () => {
  const site = await sites.open({}, standStill())
  const timestamp = String(Math.floor(Date.now() / 1000) + 50)
  expect((await site.call('GET', '/v1/health', undefined, { timestamp })).status).toBe(200)
  expect((await site.open(BOX, { livesMs: 1500 })).body).toMatchObject({ result: 'opened' })
})

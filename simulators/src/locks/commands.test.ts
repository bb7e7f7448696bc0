import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSite, type Caller } from './site.fixture.ts'
import { until } from '../until.fixture.ts'

let caller: Caller
beforeEach(async () => {
  caller = await openTestSite()
})
afterEach(() => caller.site.close())

const control = () => caller.site.control
const BOX = '1:02:03'

test('health, locks and one lock answer signed', async () => {
  const health = await caller.call('GET', '/v1/health')
  expect(health).toMatchObject({
    status: 200,
    signed: true,
    body: {
      protocol: 'LSP/1',
      siteId: 'site-1',
      lastSeq: 0,
      unsentEvents: 0,
      accessListVersion: 0,
      buses: [
        { bus: 1, ok: true },
        { bus: 2, ok: true },
      ],
    },
  })
  expect(await caller.call('GET', '/v1/locks')).toMatchObject({
    signed: true,
    body: {
      seq: 0,
      locks: [
        { id: BOX, kind: 'box', name: 'YA108', state: 'closed', online: true },
        { id: '1:02:04' },
        { id: '2:01:01', kind: 'gate' },
      ],
    },
  })
  expect(await caller.call('GET', `/v1/locks/${BOX}`)).toMatchObject({ body: { id: BOX } })
  expect((await caller.call('GET', '/v1/locks/1:02:99')).status).toBe(404)
})

test.each([
  ['another key', { secret: 'other' }],
  ['an unknown key id', { keyId: 'k9' }],
  ['another site', { siteId: 'site-2' }],
  ['another path than the signed one', { signedPath: '/v1/locks/1:02:04/open' }],
  ['an old timestamp', { timestamp: String(Math.floor(Date.now() / 1000) - 65) }],
  ['a timestamp from the future', { timestamp: String(Math.floor(Date.now() / 1000) + 65) }],
  ['a short nonce', { nonce: 'abc' }],
])('%s is refused and opens nothing', async (_what, spoilt) => {
  const body = { commandId: randomUUID(), expiresAt: new Date(Date.now() + 10_000).toISOString() }
  expect((await caller.call('POST', `/v1/locks/${BOX}/open`, body, spoilt)).status).toBe(401)
  expect(control().door(BOX)).toMatchObject({ pulses: 0, position: 'closed' })
})

test('a replayed request is refused', async () => {
  const nonce = 'A'.repeat(22)
  expect((await caller.call('GET', '/v1/health', undefined, { nonce })).status).toBe(200)
  expect((await caller.call('GET', '/v1/health', undefined, { nonce })).status).toBe(401)
})

test('a second key works beside the first, a removed one does not', async () => {
  control().setKey('k2', 'second')
  expect((await caller.call('GET', '/v1/health', undefined, { keyId: 'k2', secret: 'second' })).status).toBe(
    200,
  )
  expect((await caller.call('GET', '/v1/health')).status).toBe(200)
  control().removeKey('k1')
  expect((await caller.call('GET', '/v1/health')).status).toBe(401)
})

test('one command gives one pulse, however often it is sent', async () => {
  const commandId = randomUUID()
  const answers = await Promise.all([caller.open(BOX, { commandId }), caller.open(BOX, { commandId })])
  const again = await caller.open(BOX, { commandId })
  expect(answers[0]).toMatchObject({
    status: 200,
    signed: true,
    body: { commandId, result: 'opened', state: 'opened' },
  })
  expect([answers[1]?.body, again.body]).toEqual([answers[0]?.body, answers[0]?.body])
  expect(control().door(BOX).pulses).toBe(1)
  expect(await caller.call('GET', `/v1/commands/${commandId}`)).toMatchObject({
    status: 200,
    body: answers[0]?.body,
  })
  expect((await caller.open('1:02:04', { commandId })).status).toBe(409)
  expect(control().door('1:02:04').pulses).toBe(0)
  expect((await caller.call('GET', `/v1/commands/${randomUUID()}`)).status).toBe(404)
})

test('an open door is not pulsed again; an expired command never', async () => {
  await caller.open(BOX)
  expect(await caller.open(BOX)).toMatchObject({ status: 200, body: { result: 'already_open' } })
  const commandId = randomUUID()
  expect(await caller.open('1:02:04', { commandId, expiresInMs: -10 })).toMatchObject({
    status: 200,
    body: { result: 'refused_expired', state: 'closed' },
  })
  expect(await caller.open('1:02:04', { commandId })).toMatchObject({ body: { result: 'refused_expired' } })
  expect(control().door(BOX).pulses).toBe(1)
  expect(control().door('1:02:04').pulses).toBe(0)
})

test('a command that waits too long at a slow site is not carried out', async () => {
  control().faults.slowMs = 80
  // Timestamps are whole seconds, so the time to live from receipt is up to a second longer than it looks.
  const expired = await caller.open(BOX, { expiresInMs: 40 })
  expect(expired.body['result']).toBe('refused_expired')
  expect(control().door(BOX).pulses).toBe(0)
})

test('a site whose clock is behind learns the offset from the heartbeat', async () => {
  // Sent 15 seconds ago, expired 5 seconds ago: only a right clock sees it.
  const delayed = () =>
    caller.call(
      'POST',
      `/v1/locks/${BOX}/open`,
      { commandId: randomUUID(), expiresAt: new Date(Date.now() - 5000).toISOString() },
      { timestamp: String(Math.floor(Date.now() / 1000) - 15) },
    )
  control().setClockDrift(-20)
  expect((await delayed()).body['result']).toBe('opened')
  control().closeDoor(BOX)
  await caller.call('GET', '/v1/health')
  expect((await delayed()).body['result']).toBe('refused_expired')
  expect((await caller.open(BOX)).body['result']).toBe('opened')
  control().setClockDrift(-90)
  expect((await caller.call('GET', '/v1/health')).status).toBe(401)
})

test('the least distance and the pulses a minute are kept per lock', async () => {
  const strict = await openTestSite({ minimumDistanceMs: 60_000 })
  await strict.open(BOX)
  strict.site.control.closeDoor(BOX)
  expect((await strict.open(BOX)).status).toBe(409)
  expect((await strict.open('1:02:04')).status).toBe(200)
  await strict.site.close()

  const limited = await openTestSite({ perMinute: 2 })
  for (const status of [200, 200, 409]) {
    expect((await limited.open(BOX)).status).toBe(status)
    limited.site.control.closeDoor(BOX)
  }
  await limited.site.close()
})

test.each([
  ['no uuid', { commandId: '1' }],
  ['no time', { expiresAt: 'soon' }],
  ['an unknown actor', { actor: { type: 'ghost' } }],
])('a command with %s is malformed', async (_what, spoilt) => {
  const body = { commandId: randomUUID(), expiresAt: new Date(Date.now() + 10_000).toISOString(), ...spoilt }
  expect((await caller.call('POST', `/v1/locks/${BOX}/open`, body)).status).toBe(400)
})

test('an unknown lock is 404, a box is no equipment', async () => {
  expect(await caller.open('1:02:50')).toMatchObject({
    status: 404,
    signed: true,
    body: { result: 'refused_unknown_lock' },
  })
  expect((await caller.open(BOX, { run: true })).status).toBe(404)
  expect((await caller.open('2:01:01', { run: true })).body['result']).toBe('opened')
})

test('the answer is lost after the pulse: the same command again, or asking, gives the result and no second pulse', async () => {
  const commandId = randomUUID()
  control().faults.loseAnswers = 1
  await expect(caller.open(BOX, { commandId })).rejects.toThrow('fetch failed')
  expect(await caller.call('GET', `/v1/commands/${commandId}`)).toMatchObject({
    status: 200,
    body: { result: 'opened' },
  })
  expect((await caller.open(BOX, { commandId })).body['result']).toBe('opened')
  expect(control().door(BOX).pulses).toBe(1)
})

test('dead controller, silent controller, dead bus, jammed door', async () => {
  control().setController('1:02', 'offline')
  expect((await caller.open(BOX)).body).toMatchObject({
    result: 'refused_offline_controller',
    state: 'unknown',
  })
  expect(await caller.call('GET', `/v1/locks/${BOX}`)).toMatchObject({
    body: { state: 'unknown', online: false },
  })
  control().setController('1:02', 'silent')
  expect((await caller.open(BOX)).body['result']).toBe('failed_timeout')
  control().setController('1:02', 'online')
  control().setJammed(BOX, true)
  expect((await caller.open(BOX)).body).toMatchObject({ result: 'sent', state: 'closed' })
  control().setBusDown('2', true)
  const commandId = randomUUID()
  expect(await caller.open('2:01:01', { run: true, commandId })).toMatchObject({
    status: 503,
    body: { result: 'failed_bus' },
  })
  control().setBusDown('2', false)
  expect((await caller.open('2:01:01', { run: true, commandId })).body['result']).toBe('opened')
})

test('down, garbage, a wrong signature, maintenance', async () => {
  control().setDown(true)
  await expect(caller.open(BOX)).rejects.toThrow('fetch failed')
  control().setDown(false)
  control().faults.garbage = true
  await expect(caller.open(BOX)).rejects.toThrow('JSON')
  control().faults.garbage = false
  expect(control().door(BOX).pulses).toBe(0)
  control().faults.wrongSignature = true
  expect((await caller.call('GET', '/v1/health')).signed).toBe(false)
  control().faults.wrongSignature = false
  control().faults.maintenance = true
  expect(await caller.open(BOX)).toMatchObject({ status: 423, signed: true })
})

test('doors fall shut by themselves, unless they are kept open', async () => {
  control().setCloseAfterSeconds(0.03)
  await caller.open(BOX)
  await until(() => control().door(BOX).position === 'closed')
  control().setStaysOpen(BOX, true)
  await caller.open(BOX)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(control().door(BOX).position).toBe('opened')
  control().setStaysOpen(BOX, false)
  await until(() => control().door(BOX).position === 'closed')
})

test('access lists only grow; the configuration brings locks and times', async () => {
  const list = (version: number) =>
    caller.call('PUT', '/v1/access-list', {
      siteId: 'site-1',
      version,
      issuedAt: '2026-11-21T10:00:00Z',
      validUntil: '2026-11-24T10:00:00Z',
      entries: [],
      staff: [],
    })
  expect(await list(5)).toMatchObject({ status: 200, body: { version: 5, applied: true } })
  expect((await list(5)).status).toBe(409)
  expect((await list(4)).status).toBe(409)
  expect((await caller.call('PUT', '/v1/access-list', { siteId: 'other', version: 6 })).status).toBe(400)
  expect((await caller.call('GET', '/v1/health')).body).toMatchObject({
    accessListVersion: 5,
    accessListValidUntil: '2026-11-24T10:00:00Z',
  })

  expect(
    await caller.call('POST', '/v1/config', {
      leftOpenMinutes: 0.0005,
      locks: [{ id: '3:01:01', kind: 'box', name: 'New' }],
    }),
  ).toMatchObject({ status: 200, body: { applied: true } })
  expect(
    control()
      .doors()
      .map((door) => door.id),
  ).toEqual(['3:01:01'])
  expect(
    (await caller.call('POST', '/v1/config', { locks: [{ id: '3:00:01', kind: 'box', name: 'x' }] })).status,
  ).toBe(400)
  control().setStaysOpen('3:01:01', true)
  await caller.open('3:01:01')
  await until(
    () =>
      control()
        .events()
        .filter((event) => event.type === 'lock.left_open').length === 1,
  )
})

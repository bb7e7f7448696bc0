import { randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { BOX, createTestSites, GATE, NEXT_BOX, until } from '../testing/agent.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

test('one command gives one pulse, however often and however fast it is sent', async () => {
  const { open, call, doors } = await sites.open()
  doors.takesMs = 30
  const commandId = randomUUID()
  const answers = await Promise.all([
    open(BOX, { commandId }),
    open(BOX, { commandId }),
    open(BOX, { commandId }),
  ])
  const again = await open(BOX, { commandId })
  expect(answers[0]).toMatchObject({ status: 200, body: { commandId, result: 'opened', state: 'opened' } })
  for (const answer of [...answers, again]) expect(answer.body).toEqual(answers[0].body)
  expect(await call('GET', `/v1/commands/${commandId}`)).toMatchObject({ status: 200, body: answers[0].body })
  expect(await open(NEXT_BOX, { commandId }), 'the same id for another lock').toMatchObject({
    status: 409,
    body: { error: 'other_command' },
  })
  expect((await call('GET', `/v1/commands/${randomUUID()}`)).status).toBe(404)
  expect(doors.pulses).toHaveLength(1)
})

test('a result outlives the agent: the same command after a restart answers it and gives no second pulse', async () => {
  const { open, doors, restart } = await sites.open()
  const commandId = randomUUID()
  await open(BOX, { commandId })
  await restart()
  expect(await open(BOX, { commandId })).toMatchObject({ status: 200, body: { result: 'opened' } })
  expect(doors.pulses).toHaveLength(1)
})

test('killed between the record and the pulse: nobody knows, and it is never given', async () => {
  const { open, call, doors, restart, agent, stateDir } = await sites.open()
  await agent.close()
  const commandId = randomUUID()
  appendFileSync(
    path.join(stateDir, 'commands.jsonl'),
    `${JSON.stringify({ commandId, lockId: BOX, kind: 'open', at: Date.now() })}\n{"commandId":"half`,
  )
  await restart()
  for (const answer of [await open(BOX, { commandId }), await call('GET', `/v1/commands/${commandId}`)])
    expect(answer).toMatchObject({ status: 200, body: { result: 'failed_timeout', state: 'unknown' } })
  expect(doors.pulses).toEqual([])
  // What is written behind half a line is read again.
  const next = randomUUID()
  await open(NEXT_BOX, { commandId: next })
  await restart()
  expect((await open(NEXT_BOX, { commandId: next })).body['result']).toBe('opened')
  expect(doors.pulses).toHaveLength(1)
})

test('an open door gets no pulse, an expired command never, also not when it is sent again', async () => {
  const { open, doors } = await sites.open()
  await open(BOX)
  expect(await open(BOX)).toMatchObject({ status: 200, body: { result: 'already_open', state: 'opened' } })
  const commandId = randomUUID()
  expect(await open(NEXT_BOX, { commandId, livesMs: -10 })).toMatchObject({
    status: 200,
    body: { result: 'refused_expired', state: 'closed' },
  })
  expect((await open(NEXT_BOX, { commandId })).body['result']).toBe('refused_expired')
  expect(doors.pulses).toHaveLength(1)
})

test('the time since its arrival counts too: a clock that stands still lets no command live', async () => {
  let late = 0
  const monotonic = (): number => performance.now() + (late += 1500)
  const { open, doors } = await sites.open({}, { monotonic })
  expect((await open(BOX, { livesMs: 2000 })).body['result']).toBe('refused_expired')
  expect(doors.pulses).toEqual([])
})

test('a site whose clock is behind learns it from the heartbeat', async () => {
  let drift = -30_000
  // Time stands still: what a busy machine takes would be taken for the clock's own.
  vi.spyOn(Date, 'now').mockReturnValue(Math.floor(Date.now() / 1000) * 1000)
  const parts = { wall: () => Date.now() + drift, monotonic: () => 1000 }
  const { open, call, doors, server } = await sites.open({}, parts)
  // Sent 15 s ago, expired 5 s ago: only a right clock sees it.
  const delayed = async () =>
    await call(
      'POST',
      `/v1/locks/${NEXT_BOX}/open`,
      { commandId: randomUUID(), expiresAt: new Date(Date.now() - 5000).toISOString() },
      { timestamp: String(Math.floor(Date.now() / 1000) - 15) },
    )
  await call('GET', '/v1/health')
  expect((await delayed()).body['result']).toBe('refused_expired')
  expect((await open(BOX)).body['result']).toBe('opened')
  await until(() => server.types().includes('lock.opened'))
  expect(server.events().find(({ type }) => type === 'clock.skew')?.reason).toMatch(/(29|30) s$/)
  const opened = server.events().find(({ type }) => type === 'lock.opened')
  expect(Math.abs(Date.parse(opened?.at ?? '') - Date.now()), 'events carry the right time').toBeLessThan(
    3000,
  )
  drift = -90_000
  expect((await call('GET', '/v1/health')).status).toBe(401)
  expect(doors.pulses).toHaveLength(1)
})

test('one at a time per lock, whoever is second hears so', async () => {
  const { open, doors } = await sites.open({}, { limits: { distanceMs: 60_000 } })
  doors.takesMs = 30
  doors.result = 'sent'
  const both = await Promise.all([open(BOX), open(BOX)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await open(BOX)).toMatchObject({ status: 409, body: { error: 'lock_busy' } })
  expect((await open(NEXT_BOX)).status, 'each lock by itself').toBe(200)
  expect(doors.pulses).toHaveLength(2)
})

test('a bus that is down: nothing was sent, so the same command may come again', async () => {
  const { open, doors } = await sites.open()
  const commandId = randomUUID()
  doors.result = 'failed_bus'
  expect(await open(BOX, { commandId })).toMatchObject({ status: 503, body: { result: 'failed_bus' } })
  doors.result = 'opened'
  expect((await open(BOX, { commandId })).body['result']).toBe('opened')
  expect(doors.pulses).toHaveLength(1)
})

test.each(['sent', 'failed_timeout', 'refused_offline_controller', 'throws'] as const)(
  'what ends as "%s" is kept: no second try by itself',
  async (result) => {
    const { open, doors } = await sites.open()
    doors.result = result
    const commandId = randomUUID()
    const first = await open(BOX, { commandId })
    expect(first).toMatchObject({
      status: 200,
      body: { result: result === 'throws' ? 'failed_timeout' : result },
    })
    doors.result = 'opened'
    const pulsed = doors.pulses.length
    expect((await open(BOX, { commandId })).body).toEqual(first.body)
    expect(doors.pulses).toHaveLength(pulsed)
  },
)

test('an unknown lock, a box as equipment, a command that is malformed', async () => {
  const { open, call, doors } = await sites.open()
  expect(await open('1:02:50')).toMatchObject({
    status: 404,
    signed: true,
    body: { result: 'refused_unknown_lock' },
  })
  expect((await open(BOX, { run: true })).status).toBe(404)
  expect((await open(GATE, { run: true })).body['result']).toBe('opened')
  expect((await open('1:00:03')).status).toBe(400)
  const good = { commandId: randomUUID(), expiresAt: new Date(Date.now() + 5000).toISOString() }
  for (const [field, body] of [
    ['commandId', { ...good, commandId: '1' }],
    ['expiresAt', { ...good, expiresAt: 'soon' }],
    ['actor.type', { ...good, actor: { type: 'ghost', ref: 'x' } }],
    ['pulseMs', { ...good, pulseMs: 3_600_000 }],
    ['body', []],
  ] as const)
    expect(await call('POST', `/v1/locks/${BOX}/open`, body)).toMatchObject({
      status: 400,
      body: { error: 'malformed', field },
    })
  expect(doors.pulses).toHaveLength(1)
})

test('while somebody works at the wires nothing is pulsed, but results and lists are served', async () => {
  const { open, call, doors, stateDir } = await sites.open()
  const commandId = randomUUID()
  await open(BOX, { commandId })
  writeFileSync(path.join(stateDir, 'maintenance'), '')
  expect(await open(NEXT_BOX)).toMatchObject({ status: 423, signed: true })
  expect((await open(BOX, { commandId })).body['result']).toBe('opened')
  expect((await call('GET', '/v1/health')).body['isMaintenance']).toBe(true)
  expect(doors.pulses).toHaveLength(1)
})

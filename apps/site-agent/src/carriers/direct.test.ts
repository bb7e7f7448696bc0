import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { newNonce, newSecret } from '@stowage/lsp/signature'
import { BOX, createTestSites, GATE, NEXT_BOX, type Spoilt } from '../testing/agent.fixture.ts'

const sites = createTestSites()
afterEach(sites.close)

const command = () => ({ commandId: randomUUID(), expiresAt: new Date(Date.now() + 9000).toISOString() })

const seconds = (ago: number): string => String(Math.floor(Date.now() / 1000) - ago)
test.each<[string, () => Spoilt]>([
  ['with a wrong key', () => ({ secret: newSecret() })],
  ['of another site', () => ({ siteId: 'south' })],
  ['with an unknown key id', () => ({ keyId: 'k9' })],
  ['that is stale', () => ({ timestamp: seconds(62) })],
  ['from the future', () => ({ timestamp: seconds(-63) })],
  ['signed for another lock', () => ({ signedPath: `/v1/locks/${NEXT_BOX}/open` })],
  ['whose body was changed', () => ({ sent: JSON.stringify(command()) })],
  [
    'whose body is not the one whose hash is signed',
    () => ({ sent: JSON.stringify(command()), contentHash: null }),
  ],
  ['whose hash is another', () => ({ contentHash: '0'.repeat(64) })],
  ['without a nonce', () => ({ nonce: 'short' })],
])('a call %s is refused, unsigned and without a reason, and nothing opens', async (_what, spoil) => {
  const { call, doors } = await sites.open()
  expect(await call('POST', `/v1/locks/${BOX}/open`, command(), spoil())).toEqual({
    status: 401,
    body: { error: 'signature' },
    signed: false,
  })
  expect(doors.pulses).toEqual([])
})

test('a call that is played back is refused; two of the same kind are two', async () => {
  const { call, doors } = await sites.open()
  const [nonce, timestamp] = [newNonce(), seconds(0)]
  const body = command()
  expect((await call('POST', `/v1/locks/${BOX}/open`, body, { nonce, timestamp })).status).toBe(200)
  expect((await call('POST', `/v1/locks/${BOX}/open`, body, { nonce, timestamp })).status).toBe(401)
  expect((await call('POST', `/v1/locks/${BOX}/open`, body)).status).toBe(200)
  expect(doors.pulses).toHaveLength(1)
})

test('what is signed and makes no sense is answered with what is wrong', async () => {
  const { agent, call } = await sites.open()
  expect(await call('GET', '/v1/else')).toMatchObject({ status: 404, signed: true })
  expect((await call('GET', '/v1/locks/%E0%A4%A')).status).toBeGreaterThanOrEqual(400)
  expect((await call('GET', '/v1/events?after=x')).body).toEqual({ error: 'malformed', field: 'after' })
  expect((await call('POST', '/v1/config', { pollMs: 'often' })).body).toEqual({
    error: 'malformed',
    field: 'pollMs',
  })
  const huge = await call('POST', '/v1/config', { names: 'x'.repeat(100_000) })
  expect(huge.status).toBe(413)
  const unsigned = await fetch(`http://127.0.0.1:${agent.directPort ?? 0}/v1/health`)
  expect(unsigned.status).toBe(401)
})

test('who has no key cannot fill the memory: he is refused before his body is read', async () => {
  const { agent } = await sites.open()
  let read = 0
  const body = new ReadableStream({
    pull(controller) {
      read += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const answer = await fetch(`http://127.0.0.1:${agent.directPort ?? 0}/v1/access-list`, {
    method: 'PUT',
    body,
    duplex: 'half',
  }).then(
    ({ status }) => status,
    () => 'cut' as const,
  )
  expect([401, 'cut']).toContain(answer)
  expect(read).toBeLessThan(20)
})

test.each([
  ['without saying what it will be', undefined],
  ['with the hash of something else', '0'.repeat(64)],
])('who has seen the number of a key has no long body read either: %s', async (_how, hash) => {
  const { agent } = await sites.open()
  const request = http.request({
    host: '127.0.0.1',
    port: agent.directPort,
    method: 'PUT',
    path: '/v1/access-list',
    headers: {
      'content-length': 8 * 1024 * 1024,
      'x-site-id': 'north',
      'x-key-id': 'k1',
      'x-timestamp': seconds(0),
      'x-nonce': newNonce(),
      'x-signature': `v1=${'0'.repeat(64)}`,
      ...(hash === undefined ? {} : { 'x-content-sha256': hash }),
    },
  })
  request.on('error', () => {})
  const answered = once(request, 'response')
  // Not a byte of it is sent: who reads it waits.
  request.flushHeaders()
  const [response] = (await answered) as [http.IncomingMessage]
  expect(response.statusCode).toBe(401)
  request.destroy()
})

test('a server that says no hash is heard where its body is short', async () => {
  const { call } = await sites.open()
  expect((await call('POST', `/v1/locks/${BOX}/open`, command(), { contentHash: null })).status).toBe(200)
})

test('a flood of a thousand commands opens what may be opened, and nothing else', async () => {
  const { open, call, doors } = await sites.open({}, { limits: { distanceMs: 600_000 } })
  doors.result = 'sent'
  const forged = newSecret()
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) =>
      index % 2 === 0
        ? await open([BOX, NEXT_BOX, GATE][index % 3] ?? BOX)
        : await call('POST', `/v1/locks/${BOX}/open`, command(), { secret: forged }),
    ),
  )
  const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length
  expect(count(401)).toBe(500)
  expect(count(200) + count(409)).toBe(500)
  // Where a busy machine comes to the last of them only when they are dead, those are answered as well and give no pulse.
  const sent = answers.filter(({ body }) => body['result'] === 'sent')
  expect(doors.pulses).toHaveLength(sent.length)
  // Three locks, and no second pulse for a while.
  expect(sent).toHaveLength(3)
  expect((await call('GET', '/v1/health')).status).toBe(200)
})

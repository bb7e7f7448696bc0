import { expect, test } from 'vitest'
import { claimOf, hearHello, sayHello } from './hello.ts'
import { newSecret } from './signature.ts'
import { rememberNonces } from './signed-headers.ts'

const nowMs = Date.parse('2026-11-22T10:00:00Z')
const secret = newSecret()
const site = { siteId: 'north', keyId: 'k1', secret }
const content = { version: '0.1.0', lastSeq: 12, accessListVersion: 3 }

function hear(text: string, changed: { secret?: string; siteId?: string; nowMs?: number } = {}) {
  const claim = claimOf(text)
  if (!claim) return undefined
  return hearHello(claim, {
    siteId: changed.siteId ?? 'north',
    secretOf: (keyId) => (keyId === 'k1' ? (changed.secret ?? secret) : undefined),
    nonces: rememberNonces(),
    nowMs: changed.nowMs ?? nowMs,
  })
}

test('site and server prove themselves to one another, and what follows fits this connection only', () => {
  const said = sayHello(site, content, nowMs)
  const heard = hear(said.text)
  if (heard === undefined || typeof heard === 'string') throw new Error(`not heard: ${heard}`)
  expect(heard.payload).toEqual(content)
  const answer = heard.answer({ time: nowMs, ackSeq: 11 })
  const welcome = said.welcome(answer)
  expect(welcome?.payload).toEqual({ time: nowMs, ackSeq: 11 })
  expect(heard.codec.read(welcome?.codec.write('ping', '1', { time: nowMs }) ?? '')).toMatchObject({
    type: 'ping',
  })
  expect(sayHello(site, content, nowMs).welcome(answer), 'the welcome of another hello').toBeUndefined()
  expect(said.welcome(answer.replace('"ackSeq\\":11', '"ackSeq\\":99')), 'changed').toBeUndefined()
})

test('a hello with another key, of another site, stale, or none at all, is not heard', () => {
  const { text } = sayHello(site, content, nowMs)
  expect(hear(text, { secret: newSecret() })).toBe('wrong signature')
  expect(hear(text, { siteId: 'south' })).toBe('unknown site or key')
  expect(hear(text, { nowMs: nowMs + 62_000 })).toBe('malformed or stale')
  expect(hear(text.replace('\\"lastSeq\\":12', '\\"lastSeq\\":13'))).toBe('wrong signature')
  for (const none of ['', 'null', '{}', text.slice(0, -2)]) expect(claimOf(none)).toBeUndefined()
})

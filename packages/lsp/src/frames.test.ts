import { expect, test } from 'vitest'
import { createFrameCodec } from './frames.ts'
import { keyOf, newNonce } from './signature.ts'

const key = keyOf('test-site-secret')

test('frames of one connection are read in order by the other end, and by nobody else', () => {
  const session = newNonce()
  const [site, server] = [createFrameCodec(key, session, 'site'), createFrameCodec(key, session, 'server')]
  const first = site.write('event', '1', { events: [] })
  const second = site.write('ping', '2', null)
  expect(server.read(first)).toEqual({ type: 'event', id: '1', payload: { events: [] } })
  expect(server.read(second)).toEqual({ type: 'ping', id: '2', payload: null })
  expect(server.read(first), 'played back').toBeUndefined()
  expect(server.read(second), 'played back').toBeUndefined()
  expect(site.read(first), 'thrown back at its sender').toBeUndefined()

  const other = createFrameCodec(key, newNonce(), 'server')
  expect(other.read(first), 'of another connection').toBeUndefined()
  const stranger = createFrameCodec(keyOf('another secret'), session, 'server')
  expect(stranger.read(first), 'with another key').toBeUndefined()
})

test('a frame that was changed on its way, or is none, is not read', () => {
  const session = newNonce()
  const site = createFrameCodec(key, session, 'site')
  const sent = JSON.parse(site.write('res', 'a', { status: 404 })) as Record<string, unknown>
  for (const change of [
    { payload: '{"status":200}' },
    { id: 'b' },
    { n: 2 },
    { type: 'req' },
    { v: 2 },
    { sig: 'v1=' },
  ])
    expect(
      createFrameCodec(key, session, 'server').read(JSON.stringify({ ...sent, ...change })),
    ).toBeUndefined()
  for (const text of ['', 'null', '[]', '{"v":1}', '{"v":1,"type":"req"'])
    expect(createFrameCodec(key, session, 'server').read(text)).toBeUndefined()
})

test('a frame that is longer than its type may be is not read, however it is signed; the next one of its sender is', () => {
  const session = newNonce()
  const [site, server] = [createFrameCodec(key, session, 'site'), createFrameCodec(key, session, 'server')]
  const longest = (type: string): number => (type === 'res' ? 10_000 : 1000)
  const much = 'x'.repeat(5000)
  expect(server.read(site.write('ping', '1', much), longest)).toBeUndefined()
  expect(server.read(site.write('res', '2', much), longest)).toMatchObject({ id: '2', payload: much })
  expect(server.read(site.write('ping', '3', null), longest)).toMatchObject({ id: '3' })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postPush } from './post-push.ts'

/** A push service that misbehaves by its path. */
const asked: string[] = []
let written = 0
const service = createServer((request, reply) => {
  request.resume()
  asked.push(request.url ?? '')
  if (request.url === '/hang') return
  if (request.url === '/redirect') {
    reply.writeHead(307, { location: '/followed' }).end()
    return
  }
  reply.writeHead(201)
  const block = Buffer.alloc(64 * 1024)
  const more = (): void => {
    while (!reply.destroyed && written < 10 * 1024 * 1024) {
      written += block.length
      if (!reply.write(block)) {
        reply.once('drain', more)
        return
      }
    }
    reply.end()
  }
  reply.on('close', () => service.emit('closed'))
  more()
})
let origin: string
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const post = async (path: string, timeoutMs?: number) =>
  await postPush(
    { pushHosts: [], pushStandIns: [origin] },
    `${origin}${path}`,
    {},
    new Uint8Array(3),
    new AbortController().signal,
    timeoutMs,
  )

test('B1: a push service that does not answer is given up', async () => {
  expect(await post('/hang', 50)).toBe('late')
})

test('B1: a redirect of a push service is not followed', async () => {
  expect(await post('/redirect')).toBe(307)
  expect(asked).not.toContain('/followed')
})

test('B1: ten megabytes of answer are not read', async () => {
  const closed = once(service, 'closed')
  expect(await post('/large')).toBe(201)
  await closed
  // What the sockets of both sides hold may have been written; the rest was never asked for.
  expect(written).toBeLessThan(10 * 1024 * 1024)
})

test.each(['http://127.0.0.1:5432/', 'https://[::1]/', 'https://0x7f000001/', 'https://push.example.com/'])(
  'B1: %s is not called, though it was saved once',
  async (endpoint) => {
    const signal = new AbortController().signal
    const lists = { pushHosts: [], pushStandIns: [] }
    await expect(postPush(lists, endpoint, {}, new Uint8Array(), signal)).rejects.toThrow('not an address')
  },
)

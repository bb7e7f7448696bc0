import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './web.ts'

const app = Fastify()
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-web-'))
  fs.writeFileSync(path.join(folder, 'index.html'), '<style nonce="__NONCE__"></style>')
  await serveWeb(app, folder)
})
afterAll(async () => {
  await app.close()
  fs.rmSync(folder, { recursive: true })
})

test.each(['/', '/book', '/simulators', '/users/api-and-more', '/book?from=/api/x'])(
  '%s is the page',
  async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect(statusCode).toBe(200)
    const nonce = /nonce="([^"_]+)"/.exec(body)?.[1]
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  },
)

// What browsers never send; a line of another program may.
test.each(['//', '//[', '/http://[?x', '//api'])('%s breaks nothing', async (target) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const line = net.connect(port, '127.0.0.1')
  line.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  let answer = ''
  for await (const part of line) answer += String(part)
  expect(answer).toMatch(target === '//api' ? /^HTTP\/1.1 404 / : /^HTTP\/1.1 200 /)
})

test.each(['/api', '/api/nothing', '/assets/old-version.js', '/simulators/api/clock', '/simulators/api'])(
  '%s is nothing',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

import fs from 'node:fs'
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

test.each(['/api', '/api/nothing', '/assets/old-version.js', '/simulators/api/clock', '/simulators/api'])(
  '%s is nothing',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

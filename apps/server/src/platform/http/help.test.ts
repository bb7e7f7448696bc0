import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveHelp } from './help.ts'
import { serveWeb } from './web.ts'

const app = Fastify()
const bare = Fastify()
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-help-'))
  const [help, web] = ['help', 'web'].map((name) => path.join(folder, name)) as [string, string]
  fs.mkdirSync(path.join(help, 'guides'), { recursive: true })
  fs.mkdirSync(web)
  fs.writeFileSync(path.join(help, 'index.html'), 'the start')
  fs.writeFileSync(path.join(help, 'guides/index.html'), 'a guide')
  fs.writeFileSync(path.join(help, '404.html'), 'no such page')
  fs.writeFileSync(path.join(help, '.sources'), 'nobody’s business')
  fs.writeFileSync(path.join(folder, 'secret'), 'nobody’s business')
  fs.writeFileSync(path.join(web, 'index.html'), 'the web app')
  app.setNotFoundHandler(() => {
    throw new Error('another one’s page')
  })
  await serveHelp(app, help)
  await serveWeb(app, web)
  await serveHelp(bare, web)
  await serveWeb(bare, web)
})
afterAll(async () => {
  await Promise.all([app.close(), bare.close()])
  fs.rmSync(folder, { recursive: true })
})

test.each([
  ['/help/', 'the start'],
  ['/help/guides/', 'a guide'],
  ['/help/guides/index.html', 'a guide'],
  ['/helper', 'the web app'],
])('%s is %s, and runs no script but its own', async (url, body) => {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.body]).toEqual([200, body])
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test('the address without its end leads on', async () => {
  const { statusCode, headers } = await app.inject('/help')
  expect([statusCode, headers.location]).toEqual([302, '/help/'])
})

test.each(['/help/nothing', '/help/.sources', '/help/../secret', '/help/%2e%2e/secret', '/help/..%2fsecret'])(
  '%s is nothing',
  async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect(body).not.toContain('business')
    expect(statusCode === 404 || body === 'the web app').toBe(true)
  },
)

test('a help that was not built is no page of the server', async () => {
  expect((await bare.inject('/help/')).body).toBe('the web app')
})

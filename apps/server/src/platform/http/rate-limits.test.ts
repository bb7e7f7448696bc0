import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { endpoint } from '@stowage/api/endpoint'
import { errorText } from '@stowage/texts/errors/index.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { publicRoute } from './call.ts'
import { namedLimit } from './rate-limits.ts'
import { registerRoutes } from './register.ts'
import { createHttpServer } from './server.ts'
import { serveWeb } from './web.ts'

const declared = { module: 'accounts', method: 'POST', summary: '', access: 'public' } as const
const general = endpoint({ ...declared, path: 'general' })
const login = endpoint({ ...declared, path: 'login', rateLimit: 'login' })
const sensitive = endpoint({ ...declared, path: 'sensitive', rateLimit: 'sensitive' })
const alsoSensitive = endpoint({ ...declared, path: 'also-sensitive', rateLimit: 'sensitive' })
const none = endpoint({ ...declared, path: 'none', rateLimit: 'none' })

let app: FastifyInstance | undefined
afterEach(async () => await app?.close())

/** A server of nothing but limits, and how many of so many calls to a path it answers. */
async function start(perMinute: string, more: Record<string, string> = {}) {
  const config = readConfig({
    DEMO: 'off',
    RATE_LIMIT_PER_MINUTE: perMinute,
    TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
    ...more,
  })
  const server = await createHttpServer({
    config,
    log: createLog('silent'),
    errorText,
    authenticate: async () => null,
    actorById: async () => null,
  })
  app = server
  const transact = async (): Promise<never> => {
    throw new Error('nothing here needs a database')
  }
  registerRoutes(
    server,
    [general, login, sensitive, alsoSensitive, none].map((one) => publicRoute(one, async () => ({}))),
    { transact, hashKey: '', checkAnswers: true, rateLimitPerMinute: config.rateLimitPerMinute },
  )
  const send = async (url: string, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
    await server.inject({ method: 'POST', url: `/api/${url}`, payload: {}, remoteAddress, headers })
  const answered = async (times: number, ...of: Parameters<typeof send>): Promise<number> => {
    let good = 0
    for (let n = 0; n < times; n += 1) if ((await send(...of)).statusCode === 200) good += 1
    return good
  }
  return { server, send, answered }
}

describe('how many calls an address may make in a minute', () => {
  test('30 to sign in, 20 of the sensitive ones together, as many as configured of the others', async () => {
    const { answered } = await start('60')
    expect(await answered(40, 'login')).toBe(30)
    expect(await answered(15, 'sensitive')).toBe(15)
    // Asking for the same thing under another address of the API brings nothing.
    expect(await answered(15, 'also-sensitive')).toBe(5)
    expect(await answered(70, 'general')).toBe(60)
    expect(await answered(100, 'none')).toBe(100)
    expect(await answered(1, 'login', '192.0.2.2')).toBe(1)
  })

  test('a small general limit bounds the named ones, a very high one lifts them', async () => {
    const small = await start('7')
    expect(await small.answered(20, 'login')).toBe(7)
    await app?.close()
    const high = await start('12000')
    expect(await high.answered(320, 'login')).toBe(300)
    expect([namedLimit('login', 1_000_000), namedLimit('sensitive', 1_000_000)]).toEqual([25_000, 16_666])
    expect([1, 19, 25, 100, 1200].map((general) => namedLimit('sensitive', general))).toEqual([
      1, 19, 20, 20, 20,
    ])
  })

  test('a forwarded-for header of nobody we trust is not another address', async () => {
    const { answered, send } = await start('60')
    await answered(30, 'login')
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
      expect((await send('login', '192.0.2.1', { [header]: '198.51.100.9' })).statusCode).toBe(429)
  })

  test('of a proxy we trust it is', async () => {
    const { answered, send } = await start('60', { TRUSTED_PROXIES: '192.0.2.1' })
    expect(await answered(31, 'login', '192.0.2.1', { 'x-forwarded-for': '198.51.100.9' })).toBe(30)
    expect((await send('login', '192.0.2.1', { 'x-forwarded-for': '198.51.100.10' })).statusCode).toBe(200)
  })
})

describe('who is told to wait', () => {
  test.each([
    ['login', 31],
    ['general', 61],
    ['no-such-call', 61],
  ])(
    '%s: hears how long, as code 9129, in Retry-After and in words of his own language',
    async (url, calls) => {
      const { send } = await start('60')
      for (let n = 1; n < calls; n += 1) await send(url)
      const refused = await send(url, '192.0.2.1', { 'accept-language': 'de' })
      expect(refused.statusCode).toBe(429)
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(refused.json()).toEqual({
        errors: [{ errorCode: 9129, message: errorText(9129, 'de', { seconds }) }],
      })
      expect(refused.body).toContain('1 Minute')
      expect(refused.headers['cache-control']).toBe('no-store')
    },
  )
})

test('pages and their files are no calls: a first visit asks for dozens, and behind one address may be a mobile network', async () => {
  const { server, answered } = await start('20')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-web-'))
  try {
    fs.mkdirSync(path.join(folder, 'assets'))
    fs.writeFileSync(path.join(folder, 'index.html'), '<p>')
    for (const file of ['favicon.svg', 'assets/a-1.js']) fs.writeFileSync(path.join(folder, file), ' ')
    await serveWeb(server, folder)
    for (const url of ['/', '/book', '/favicon.svg', '/assets/a-1.js'])
      for (let times = 0; times < 25; times += 1)
        expect((await server.inject({ url, remoteAddress: '192.0.2.1' })).statusCode, url).toBe(200)
    expect(await answered(25, 'general')).toBe(20)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

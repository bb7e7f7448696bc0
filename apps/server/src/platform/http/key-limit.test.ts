import { endpoint } from '@stowage/api/endpoint'
import { errorText } from '@stowage/texts/errors/index.ts'
import { afterEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Actor } from './actor.ts'
import { publicRoute } from './call.ts'
import { createKeyLimit } from './key-limit.ts'
import { registerRoutes } from './register.ts'
import { createHttpServer } from './server.ts'

let app: FastifyInstance | undefined
afterEach(async () => await app?.close())

test('a key has its own calls a minute, and is told how long to wait', () => {
  let now = 0
  const count = createKeyLimit(10, () => now)
  for (let call = 0; call < 5; call += 1) count('one')
  now = 15_000
  expect(() => count('one')).toThrow(expect.objectContaining({ code: 9129, retryAfterSeconds: 45 }))
  count('other')
  now = 60_000
  count('one')
})

test('one call a minute is the least that is left of any limit', () => {
  const count = createKeyLimit(1, () => 0)
  count('one')
  expect(() => count('one')).toThrow(expect.objectContaining({ code: 9129 }))
})

test('the calls of a key count together, from wherever they come; those of an address beside it', async () => {
  const config = readConfig({
    DEMO: 'off',
    RATE_LIMIT_PER_MINUTE: '20',
    TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
  })
  const actor: Actor = {
    id: 'maker',
    platformRole: 'superUser',
    grants: new Set(),
    stockId: null,
    language: 'en',
    familyId: null,
    impersonatedBy: null,
  }
  app = await createHttpServer({
    config,
    log: createLog('silent'),
    errorText,
    authenticate: async () => null,
    authenticateKey: async (key) => ({ ...actor, key: { id: key, scopes: new Set(['catalog:read']) } }),
    actorById: async () => null,
  })
  const declared = { module: 'catalog', method: 'GET', path: 'there', summary: '', access: 'public' } as const
  const transact = async (): Promise<never> => {
    throw new Error('nothing here needs a database')
  }
  registerRoutes(app, [publicRoute(endpoint(declared), async () => ({}))], {
    transact,
    hashKey: '',
    checkAnswers: true,
    rateLimitPerMinute: config.rateLimitPerMinute,
  })
  const server = app
  const answered = async (key: string, from: string): Promise<number> => {
    let good = 0
    for (let call = 0; call < 8; call += 1) {
      const headers = { 'x-api-key': key }
      const reply = await server.inject({ method: 'GET', url: '/api/there', remoteAddress: from, headers })
      if (reply.statusCode === 200) good += 1
      else expect([reply.statusCode, reply.json()]).toMatchObject([429, { errors: [{ errorCode: 9129 }] }])
    }
    return good
  }
  expect([await answered('one', '192.0.2.1'), await answered('one', '192.0.2.2')]).toEqual([8, 2])
  expect(await answered('two', '192.0.2.2')).toBe(8)
})

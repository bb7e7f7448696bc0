import net from 'node:net'
import { endpoint } from '@stowage/api/endpoint'
import { wire } from '@stowage/api/wire'
import { errorText } from '@stowage/texts/errors/index.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { fail, FieldFailures } from '../failure.ts'
import { createLog } from '../log.ts'
import type { Actor } from './actor.ts'
import { publicRoute, route } from './call.ts'
import { registerRoutes } from './register.ts'
import { createHttpServer } from './server.ts'

const declared = { module: 'accounts', method: 'POST', summary: '', access: 'public' } as const
const echo = endpoint({
  ...declared,
  path: 'echo/{id}',
  params: z.object({ id: z.string().check(z.maxLength(64, '9001')) }),
  body: wire(
    z.object({
      monthRate: z.optional(z.int('1005')),
      lines: z.optional(
        z.array(wire(z.object({ unitNumber: z.string('1003') }), { unitNumber: 'UnitNumber' })),
      ),
      lang: z.optional(z.string()),
    }),
    { monthRate: 'MonthRate', lines: 'Lines' },
  ),
  bodyLimit: 10_000,
})
const refused = endpoint({ ...declared, path: 'refused' })
const severalFields = endpoint({ ...declared, path: 'several-fields' })
const takenFields = endpoint({ ...declared, path: 'taken-fields' })
const mixedFields = endpoint({ ...declared, path: 'mixed-fields' })
const broken = endpoint({ ...declared, path: 'broken' })
const away = endpoint({ ...declared, path: 'away' })
const wrongAnswer = endpoint({ ...declared, path: 'wrong-answer', answer: z.object({ id: z.string() }) })
const mine = endpoint({ ...declared, path: 'mine', access: 'signed-in' })

const actor = (platformRole: Actor['platformRole'], language: Actor['language']): Actor => ({
  id: 'someone',
  platformRole,
  grants: new Set(),
  stockId: null,
  language,
  familyId: null,
  impersonatedBy: null,
})
const ACTORS: Readonly<Record<string, Actor>> = {
  pole: actor('client', 'pl'),
  german: actor('superUser', 'de'),
}

let app: FastifyInstance
let port: number

beforeAll(async () => {
  const config = readConfig({
    DEMO: 'off',
    TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
    RATE_LIMIT_PER_MINUTE: '100000',
  })
  app = await createHttpServer({
    config,
    log: createLog('silent'),
    errorText,
    authenticate: async (token) => ACTORS[token] ?? null,
    actorById: async () => null,
  })
  const transact = async (): Promise<never> => {
    throw new Error('nothing here needs a database')
  }
  registerRoutes(
    app,
    [
      publicRoute(echo, async () => ({})),
      publicRoute(refused, async () => fail(6001, { field: 'boxId', reason: 'secret reason' })),
      publicRoute(severalFields, async () => {
        throw new FieldFailures([
          { code: 1003, field: 'a' },
          { code: 1004, field: 'b' },
        ])
      }),
      publicRoute(takenFields, async () => {
        throw new FieldFailures([
          { code: 9000, field: 'rows.1.email' },
          { code: 6001, field: 'rows.2.unitNumber' },
        ])
      }),
      publicRoute(mixedFields, async () => {
        throw new FieldFailures([
          { code: 9000, field: 'rows.1.email' },
          { code: 1005, field: 'rows.2.email' },
        ])
      }),
      publicRoute(broken, async () => {
        throw new Error('select password_hash from account at /srv/secret.ts')
      }),
      publicRoute(away, async () => {
        throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
      }),
      publicRoute(wrongAnswer, async () => ({ id: 7 }) as never),
      route(mine, async () => ({})),
    ],
    { transact, hashKey: '', checkAnswers: true, rateLimitPerMinute: 100_000 },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(async () => await app.close())

interface Envelope {
  readonly errors: {
    readonly errorCode: number
    readonly message: string
    readonly field?: string
    readonly reference?: string
  }[]
}

async function send(
  options: InjectOptions,
): Promise<{ status: number; code: number; envelope: Envelope; raw: string }> {
  const reply = await app.inject({ method: 'POST', ...options })
  const envelope = reply.json<Envelope>()
  expect(Object.keys(envelope)).toEqual(['errors'])
  expect(envelope.errors.length).toBeGreaterThan(0)
  for (const { errorCode, message } of envelope.errors)
    expect([typeof errorCode, typeof message]).toEqual(['number', 'string'])
  expect(reply.body).not.toMatch(/FST_|at \/|\.ts|node_modules|select |ECONN|secret|\bstack\b/)
  return { status: reply.statusCode, code: envelope.errors[0]?.errorCode ?? 0, envelope, raw: reply.body }
}

/** What comes back for raw bytes, until the server hangs up. */
async function answerTo(bytes: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (part: string) => (said += part))
  // It hangs up on what it has not read to its end.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return said
}

const json = { 'content-type': 'application/json' }

describe('whatever goes wrong before a use case answers in the envelope', () => {
  test.each<[string, InjectOptions, number, number]>([
    ['an unknown call', { url: '/api/nothing' }, 404, 9104],
    ['an unknown method', { url: '/api/echo/1', method: 'DELETE' }, 404, 9104],
    ['a method nobody uses', { url: '/api/echo/1', method: 'PATCH' }, 404, 9104],
    ['an address that cannot be decoded', { url: '/api/echo/%zz' }, 400, 9001],
    ['one outside of the API', { url: '/%E0%A4%A' }, 400, 9001],
    ['an endless parameter', { url: `/api/echo/${'x'.repeat(3000)}` }, 400, 9001],
    ['a parameter longer than an id', { url: `/api/echo/${'x'.repeat(100)}` }, 400, 9001],
    ['half a JSON', { url: '/api/echo/1', headers: json, payload: '{"a":' }, 400, 9001],
    ['no JSON', { url: '/api/echo/1', headers: json, payload: 'hello' }, 400, 9001],
    ['an empty body said to be JSON', { url: '/api/echo/1', headers: json, payload: '' }, 400, 9001],
    ['a list for an object', { url: '/api/echo/1', headers: json, payload: '[]' }, 400, 9001],
    ['a number for an object', { url: '/api/echo/1', headers: json, payload: '7' }, 400, 9001],
    [
      'a key that is no key of ours',
      { url: '/api/echo/1', headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
      9001,
    ],
    [
      'a form',
      {
        url: '/api/echo/1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=1',
      },
      400,
      9001,
    ],
    ['XML', { url: '/api/echo/1', headers: { 'content-type': 'text/xml' }, payload: '<a/>' }, 400, 9001],
    [
      'a content type that is none',
      { url: '/api/echo/1', headers: { 'content-type': ';;;' }, payload: '{}' },
      400,
      9001,
    ],
    [
      'too much',
      { url: '/api/echo/1', headers: json, payload: JSON.stringify({ lang: 'x'.repeat(20_000) }) },
      413,
      9113,
    ],
    ['a key for once that is no key', { url: '/api/echo/1', headers: { 'idempotency-key': 'x' } }, 400, 9001],
    ['nobody signed in', { url: '/api/mine' }, 401, 9003],
  ])('%s', async (_name, options, status, code) => {
    const reply = await send(options)
    expect([reply.status, reply.code]).toEqual([status, code])
  })

  test('bytes that are no HTTP, and headers without end', async () => {
    for (const [bytes, status] of [
      ['GARBAGE\r\n\r\n', 400],
      [`GET /api/nothing HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(16_500)}\r\n\r\n`, 431],
      [
        'POST /api/echo/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
        400,
      ],
    ] as const) {
      const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
      expect(head).toContain(`HTTP/1.1 ${status}`)
      expect((JSON.parse(body) as Envelope).errors[0]).toEqual({
        errorCode: 9001,
        message: errorText(9001, 'ru'),
      })
    }
  })
})

describe('what a use case throws', () => {
  test('a refusal has its status, its code and its field, and never its reason', async () => {
    const reply = await send({ url: '/api/refused' })
    expect(reply.status).toBe(409)
    expect(reply.envelope.errors).toEqual([
      { errorCode: 6001, field: 'boxId', message: errorText(6001, 'ru') },
    ])
  })

  test('bad fields have one error each, under their names on the wire', async () => {
    const several = await send({ url: '/api/several-fields' })
    expect([
      several.status,
      several.envelope.errors.map(({ errorCode, field }) => [errorCode, field]),
    ]).toEqual([
      400,
      [
        [1003, 'a'],
        [1004, 'b'],
      ],
    ])
    // As one such form is answered; beside what is wrong in itself all of it is bad input.
    expect((await send({ url: '/api/taken-fields' })).status).toBe(409)
    expect((await send({ url: '/api/mixed-fields' })).status).toBe(400)
    const deep = await send({
      url: '/api/echo/1',
      payload: { MonthRate: 'x', Lines: [{ UnitNumber: 'YA1' }, {}], lang: 5 },
    })
    expect(deep.envelope.errors.map(({ errorCode, field }) => [errorCode, field])).toEqual([
      [1005, 'MonthRate'],
      [1003, 'Lines.1.UnitNumber'],
      [9001, 'lang'],
    ])
  })

  test('a defect says nothing about us; staff get a number to quote, clients and visitors none', async () => {
    for (const token of ['', 'pole', 'german']) {
      const reply = await send({ url: '/api/broken', headers: { authorization: `Bearer ${token}` } })
      expect([reply.status, reply.code]).toEqual([500, 1])
      expect(reply.envelope.errors[0]?.reference !== undefined).toBe(token === 'german')
    }
    expect((await send({ url: '/api/wrong-answer' })).status).toBe(500)
    const gone = await send({ url: '/api/away' })
    expect([gone.status, gone.code]).toEqual([503, 1])
  })
})

describe('in which language', () => {
  test.each([
    ['nothing said', {}, 'ru'],
    ['the browser says one', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'de'],
    [
      'the browser prefers one that we do not speak',
      { 'accept-language': 'fr-FR,fr;q=0.9,pl;q=0.8,en;q=0.7' },
      'pl',
    ],
    ['the browser lists its second choice first', { 'accept-language': 'en;q=0.3, de;q=0.9' }, 'de'],
    ['a language is refused', { 'accept-language': 'de;q=0, en;q=0.1' }, 'en'],
    ['one that only begins alike', { 'accept-language': 'plt, enm' }, 'ru'],
    ['anything', { 'accept-language': '*' }, 'ru'],
    ['the account says one', { authorization: 'Bearer pole', 'accept-language': 'de' }, 'pl'],
    [
      'the page says one',
      { authorization: 'Bearer pole', 'accept-language': 'de', 'x-language': 'en' },
      'en',
    ],
    ['the page says one that there is not', { authorization: 'Bearer pole', 'x-language': 'xx' }, 'pl'],
    ['the page says nonsense', { 'x-language': '__proto__', 'accept-language': ';;;=,q=' }, 'ru'],
  ] as const)('%s', async (_name, headers, language) => {
    expect((await send({ url: '/api/refused', headers })).envelope.errors[0]?.message).toBe(
      errorText(6001, language),
    )
    // Refused before or beside any route all the same.
    if (!('authorization' in headers))
      expect((await send({ url: '/api/echo/%zz', headers })).envelope.errors[0]?.message).toBe(
        errorText(9001, language),
      )
    expect((await send({ url: '/api/nothing', headers })).envelope.errors[0]?.message).toBe(
      errorText(9104, language),
    )
  })
})

import { endpoint } from '@stowage/api/endpoint'
import { wire } from '@stowage/api/wire'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { machineNow } from '../clock.ts'
import { fail } from '../failure.ts'
import type { Platform } from '../platform.ts'
import { sha256 } from '../seal.ts'
import { route } from './call.ts'
import { forgetAnswersTo } from './forget-answers.ts'
import { forgetOldKeys, hashOf } from './idempotency.ts'

const body = z.object({ name: z.string(), slow: z.optional(z.boolean()), refused: z.optional(z.boolean()) })
const answer = wire(z.object({ count: z.int(), nameGiven: z.string() }), { nameGiven: 'NameGiven' })
const declared = {
  module: 'accounts',
  method: 'POST',
  summary: '',
  access: 'signed-in',
  body,
  answer,
} as const
const add = endpoint({ ...declared, path: 'add', query: z.object({ of: z.optional(z.string()) }) })
const alsoAdd = endpoint({ ...declared, path: 'also-add' })

const ways = ['well', 'refused', 'broken before', 'broken after'] as const
const act = endpoint({
  ...declared,
  path: 'act',
  body: z.object({ name: z.string(), way: z.enum(ways) }),
  answer: z.object({ deed: z.int() }),
})
/** What was done outside of the database, by all servers. */
const deeds: string[] = []

/** A module that adds a row per call, slowly if asked to, and one deed that is no row. */
function createAdder(platform: Platform) {
  const adding = [add, alsoAdd].map((one) =>
    route(one, async (call) => {
      const { name, slow, refused } = call.body
      return await call.transact(async (tx) => {
        const count = (await tx.selectFrom('setting').select('name').execute()).length + 1
        await tx
          .insertInto('setting')
          .values({ name: `${name} ${count}`, value: JSON.stringify(count) })
          .execute()
        if (slow === true) await new Promise((resolve) => setTimeout(resolve, 150))
        if (refused === true) fail(6001)
        return { count, nameGiven: name }
      })
    }),
  )
  const acting = route(act, async ({ body: { name, way }, once }) => {
    const unknown = (): never => fail(9109, { reason: 'unknown' })
    return await once(async (deed) => {
      if (way === 'refused') fail(6001, { field: 'way' })
      if (way === 'broken before') throw new Error('the database is away')
      deed.begin()
      deeds.push(name)
      await new Promise((resolve) => setTimeout(resolve, 30))
      if (way === 'broken after') throw new Error('the line is cut')
      const done = { deed: deeds.filter((one) => one === name).length }
      await platform.transact(async (tx) => await deed.keep(tx, done))
      return done
    }, unknown)
  })
  return { adder: { routes: [...adding, acting], platform } }
}

let database: TestDatabase
let servers: SmallServer<ReturnType<typeof createAdder>>[]
beforeAll(async () => {
  database = await createTestDatabase()
  servers = [
    await createSmallServer(database.url, createAdder, { logLevel: 'silent' }),
    await createSmallServer(database.url, createAdder, { logLevel: 'silent' }),
  ]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

const db = () => servers[0]!.platform.db
const rows = async (name: string): Promise<number> =>
  (await db().selectFrom('setting').select('name').where('name', 'like', `${name} %`).execute()).length

async function post(
  given: z.output<typeof body>,
  key: string | undefined,
  more: { as?: string; path?: string; server?: number } = {},
) {
  const reply = await servers[more.server ?? 0]!.app.inject({
    method: 'POST',
    url: `/api/${more.path ?? 'add'}`,
    payload: given,
    headers: {
      authorization: `Bearer ${more.as ?? 'client'}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
  return {
    status: reply.statusCode,
    body: reply.json<{ count: number; NameGiven: string; errors: { errorCode: number }[] }>(),
    replayed: reply.headers['idempotent-replay'] === 'true',
  }
}

describe('an Idempotency-Key', () => {
  test('that was used for something else of the address is refused', async () => {
    const path = (of: string): string => `add?of=${of}`
    const first = await post({ name: 'of one' }, 'of-one-or-other', { path: path('one') })
    const again = await post({ name: 'of one' }, 'of-one-or-other', { path: path('one') })
    expect([first.status, again.body, again.replayed]).toEqual([200, first.body, true])
    const other = await post({ name: 'of one' }, 'of-one-or-other', { path: path('other') })
    expect([other.status, other.body.errors[0]?.errorCode]).toEqual([400, 9001])
  })

  test('makes the second call answer what the first did, and do nothing', async () => {
    const first = await post({ name: 'twice' }, 'key-of-twice')
    const second = await post({ name: 'twice' }, 'key-of-twice')
    expect([first.status, first.replayed, first.body.NameGiven]).toEqual([200, false, 'twice'])
    expect(second).toEqual({ ...first, replayed: true })
    expect(await rows('twice')).toBe(1)
    await post({ name: 'twice' }, undefined)
    expect(await rows('twice')).toBe(2)
  })

  test('of two or twenty calls at once, on two servers, one does it and all answer the same', async () => {
    const replies = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => await post({ name: 'at-once', slow: true }, 'key-of-at-once', { server: n % 2 }),
      ),
    )
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies.filter((reply) => !reply.replayed)).toHaveLength(1)
    expect(replies[0]!.status).toBe(200)
    expect(await rows('at-once')).toBe(1)
  })

  test('keeps no hash of the body by which a secret in it could be guessed', async () => {
    const given = { name: 'a secret' }
    await post(given, 'key-of-a-secret')
    const { body_hash: kept, endpoint: name } = await db()
      .selectFrom('idempotency')
      .select(['body_hash', 'endpoint'])
      .where('key', '=', 'key-of-a-secret')
      .executeTakeFirstOrThrow()
    for (const sent of [given, [{}, given]])
      for (const text of [JSON.stringify(sent), JSON.stringify([name, sent])])
        expect(kept).not.toBe(sha256(text))
  })

  test('of a failed call keeps nothing: it may be tried again', async () => {
    const refused = await post({ name: 'refused', refused: true }, 'key-of-refused')
    expect([refused.status, refused.body.errors[0]?.errorCode]).toEqual([409, 6001])
    expect(
      await db().selectFrom('idempotency').select('key').where('key', '=', 'key-of-refused').execute(),
    ).toEqual([])
    expect(await post({ name: 'refused' }, 'key-of-refused')).toMatchObject({ status: 200, replayed: false })
    expect(await rows('refused')).toBe(1)
  })

  test('of two failing calls at once: the second waits, finds nothing kept and is refused for itself', async () => {
    const [first, second] = await Promise.all([
      post({ name: 'mixed', slow: true, refused: true }, 'key-of-mixed'),
      new Promise((resolve) => setTimeout(resolve, 40)).then(
        async () => await post({ name: 'mixed', slow: true, refused: true }, 'key-of-mixed'),
      ),
    ])
    expect([first.status, second.status, first.replayed, second.replayed]).toEqual([409, 409, false, false])
    expect(await rows('mixed')).toBe(0)
  })

  test('with another body, or at another call, is refused', async () => {
    await post({ name: 'other' }, 'key-of-other')
    for (const again of [
      await post({ name: 'another' }, 'key-of-other'),
      await post({ name: 'other' }, 'key-of-other', { path: 'also-add' }),
    ])
      expect([again.status, again.body.errors[0]?.errorCode]).toEqual([400, 9001])
    expect(await rows('other')).toBe(1)
  })

  test('is each caller’s own', async () => {
    await post({ name: 'own' }, 'key-of-own')
    expect(await post({ name: 'own' }, 'key-of-own', { as: 'super' })).toMatchObject({
      status: 200,
      replayed: false,
    })
    expect(await rows('own')).toBe(2)
  })

  test.each(['short', 'x'.repeat(129), 'with space', 'ключ-ключ'])(
    'that is none (%s) is bad input',
    async (key) => {
      const reply = await post({ name: 'bad' }, key)
      expect([reply.status, reply.body.errors[0]?.errorCode]).toEqual([400, 9001])
      expect(await rows('bad')).toBe(0)
    },
  )
})

describe('an Idempotency-Key of a deed that is no transaction', () => {
  const doIt = async (name: string, way: (typeof ways)[number], server = 0) => {
    const reply = await servers[server]!.app.inject({
      method: 'POST',
      url: '/api/act',
      payload: { name, way },
      headers: { authorization: 'Bearer client', 'idempotency-key': `key-of-${name}` },
    })
    const { deed, errors } = reply.json<{ deed?: number; errors?: unknown }>()
    return {
      status: reply.statusCode,
      deed,
      errors,
      replayed: reply.headers['idempotent-replay'] === 'true',
    }
  }
  const done = (name: string): number => deeds.filter((one) => one === name).length

  test('of many calls at once, on two servers, one does it and all answer the same', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => await doIt('crowd', 'well', n % 2)),
    )
    expect(replies.map(({ status, deed }) => [status, deed])).toEqual(replies.map(() => [200, 1]))
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(done('crowd')).toBe(1)
  })

  test('keeps a refusal as well, with its code and its field', async () => {
    const first = await doIt('refusal', 'refused')
    expect([first.status, first.replayed]).toEqual([409, false])
    expect(await doIt('refusal', 'refused', 1)).toEqual({ ...first, replayed: true })
  })

  test('is given back where nothing can have been done yet', async () => {
    const key = async () =>
      await db().selectFrom('idempotency').select('key').where('key', '=', 'key-of-before').execute()
    expect((await doIt('before', 'broken before')).status).toBe(500)
    expect(await key()).toEqual([])
    expect(done('before')).toBe(0)
  })

  test('says that nobody knows where the answer is lost, and does nothing again', async () => {
    expect((await doIt('after', 'broken after')).status).toBe(500)
    await db()
      .updateTable('idempotency')
      .set({ created_at: machineNow().subtract({ seconds: 11 }) })
      .where('key', '=', 'key-of-after')
      .execute()
    expect(await doIt('after', 'broken after')).toMatchObject({ status: 409, replayed: false })
    expect(done('after')).toBe(1)
  })
})

describe('keys are forgotten', () => {
  test('after a day, all of them, and not an hour before', async () => {
    const now = machineNow()
    await db().deleteFrom('idempotency').execute()
    const keyed = (key: string, hours: number) => ({
      actor: 'a',
      key,
      endpoint: 'POST add',
      body_hash: 'x',
      answer: JSON.stringify({}),
      created_at: now.subtract({ hours }),
    })
    await db()
      .insertInto('idempotency')
      .values([...Array.from({ length: 2500 }, (_, n) => keyed(`old-${n}`, 25)), keyed('young', 23)])
      .execute()
    expect(
      await Promise.all([forgetOldKeys(db(), now), forgetOldKeys(servers[1]!.platform.db, now)]),
    ).toSatisfy((counts: number[]) => counts.reduce((sum, count) => sum + count) === 2500)
    expect(await db().selectFrom('idempotency').select('key').execute()).toEqual([{ key: 'young' }])
    expect(await forgetOldKeys(db(), now)).toBe(0)
  })
})

test('a body that is nested without end is bad input, not a failure of ours', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  // As it comes out of the reading of a call; plain objects are written without a stack.
  const body: unknown = Object.assign(Object.create(null), { deep })
  const call = { actor: 'a', key: 'k', endpoint: 'POST add', hashKey: 'h' }
  expect(() => hashOf({ ...call, body })).toThrow(expect.objectContaining({ code: 9001 }))
  expect(hashOf({ ...call, body: [[1]] })).not.toBe(hashOf({ ...call, body: [1] }))
})

test('what was answered to a person goes with him, and what was answered to his programs', async () => {
  const row = (actor: string) => ({
    actor,
    key: 'of-somebody-erased',
    endpoint: 'POST add',
    body_hash: 'x',
    answer: JSON.stringify({ count: 1 }),
    created_at: machineNow(),
  })
  const actors = ['gone', 'gone key:program', 'gonealong', 'gonealong key:program']
  await db().insertInto('idempotency').values(actors.map(row)).execute()
  await servers[0]!.platform.transact(async (tx) => await forgetAnswersTo(tx, 'gone', []))
  const left = await db()
    .selectFrom('idempotency')
    .select('actor')
    .where('key', '=', 'of-somebody-erased')
    .orderBy('actor')
    .execute()
  expect(left.map(({ actor }) => actor)).toEqual(['gonealong', 'gonealong key:program'])
})

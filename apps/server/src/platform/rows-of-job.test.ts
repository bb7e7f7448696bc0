import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tools/testing/database.ts'
import { createSmallServer, type SmallServer } from '../testing/small-server.ts'
import { isNotPutOff, jobFailureQueue, jobFailures, retryRows, workRows } from './rows-of-job.ts'

const LIMIT = 100
const JOB = 'test-rows'
let database: TestDatabase
let server: SmallServer<Record<string, never>>
beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, () => ({}), { logLevel: 'silent' })
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
})

const db = () => server.platform.db
const add = async (...names: string[]) =>
  await db()
    .insertInto('setting')
    .values(names.map((name) => ({ name, value: '1' })))
    .execute()
const left = async () =>
  (
    await db().selectFrom('setting').select('name').where('name', 'like', 'row %').orderBy('name').execute()
  ).map(({ name }) => name)
const broken = new Set<string>()
const attempts = async (rowKey: string) =>
  (await db().selectFrom('job_failure').select('attempts').where('row_key', '=', rowKey).executeTakeFirst())
    ?.attempts

/** A job that deletes rows of a table, the first names first, a hundred at a time. */
const turn = async () =>
  await workRows(server.platform, {
    job: JOB,
    find: async (at) =>
      await db()
        .selectFrom('setting')
        .select('name')
        .where('name', 'like', 'row %')
        .where(isNotPutOff(JOB, sql.ref('setting.name'), at))
        .orderBy('name')
        .limit(LIMIT)
        .execute(),
    keyOf: ({ name }) => name,
    work: async ({ name }) => {
      if (broken.has(name)) throw new Error(`${name} is broken`)
      await db().deleteFrom('setting').where('name', '=', name).execute()
    },
  })

test('A4: failing rows that sort first and fill the limit keep no other row waiting', async () => {
  const poison = Array.from({ length: LIMIT + 20 }, (_, index) => `row a${String(index).padStart(3, '0')}`)
  for (const name of poison) broken.add(name)
  await add(...poison, 'row b', 'row c')
  expect(await turn()).toBe(2)
  expect(await left()).toEqual(poison)
  expect(await jobFailureQueue(db())).toMatchObject({ waiting: poison.length, failed: 0 })
  // At the next turn they are tried once more, then they are put off.
  await turn()
  await turn()
  expect(await attempts('row a000')).toBe(2)
  await db().deleteFrom('setting').where('name', 'in', poison.slice(1)).execute()
  await sql`update job_failure set next_attempt_at = now() - interval '1 second'`.execute(db())
  await turn()
  // What is no longer due is forgotten; three attempts need attention.
  expect(await jobFailures(db(), 50)).toMatchObject([
    { job: JOB, rowKey: 'row a000', reason: 'row a000 is broken', attempts: 3 },
  ])
  expect(await jobFailureQueue(db())).toMatchObject({ waiting: 0, failed: 1 })
})

test('A4: a failed row is tried again by hand, and its failure goes when it succeeds', async () => {
  broken.clear()
  expect(await turn()).toBe(0)
  const retry = async (job: string) => await server.platform.transact(async (tx) => await retryRows(tx, job))
  expect([await retry('another-job'), await retry(JOB)]).toEqual([0, 1])
  expect(await turn()).toBe(1)
  expect(await jobFailureQueue(db())).toMatchObject({ waiting: 0, failed: 0 })
})

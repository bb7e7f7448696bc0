import { reportOccupancy, reportPrices } from '@stowage/api/report-figures'
import { readSystem } from '@stowage/api/system'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { createPeople, type People } from '../../testing/people.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { machineNow } from '../clock.ts'
import { fail } from '../failure.ts'
import { fingerprint, KEY_FINGERPRINTS } from '../processes/key-fingerprints.ts'
import { createReportsDatabase } from './reports-copy.ts'

// A second database that says of itself what a standby says; a real one stands in tools/drills/reports-copy.ts.
let copy: TestDatabase
let admin: pg.Client
let world: World
let people: People
beforeAll(async () => {
  copy = await createTestDatabase()
  admin = new pg.Client({ connectionString: copy.url })
  await admin.connect()
  const name = new URL(copy.url).pathname.slice(1)
  await admin.query(`
    create table standby (follows boolean, at timestamptz); insert into standby values (true, null);
    create function pg_is_in_recovery() returns boolean language sql as 'select follows from public.standby';
    create function pg_last_xact_replay_timestamp() returns timestamptz language sql as 'select at from public.standby';
    alter database "${name}" set search_path = public, pg_catalog;
    alter database "${name}" set default_transaction_read_only = on`)
  world = await createWorld({ config: { reportsDatabaseUrl: copy.url, metricsToken: 'a-token-of-metrics' } })
  people = await createPeople(world)
  const { platform, modules } = world.running
  await createSmallStock({ platform, catalog: modules.catalog })
})
afterAll(async () => {
  await world?.close()
  await admin?.end()
  await copy?.drop()
})
const standby = async (follows: boolean, secondsAgo: number | null): Promise<void> => {
  const at = secondsAgo === null ? null : machineNow().subtract({ seconds: secondsAgo }).toString()
  await admin.query('update standby set follows = $1, at = $2', [follows, at])
}
beforeEach(async () => await standby(true, 3))

const own = (url = copy.url, leftAloneMs = 0) =>
  createReportsDatabase({
    url,
    db: world.running.platform.db,
    house: fingerprint(world.running.platform.config.secrets.storageKey),
    log: world.running.platform.log,
    leftAloneMs,
  })
/** The name of the database that was read. */
const whereOf = async (reports: ReturnType<typeof own>) => {
  const { found, asOf } = await reports.read(
    async (db) => (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name,
  )
  return [found === new URL(copy.url).pathname.slice(1) ? 'copy' : 'itself', asOf !== null]
}

test('reports read the copy, say up to when it had followed, and could not write there', async () => {
  const { body, errors } = await people.sofia.call(reportOccupancy, {})
  expect(errors).toEqual([])
  // The four boxes are in the database; the copy has none yet.
  expect(body.points.at(-1)?.boxes).toBe(0)
  const behind = machineNow()
    .since(Temporal.Instant.from(body.asOf ?? ''))
    .total('seconds')
  expect(behind).toBeGreaterThan(2)
  expect(behind).toBeLessThan(60)
  expect((await people.sofia.call(reportPrices, {})).body.asOf).toBe(body.asOf)
  // What people work in reads the database itself.
  expect((await people.sofia.send('GET', 'stocks')).body).toHaveLength(1)
  const reports = own()
  const { asOf } = await reports.read(
    async (db) => await db.insertInto('setting').values({ name: 'x', value: '1' }).execute(),
  )
  // The copy refused the row; the database itself, to which the reading then went, did not.
  expect(asOf).toBeNull()
  expect((await admin.query('select * from setting')).rows).toEqual([])
  await reports.close()
})

test('a copy that is far behind, follows nobody, or is away is not read: the database itself is', async () => {
  const reports = own()
  expect(await whereOf(reports)).toEqual(['copy', true])
  await standby(true, 400)
  expect(await whereOf(reports)).toEqual(['itself', false])
  expect((await reports.describe())?.unread).toBe('behind')
  await standby(true, null)
  expect((await reports.describe())?.unread).toBe('behind')
  await standby(false, null)
  expect(await whereOf(reports)).toEqual(['itself', false])
  expect((await reports.describe())?.unread).toBe('noCopy')
  await standby(true, 3)
  expect(await whereOf(reports)).toEqual(['copy', true])
  expect(await reports.describe()).toMatchObject({ unread: null })
  await reports.close()
  const nowhere = own('postgres://nobody:s3cret@127.0.0.1:1/none')
  expect(await whereOf(nowhere)).toEqual(['itself', false])
  expect(await nowhere.describe()).toEqual({ place: '127.0.0.1:1', behindSeconds: null, unread: 'away' })
  await nowhere.close()
})

test('the copy of another company is not read, however closely it follows', async () => {
  const reports = own()
  const sign = async (key: string): Promise<void> => {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(
      'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [KEY_FINGERPRINTS, JSON.stringify({ storageKey: fingerprint(key), tokenKey: '' })],
    )
  }
  await sign('d'.repeat(43))
  expect(await whereOf(reports)).toEqual(['itself', false])
  expect((await reports.describe())?.unread).toBe('foreign')
  await sign(world.running.platform.config.secrets.storageKey)
  expect(await whereOf(reports)).toEqual(['copy', true])
  await reports.close()
})

test('what a report refuses it refuses once; a copy that failed is let alone for a while', async () => {
  const reports = own(copy.url, 60_000)
  let runs = 0
  const refusing = reports.read(async () => {
    runs += 1
    return await Promise.resolve(fail(9165))
  })
  await expect(refusing).rejects.toMatchObject({ code: 9165 })
  expect(runs).toBe(1)
  await standby(false, null)
  expect(await whereOf(reports)).toEqual(['itself', false])
  await standby(true, 3)
  expect(await whereOf(reports)).toEqual(['itself', false])
  await reports.close()
})

test('the page of the system and the metrics say how the copy fares', async () => {
  const { body } = await people.sofia.call(readSystem, {})
  expect(body.reportsCopy).toMatchObject({ unread: null })
  expect(body.reportsCopy?.behindSeconds).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(body.reportsCopy)).not.toMatch(/password|@/)
  const metrics = async (): Promise<string> =>
    (
      await world.running.app.inject({
        url: '/api/metrics',
        headers: { authorization: 'Bearer a-token-of-metrics' },
      })
    ).body
  expect(await metrics()).toMatch(/^stowage_reports_copy_read 1$/m)
  await standby(true, 400)
  expect(await metrics()).toMatch(
    /^stowage_reports_copy_read 0\n[^]*^stowage_reports_copy_behind_seconds 40\d$/m,
  )
})

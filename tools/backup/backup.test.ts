import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createLocalFiles, type Files } from '@stowage/server/platform/files/files'
import { verifyAudit } from '@stowage/server/platform/audit/seal'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate, migrationsFolder, readMigrations } from '@stowage/server/platform/database/migrate'
import { handInDocuments } from '@stowage/server/testing/people'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type House } from '../scenarios/house.fixture.ts'
import { dump } from './dump.ts'
import { Refused, refuseFilled, refuseNewer } from './into-empty.ts'
import { check, load } from './load.ts'
import { MANIFEST } from './manifest.ts'
import { rowSums } from './row-sums.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-backup-'))
const source = path.join(folder, 'one.tar.gz')
let house: House
let files: Files
const made: string[] = []
beforeAll(async () => {
  house = await openHouse()
  files = house.world.running.platform.files
  await house.tenant()
  await handInDocuments(house.people.leo)
  await dump({ databaseUrl: urlOf(), files, target: source })
})
afterAll(async () => {
  const client = await admin()
  for (const name of made) await client.query(`drop database if exists "${name}" with (force)`)
  await client.end()
  await house.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const urlOf = (): string => house.world.running.platform.config.databaseUrl ?? ''

async function admin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf() })
  await client.connect()
  return client
}

async function emptyDatabase(): Promise<string> {
  const name = `stowage_restored_${randomBytes(6).toString('hex')}`
  const client = await admin()
  await client.query(`create database "${name}"`)
  await client.end()
  made.push(name)
  const url = new URL(urlOf())
  url.pathname = `/${name}`
  return url.href
}

test('a backup put back into an empty database is the same company, row by row and file by file; a filled one is refused', async () => {
  const url = await emptyDatabase()
  const target = createLocalFiles(path.join(folder, 'files'))
  const checked = await check(source)
  refuseNewer(checked)
  await refuseFilled(url)
  // Interrupted the first time: nothing of it is there, and the same command begins anew.
  const cut = { ...checked, contents: { ...checked.contents, rows: { ...checked.contents.rows, role: 99 } } }
  await expect(load({ source, checked: cut, databaseUrl: url, files: target })).rejects.toThrow(/role has/)
  await refuseFilled(url)
  await load({ source, checked, databaseUrl: url, files: target })
  await expect(refuseFilled(url)).rejects.toThrow(/not empty/)
  await expect(refuseFilled(urlOf())).rejects.toThrow(/not empty/)
  const rows = await rowSums(urlOf())
  expect(await rowSums(url)).toEqual(rows)
  expect(Object.values(rows).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(25)
  expect(await target.all()).toEqual(await files.all())
  for (const key of await files.all())
    expect((await target.get(key))?.equals((await files.get(key))!)).toBe(true)
  const { db, close } = connect(url)
  expect((await verifyAudit(db)).broken).toBeUndefined()
  // A1: facts have a number of this cluster; those of the other one mean nothing here.
  const { rows: numbers } = await sql<{
    count: number
  }>`select count(distinct tx)::int as count from event`.execute(db)
  expect(numbers).toEqual([{ count: 1 }])
  // What is written next gets the next number, and what held before holds again.
  const next = async (of: typeof db): Promise<number> =>
    (
      await of
        .insertInto('event')
        .values({
          type: 'mark',
          aggregate: 'mark',
          payload: '{}',
          happened_at: '2026-11-22T10:00:00Z' as never,
          recorded_at: '2026-11-22T10:00:00Z' as never,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  expect(await next(db)).toBe(await next(house.world.running.platform.db))
  await expect(db.updateTable('contract').set({ account_id: 'nobody' }).execute()).rejects.toMatchObject({
    code: '23503',
  })
  await close()
})

test('a backup of an older version is brought to this one', async () => {
  const [old, now] = [await emptyDatabase(), await emptyDatabase()]
  const newest = readMigrations().at(-1)?.name ?? ''
  await migrate(old, undefined, (name) => name !== newest)
  const client = new pg.Client({ connectionString: old })
  await client.connect()
  await client.query(`insert into setting (name, value) values ('mark', '"of yesterday"')`)
  await client.end()
  const target = path.join(folder, 'older.tar.gz')
  const none = createLocalFiles(path.join(folder, 'none'))
  await dump({ databaseUrl: old, files: none, target })
  const checked = await check(target)
  expect(checked.manifest.migrations.map(({ name }) => name)).not.toContain(newest)
  refuseNewer(checked)
  await load({ source: target, checked, databaseUrl: now, files: none })
  const { db, close } = connect(now)
  const names = (await db.selectFrom('migration').select('name').execute()).map(({ name }) => name)
  expect(names).toContain(newest)
  expect(await db.selectFrom('setting').selectAll().execute()).toEqual([
    { name: 'mark', value: 'of yesterday' },
  ])
  await close()
})

describe('what is no whole backup of ours is refused before anything is written', () => {
  const damaged = (name: string, change: (plain: Buffer) => Buffer): string => {
    const target = path.join(folder, name)
    fs.writeFileSync(target, gzipSync(change(gunzipSync(fs.readFileSync(source))), { level: 1 }))
    return target
  }
  test('one that is not there, or is something else', async () => {
    await expect(check(path.join(folder, 'nowhere'))).rejects.toThrow(/is not there/)
    fs.writeFileSync(path.join(folder, 'text'), 'not a backup')
    await expect(check(path.join(folder, 'text'))).rejects.toThrow(/damaged or no backup/)
  })
  test('one that is cut off', async () => {
    const whole = fs.readFileSync(source)
    fs.writeFileSync(path.join(folder, 'half'), whole.subarray(0, whole.length / 2))
    await expect(check(path.join(folder, 'half'))).rejects.toThrow(Refused)
    const shorter = damaged('shorter', (plain) => plain.subarray(0, Math.floor(plain.length / 1024) * 512))
    await expect(check(shorter)).rejects.toThrow(Refused)
  })
  test('one of which a letter was changed', async () => {
    const changed = damaged('changed', (plain) => {
      const at = plain.indexOf('sofia@stowage.example')
      expect(at).toBeGreaterThan(0)
      plain.write('mafia', at)
      return plain
    })
    await expect(check(changed)).rejects.toThrow(/its parts are not those/)
  })
  test('one of a newer version', async () => {
    const checked = await check(source)
    const older = path.join(folder, 'older-migrations')
    fs.mkdirSync(older)
    for (const name of fs.readdirSync(migrationsFolder).sort().slice(0, -1))
      fs.copyFileSync(path.join(migrationsFolder, name), path.join(older, name))
    expect(() => refuseNewer(checked, older)).toThrow(/newer version .* does not know its migration/)
  })
})

test('a backup replaces nothing, and what fails leaves none behind', async () => {
  await expect(dump({ databaseUrl: urlOf(), files, target: source })).rejects.toMatchObject({
    code: 'EEXIST',
  })
  const target = path.join(folder, 'failed.tar.gz')
  const away: Files = { ...files, all: async () => await Promise.reject(new Error('the storage is away')) }
  await expect(dump({ databaseUrl: urlOf(), files: away, target })).rejects.toThrow('the storage is away')
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  expect(fs.statSync(source).mode & 0o077).toBe(0)
})

test('the first entry that people look at says what it is, and no key is in it', async () => {
  const { manifest, keys } = await check(source)
  expect(manifest).toMatchObject({ format: 1, hasKeys: false })
  expect(keys).toBeUndefined()
  const plain = gunzipSync(fs.readFileSync(source))
  expect(plain.includes(MANIFEST)).toBe(true)
  const { secrets } = house.world.running.platform.config
  for (const key of Object.values(secrets)) expect(plain.includes(key)).toBe(false)
})

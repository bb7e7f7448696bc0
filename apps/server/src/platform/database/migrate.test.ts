import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { connect } from './connect.ts'
import { migrate, refuseOldServer } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => (database = await createTestDatabase()))
afterAll(async () => await database.drop())

/** The same database for somebody else, or another one beside it. */
function changed(parts: { user?: string; name?: string }): string {
  const url = new URL(database.url)
  if (parts.user !== undefined) url.username = parts.user
  if (parts.name !== undefined) url.pathname = `/${parts.name}`
  return url.toString()
}

test('a database that is up to date stays as it is', async () => {
  expect(await migrate(database.url)).toEqual([])
})

test.each([
  ['no such database', () => changed({ name: 'nowhere' }), /DATABASE_URL: expected .*"nowhere"/],
  ['no such user', () => changed({ user: 'nobody-here' }), /DATABASE_URL: expected .*nobody-here/],
  ['nobody answers', () => 'postgres://a:geheim@127.0.0.1:1/x', /DATABASE_URL: expected .*ECONNREFUSED/],
  ['no address', () => 'postgres://a:geheim@[::1/x', /DATABASE_URL: expected /],
])('%s: said by the name of the setting, without the password', async (_name, url, sentence) => {
  const error = await migrate(url()).then(
    () => null,
    (thrown: unknown) => thrown as Error,
  )
  expect(error).toMatchObject({ name: 'ConfigError' })
  expect(error?.message).toMatch(sentence)
  expect(error?.message).not.toContain('geheim')
})

test('how long a statement may take in servers, as a role behind a pooler has it, does not bind migrations', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-migrate-'))
  const { pool, close } = connect(database.url, { max: 1 })
  try {
    const name = new URL(database.url).pathname.slice(1)
    await pool.query(`alter database "${name}" set statement_timeout = '30s'`)
    await pool.query(`alter database "${name}" set lock_timeout = '8s'`)
    fs.writeFileSync(
      path.join(folder, '9999-told.sql'),
      "create table told as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    )
    expect(await migrate(database.url, folder)).toEqual(['9999-told'])
    expect((await pool.query('select statement, lock from told')).rows).toEqual([
      { statement: '0', lock: '0' },
    ])
  } finally {
    await close()
    fs.rmSync(folder, { recursive: true })
  }
})

test('a user who may not make tables is told so', async () => {
  const { pool, close } = connect(database.url, { max: 1 })
  await pool.query('create role reader_who_migrates login')
  try {
    await expect(migrate(changed({ user: 'reader_who_migrates' }))).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/^DATABASE_URL: expected .*permission denied/) as string,
    })
  } finally {
    await pool.query(`drop role reader_who_migrates`)
    await close()
  }
})

test('PostgreSQL before 15 is refused', () => {
  expect(() => refuseOldServer('140011')).toThrow(/^DATABASE_URL: expected PostgreSQL 15 or newer.* 14/)
  expect(() => refuseOldServer('150000')).not.toThrow()
  expect(() => refuseOldServer('180004')).not.toThrow()
})

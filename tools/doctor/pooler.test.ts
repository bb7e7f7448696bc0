import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directUrl, openDatabase } from '../backup/open-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lookAtPooler } from './look-at-database.ts'

// A line that does with the start of a connection what PgBouncer does: settings that it does not keep are refused.
let database: TestDatabase
let pooler: net.Server
let pooled: string
beforeAll(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  const port = Number(url.port || 5432)
  const socket = url.searchParams.get('host')
  const place = socket === null ? { port, host: url.hostname } : { path: `${socket}/.s.PGSQL.${port}` }
  pooler = net.createServer((caller) => {
    const called = net.connect(place)
    for (const [one, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
    caller.once('data', (start) => {
      const refused = ['statement_timeout', 'lock_timeout'].find((name) => start.includes(name))
      if (refused !== undefined) {
        caller.end(refusal(`unsupported startup parameter: ${refused}`))
        return
      }
      called.write(start)
      caller.pipe(called)
      called.pipe(caller)
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  url.searchParams.delete('host')
  pooled = url.href
})
afterAll(async () => {
  pooler.close()
  await database.drop()
})

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('commands go past a pooler, to PostgreSQL itself', async () => {
  const env = { DATABASE_URL: pooled, DATABASE_LISTEN_URL: database.url }
  expect(directUrl(env)).toBe(database.url)
  expect(directUrl({ ...env, DATABASE_LISTEN_URL: '' })).toBe(pooled)
  const config = { databaseUrl: pooled, listenUrl: database.url, dataDir: '/nowhere' }
  const opened = await openDatabase(config, () => undefined, { isNew: false })
  expect(opened.url).toBe(database.url)
})

test('a database that is given for one command is the one it works on, or nothing is done', async () => {
  const config = { databaseUrl: 'postgres://a@b/empty', listenUrl: database.url, dataDir: '/nowhere' }
  await expect(openDatabase(config, () => undefined, { isNew: true })).rejects.toThrow(
    /names the database empty/,
  )
  expect(() =>
    directUrl({ DATABASE_URL: 'postgres://a@b/empty', DATABASE_LISTEN_URL: database.url }),
  ).toThrow(/empty/)
  expect(directUrl({ DATABASE_URL: 'postgres://a@b/empty' })).toBe('postgres://a@b/empty')
})

test('doctor says what a pooler is not told by servers, and what has to stand by the role then', async () => {
  const config = { databaseUrl: pooled, listenUrl: database.url }
  expect(await lookAtPooler({ databaseUrl: pooled, listenUrl: undefined })).toEqual([
    expect.objectContaining({ level: 'bad', says: expect.stringContaining('DATABASE_LISTEN_URL') as string }),
  ])
  expect(await lookAtPooler({ databaseUrl: database.url, listenUrl: undefined })).toEqual([])
  expect(await lookAtPooler(config)).toEqual([
    expect.objectContaining({ level: 'warn', says: expect.stringContaining('statement_timeout') as string }),
  ])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of ['statement_timeout', 'lock_timeout'])
    await client.query(`alter database "${name}" set ${setting} = '8s'`)
  await client.end()
  expect(await lookAtPooler(config)).toEqual([expect.objectContaining({ level: 'ok' })])
})

import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { connect, type Connection } from '../database/connect.ts'
import { mountHealth } from './health.ts'

let database: TestDatabase
let connection: Connection
let app: FastifyInstance
let statements = 0
let time = 0
beforeEach(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  statements = 0
  time = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  app = Fastify()
  const db = connection.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  mountHealth(app, { db, version: '0', migrations: [], isStopping: () => false })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
  await connection.close()
  await database.drop()
})

const ask = async (path: string): Promise<number> =>
  (await app.inject({ method: 'GET', url: `/api/${path}` })).statusCode

test('however many ask how this server is, the database is asked once a second', async () => {
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 20 }, async () => expect(await ask('health')).toBe(200)))
  expect(statements).toBe(1)
  time += 1000
  await Promise.all([ask('health'), ask('health')])
  expect(statements).toBe(2)
})

test('a database that goes away is heard within a second, and so is that it is back; asked for once a second meanwhile', async () => {
  expect([await ask('health'), await ask('ready')]).toEqual([200, 200])
  const away = vi.spyOn(connection.pool, 'connect').mockRejectedValue(new Error('connect ECONNREFUSED'))
  time += 1000
  expect([await ask('health'), await ask('ready')]).toEqual([503, 503])
  const tried = away.mock.calls.length
  expect(tried).toBeGreaterThan(0)
  for (let round = 0; round < 20; round += 1) expect(await ask('health')).toBe(503)
  expect(away.mock.calls).toHaveLength(tried)
  away.mockRestore()
  time += 1000
  expect([await ask('health'), await ask('ready')]).toEqual([200, 200])
})

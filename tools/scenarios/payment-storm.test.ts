import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStorm } from '../drills/storm/run-storm.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

// The large drill is tools/drills/payment-storm.ts: 10,000 deliveries, ten kills.
const SEED = process.env['STORM_SEED'] ?? 'payment-storm'
const DELIVERIES = 250

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => await database?.drop())

test('messages of two processors, repeated, shuffled, forged, spoilt, stale and late, the server killed in between: each payment is what its processor says, once', async () => {
  const report = await runStorm({
    databaseUrl: database.url,
    deliveries: DELIVERIES,
    kills: 1,
    seed: SEED,
  })
  expect(report.faults).toEqual([])
  expect(report.kills).toBe(1)
  expect(report.credits).toBeGreaterThan(20)
  const { honest, ...others } = report.deliveries
  expect(honest).toBeGreaterThan(150)
  for (const [variant, count] of Object.entries(others)) expect(count, variant).toBeGreaterThan(0)
}, 120_000)

import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { findLosses, killNights } from '../drills/crash/kill-nights.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { fillTenancies } from '../volume/fill-tenancies.ts'

// The large drill is tools/drills/crash-billing.ts: 5,000 contracts, 200 kills, PostgreSQL killed as well.
const SEED = process.env['CRASH_SEED'] ?? 'crash-while-billing'
const CONTRACTS = 24
const UNTIL = '2027-12-05'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'stowage-crash-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DEMO: 'off',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  })
  await fillTenancies(config, {
    contracts: CONTRACTS,
    stocks: 3,
    from: '2026-11-01',
    withinDays: 28,
    everyBalance: 5,
  })
}, 300_000)
afterAll(async () => {
  await database?.drop()
  await fs.rm(folder, { recursive: true, force: true })
})

test('killed five times while it bills thirteen months: one invoice per contract and period, nothing that was answered is gone', async () => {
  const report = await killNights({
    databaseUrl: () => database.url,
    dataDir: folder,
    from: '2026-11-22',
    until: UNTIL,
    stepDays: 30,
    paymentsPerNight: CONTRACTS,
    kills: 5,
    seed: SEED,
  })
  expect(report.kills).toBe(5)
  expect(report.slowestOpenMs).toBeLessThan(30_000)
  expect(report.payments.length).toBeGreaterThan(50)
  const connection = connect(database.url, { max: 2 })
  try {
    expect(await findLosses(connection.db, report)).toEqual([])
    const rows = await connection.db
      .selectFrom('document')
      .select('id')
      .where('kind', '=', 'invoice')
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(CONTRACTS * 13)
  } finally {
    await connection.close()
  }
}, 180_000)

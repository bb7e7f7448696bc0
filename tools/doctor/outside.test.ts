import { createCatalog, type Catalog } from '@stowage/server/modules/catalog/index'
import { createSmallServer, type SmallServer } from '@stowage/server/testing/small-server'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { lookAtSites, lookAtSources } from './look-outside.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog }>
let stockId: string
beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const run = async (statement: string) => await sql.raw(statement).execute(server.platform.db)
const sources = async () => (await lookAtSources(database.url)).map(({ level, says }) => `${level} ${says}`)

test('an external system is read, or is named with what it was not read for and since when', async () => {
  expect(await sources()).toEqual([])
  const { platform, modules } = server
  const made = await createSmallStock(
    { platform, catalog: modules.catalog },
    { stock: { isExternal: true, externalId: '7' }, boxes: [] },
  )
  stockId = made.stockId
  expect(await sources()).toEqual([`warn ${stockId} was never read: npm run sm-check -- --stock ${stockId}`])
  await run(`insert into external_site (stock_id, due_at, synced_at) values ('${stockId}', now(), now())`)
  expect(await sources()).toEqual(['ok all 1 are read'])
  await run(`update external_site set trouble = 'sourceAway'`)
  expect(await sources()).toEqual([expect.stringMatching(/^warn .* was read last at .* \(sourceAway\)/)])
  await run(`update external_site set trouble = null, synced_at = '2026-01-02T03:04:05Z'`)
  expect(await sources()).toEqual([expect.stringMatching(/^warn .* was read last at 2026-01-02T03:04:05Z:/)])
})

test('sites that nobody asks are not said to answer', async () => {
  const sites = async () => (await lookAtSites(database.url)).map(({ level, says }) => `${level} ${says}`)
  expect(await sites()).toEqual(['ok none is connected'])
  await run(`insert into site_health (stock_id, is_ok, asked_at) values ('${stockId}', true, now())`)
  expect(await sites()).toEqual(['ok all 1 answer'])
  await run(`update site_health set is_ok = false`)
  expect(await sites()).toEqual([`warn 1 of 1 do not answer: ${stockId}`])
  await run(`update site_health set is_ok = true, asked_at = now() - interval '1 hour'`)
  expect(await sites()).toEqual(['warn 1 of 1 were not asked for 15 minutes: no server does it'])
})

import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSources } from '../boundaries/check-boundaries.ts'
import { tableOwners } from '../boundaries/table-owners.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { renderSchema } from './render-schema.ts'

let database: TestDatabase
beforeAll(async () => (database = await createTestDatabase()))
afterAll(async () => await database.drop())

test('the types of the tables are those of the migrations, each in the file of the module that writes it', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = path.join(root, 'apps/server/src/platform/database')
  const files = await renderSchema(database.url, tableOwners(readSources(root, 'apps/server')))
  expect(files.size).toBeGreaterThan(2)
  for (const [file, text] of files)
    expect(
      fs.readFileSync(path.join(folder, file), 'utf8'),
      `${file}: run node tools/generate-schema.ts`,
    ).toBe(text)
  const standing = fs.readdirSync(path.join(folder, 'schema')).map((file) => `schema/${file}`)
  expect([...standing, 'schema.ts'].sort()).toEqual([...files.keys()].sort())
})

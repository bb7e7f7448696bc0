import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '@stowage/server/platform/database/migrate'
import { readSources } from './boundaries/check-boundaries.ts'
import { tableOwners } from './boundaries/table-owners.ts'
import { startPostgres } from './postgres/start-postgres.ts'
import { renderSchema } from './schema/render-schema.ts'

// Usage: node tools/generate-schema.ts [url of an empty or migrated database]; without one, PostgreSQL is started for it.
const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'apps/server/src/platform/database')

async function write(url: string): Promise<void> {
  await migrate(url)
  const files = await renderSchema(url, tableOwners(readSources(root, 'apps/server')))
  // A room that owns no table any more leaves no file behind.
  fs.rmSync(path.join(target, 'schema'), { recursive: true, force: true })
  fs.mkdirSync(path.join(target, 'schema'))
  for (const [file, text] of files) fs.writeFileSync(path.join(target, file), text)
}

const given = process.argv[2]
if (given !== undefined) await write(given)
else {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-schema-'))
  const postgres = await startPostgres({ dataDir: folder, durable: false, log: () => undefined })
  try {
    await write(postgres.url)
  } finally {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

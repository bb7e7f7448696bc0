import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateSchema } from '@stowage/server/platform/database/generate-schema'
import { migrate } from '@stowage/server/platform/database/migrate'
import { startPostgres } from './postgres/start-postgres.ts'

// Usage: node tools/generate-schema.ts [url of an empty or migrated database]; without one, PostgreSQL is started for it.
const target = path.join(import.meta.dirname, '../apps/server/src/platform/database/schema.ts')

async function write(url: string): Promise<void> {
  await migrate(url)
  fs.writeFileSync(target, await generateSchema(url))
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

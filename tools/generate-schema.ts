import fs from 'node:fs'
import path from 'node:path'
import { generateSchema } from '@stowage/server/platform/database/generate-schema'
import { migrate } from '@stowage/server/platform/database/migrate'

// Usage: node tools/generate-schema.ts <url of an empty or migrated database>
const url = process.argv[2]
if (!url) throw new Error('usage: node tools/generate-schema.ts postgres://…')
await migrate(url)
fs.writeFileSync(
  path.join(import.meta.dirname, '../apps/server/src/platform/database/schema.ts'),
  await generateSchema(url),
)

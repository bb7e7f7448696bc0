import fs from 'node:fs'
import path from 'node:path'
import { renderClient } from './client/render-client.ts'

// Usage: node tools/generate-client.ts, after something of packages/api has changed.
fs.writeFileSync(path.join(import.meta.dirname, '../packages/client/src/api.gen.ts'), renderClient())

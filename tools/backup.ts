import fs from 'node:fs'
import path from 'node:path'
import { readConfig } from '@stowage/server/platform/config'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { dump } from './backup/dump.ts'
import { openDatabase } from './backup/open-database.ts'

const USAGE = `usage: npm run backup -- [--with-keys] [target.tar.gz]

Writes database and files into one archive, while the server runs or not, by the settings with which it is started
(DATABASE_URL, DATA_DIR, FILES_URL). --with-keys puts TOKEN_KEY and STORAGE_KEY of DATA_DIR in: then whoever has the
archive reads the identity documents in it. Without, keep the keys somewhere else; the archive alone does not open them.
`

async function run(words: readonly string[]): Promise<number> {
  const targets = words.filter((word) => word !== '--with-keys')
  if (targets.length > 1 || targets.some((word) => word.startsWith('-'))) {
    process.stderr.write(USAGE)
    return 2
  }
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const config = readConfig({ DEMO: 'off', ...process.env })
  const stamp = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  const target = path.resolve(targets[0] ?? `stowage-${stamp}.tar.gz`)
  if (fs.existsSync(target)) {
    say(`${target} is there already; a backup replaces nothing`)
    return 2
  }
  const withKeys = words.includes('--with-keys')
  const database = await openDatabase(config, say, { isNew: false })
  try {
    const begin = performance.now()
    const keys = withKeys ? Buffer.from(JSON.stringify(config.secrets)) : undefined
    const contents = await dump({ databaseUrl: database.url, files: openFiles(config), target, keys })
    const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0)
    const megabytes = (fs.statSync(target).size / 1024 / 1024).toFixed(1)
    process.stdout.write(
      `${target}: ${rows} rows of ${Object.keys(contents.rows).length} tables, ${contents.files} files, ${megabytes} MB, ${((performance.now() - begin) / 1000).toFixed(1)} s\n`,
    )
    if (!withKeys)
      say('The keys are not in it: keep TOKEN_KEY and STORAGE_KEY (or secrets.json of DATA_DIR) apart.')
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`No backup was made: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

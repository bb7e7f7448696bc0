import fs from 'node:fs'
import path from 'node:path'
import { readConfig } from '@stowage/server/platform/config'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { openDatabase } from './backup/open-database.ts'
import { exportCompany } from './export/export-company.ts'

const WITHOUT = '--without-identity-documents'
const USAGE = `usage: npm run export -- [${WITHOUT}] [target.tar.gz]

Writes the company with all its data and files into one archive that other software reads, by the settings with which the
server is started (DATABASE_URL, DATA_DIR, FILES_URL, STORAGE_KEY). Identity documents and account numbers of direct debits lie
open in it: guard it as you guard the keys. ${WITHOUT} leaves the documents' files out.
`

async function run(words: readonly string[]): Promise<number> {
  const targets = words.filter((word) => word !== WITHOUT)
  if (targets.length > 1 || targets.some((word) => word.startsWith('-'))) {
    process.stderr.write(USAGE)
    return 2
  }
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const stamp = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  const target = path.resolve(targets[0] ?? `stowage-export-${stamp}.tar.gz`)
  if (fs.existsSync(target)) {
    say(`${target} is there already; an export replaces nothing`)
    return 2
  }
  const config = readConfig({ DEMO: 'off', ...process.env })
  const database = await openDatabase(config, say, { isNew: false })
  try {
    const begin = performance.now()
    const manifest = await exportCompany({
      databaseUrl: database.url,
      files: openFiles(config),
      secrets: config.secrets,
      target,
      withIdentity: !words.includes(WITHOUT),
    })
    const rows = manifest.kinds.reduce((sum, kind) => sum + kind.rows, 0)
    const megabytes = (fs.statSync(target).size / 1024 / 1024).toFixed(1)
    process.stdout.write(
      `${target}: ${rows} things of ${manifest.kinds.length} kinds, ${megabytes} MB, ${((performance.now() - begin) / 1000).toFixed(1)} s\n`,
    )
    for (const name of manifest.missing) say(`${name} is not in it: its file is not there or was left out`)
    const open = manifest.kinds.find(({ kind }) => kind === 'open-follow-ups')?.rows ?? 0
    if (open > 0)
      say(
        `${open} follow-ups were not done yet and go along. To move for good, let the server finish (page "System"), stop it, and export then.`,
      )
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`No export was made: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

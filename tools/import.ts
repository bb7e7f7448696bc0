import { readConfig } from '@stowage/server/platform/config'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { Refused, refuseFilled, refuseNewer } from './backup/into-empty.ts'
import { openDatabase } from './backup/open-database.ts'
import { refuseWithoutRoom } from './backup/room.ts'
import { checkExport, weightOf } from './export/check-export.ts'
import { loadExport } from './export/load-export.ts'

const USAGE = `usage: npm run import -- [--check] export.tar.gz

Puts an export of a company into an empty database (DATABASE_URL, or a new DATA_DIR) and its files where FILES_URL or DATA_DIR
says. --check only reads the archive and says whether it is whole. With ADMIN_EMAIL and ADMIN_PASSWORD the superUser with this
address gets this password; everybody else sets one by "forgot password".
`

async function run(words: readonly string[]): Promise<number> {
  const [source, ...more] = words.filter((word) => word !== '--check')
  if (source === undefined || source.startsWith('-') || more.length > 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const begin = performance.now()
  const manifest = await checkExport(source)
  refuseNewer({ manifest })
  const rows = manifest.kinds.reduce((sum, kind) => sum + kind.rows, 0)
  const what = `${rows} things of ${manifest.kinds.length} kinds, Stowage ${manifest.version}`
  if (words.includes('--check')) {
    process.stdout.write(`${source} is whole: ${what}\n`)
    return 0
  }
  const config = readConfig({ DEMO: 'off', ...process.env })
  const { adminEmail, adminPassword } = config
  refuseWithoutRoom(weightOf(manifest), config)
  const database = await openDatabase(config, say, { isNew: true })
  try {
    await refuseFilled(database.url)
    await loadExport({
      source,
      manifest,
      databaseUrl: database.url,
      files: openFiles(config),
      secrets: config.secrets,
      admin:
        adminEmail === undefined || adminPassword === undefined
          ? undefined
          : { email: adminEmail, password: adminPassword },
    })
    process.stdout.write(`${what}: imported in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
    if (adminEmail === undefined)
      say(
        'Nobody has a password: everybody sets one by "forgot password", for which the server needs SMTP_URL.',
      )
    say('Processors, webhooks, keys of the API, second factors and sites want new secrets.')
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  // Names and fields of an archive are somebody else's words: nothing in them is to speak to the terminal.
  const reason = (error instanceof Error ? error.message : String(error)).replace(/[^\P{Cc}\n]/gu, '?')
  process.stderr.write(`Nothing was imported: ${reason}\n`)
  return error instanceof Refused ? 2 : 1
})

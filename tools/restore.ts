import fs from 'node:fs'
import path from 'node:path'
import { readConfig } from '@stowage/server/platform/config'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { fingerprint } from '@stowage/server/platform/processes/key-fingerprints'
import { Refused, refuseFilled, refuseNewer } from './backup/into-empty.ts'
import { check, load, type Checked } from './backup/load.ts'
import { openDatabase } from './backup/open-database.ts'
import { refuseWithoutRoom } from './backup/room.ts'

const USAGE = `usage: npm run restore -- [--check] backup.tar.gz

Puts a backup into an empty database (DATABASE_URL, or a new DATA_DIR) and its files where FILES_URL or DATA_DIR says, then
brings it to this version. --check only reads the archive and says whether it is whole.
`

async function run(words: readonly string[]): Promise<number> {
  const [source, ...more] = words.filter((word) => word !== '--check')
  if (source === undefined || source.startsWith('-') || more.length > 0) {
    process.stderr.write(USAGE)
    return 2
  }
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const begin = performance.now()
  const checked = await check(source)
  refuseNewer(checked)
  const { manifest, contents } = checked
  const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0)
  const what = `${rows} rows and ${contents.files} files of ${manifest.at}, Stowage ${manifest.version}`
  if (words.includes('--check')) {
    process.stdout.write(`${source} is whole: ${what}\n`)
    return 0
  }
  const dataDir = path.resolve(process.env['DATA_DIR'] ?? '.data')
  const isKeyGiven = [process.env['STORAGE_KEY'], checked.keys].some(
    (key) => key !== undefined && key.length > 0,
  )
  // Reading the settings would make new keys there, under which nothing of the backup opens.
  if (
    !isKeyGiven &&
    manifest.storageKeyFingerprint !== null &&
    !fs.existsSync(path.join(dataDir, 'secrets.json'))
  )
    throw new Refused(
      `no STORAGE_KEY is given and ${dataDir} has no secrets.json: the backup needs the key with the fingerprint ${manifest.storageKeyFingerprint}`,
    )
  const isKeyPutBack = putKeysBack(checked, dataDir)
  const config = readConfig({ DEMO: 'off', ...process.env })
  const print = fingerprint(config.secrets.storageKey)
  if (manifest.storageKeyFingerprint !== null && manifest.storageKeyFingerprint !== print)
    throw new Refused(
      `STORAGE_KEY is not the one of the backup (fingerprint ${manifest.storageKeyFingerprint}; the one given has ${print}): its documents and secrets would never open. Give the key of that time, or put secrets.json of that time into ${dataDir}`,
    )
  refuseWithoutRoom(checked.weight, config)
  const database = await openDatabase(config, say, { isNew: true })
  try {
    await refuseFilled(database.url)
    await load({ source, checked, databaseUrl: database.url, files: openFiles(config) })
    process.stdout.write(`${what}: put back in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
    if (isKeyPutBack) say(`The keys of the backup are in ${path.join(dataDir, 'secrets.json')}.`)
    return 0
  } finally {
    await database.close()
  }
}

/** Keys that came along are put where the server looks for them, if nobody has given or made others. */
function putKeysBack({ keys }: Checked, dataDir: string): boolean {
  const file = path.join(dataDir, 'secrets.json')
  if (keys === undefined || process.env['STORAGE_KEY'] || fs.existsSync(file)) return false
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  fs.writeFileSync(file, keys, { mode: 0o600, flag: 'wx' })
  return true
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  // Names and fields of an archive are somebody else's words: nothing in them is to speak to the terminal.
  const reason = (error instanceof Error ? error.message : String(error)).replace(/[^\P{Cc}\n]/gu, '?')
  process.stderr.write(`Nothing was restored: ${reason}\n`)
  return error instanceof Refused ? 2 : 1
})

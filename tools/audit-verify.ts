import { verifyAudit } from '@stowage/server/platform/audit/seal'
import { readConfig } from '@stowage/server/platform/config'
import { readPlace, seenPlace, writePlace, type Place } from '@stowage/server/platform/audit/witness'
import { connect } from '@stowage/server/platform/database/connect'
import { readFilesUrl } from '@stowage/server/platform/files/read-files-url'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { directUrl, openDatabase } from './backup/open-database.ts'

/**
 * `DATABASE_URL=… [DATA_DIR=… | FILES_URL=…] node tools/audit-verify.ts [NUMBER:HASH …]`: recomputes the chain of the audit and names the first
 * record that was changed, removed or put in. Ends with 1 when there is one. With the data folder, or the bucket, it also holds the chain against
 * the end that the server saw last, and with places that were noted elsewhere against those: the only way to see that
 * everything was sealed anew, or put back from an older backup. Without DATABASE_URL it is the database that `npm start` brings.
 */
async function run(): Promise<number> {
  const noted = process.argv.slice(2).map((text) => ({ text, place: readPlace(text) }))
  const unread = noted.find(({ place }) => place === undefined)
  if (unread !== undefined) {
    process.stderr.write(`${unread.text}: expected the number and the hash of a record, 17:5f0c…\n`)
    return 2
  }
  const dataDir = process.env['DATA_DIR']
  const objectStorage = readFilesUrl(process.env['FILES_URL'] || undefined)
  const url = directUrl(process.env)
  const files =
    url !== undefined && dataDir === undefined && objectStorage === undefined
      ? undefined
      : openFiles({ dataDir: dataDir ?? '.data', objectStorage })
  const seen = [files && (await seenPlace(files)), ...noted.map(({ place }) => place)].filter(
    (place): place is Place => place !== undefined,
  )
  const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
  const settings =
    url === undefined
      ? readConfig({ DEMO: 'off', ...process.env })
      : { databaseUrl: url, listenUrl: undefined, dataDir: '' }
  const database = await openDatabase(settings, say, { isNew: false })
  const { db, close } = connect(database.url)
  try {
    const { checked, unsealed, end, broken } = await verifyAudit(db, { seen })
    process.stdout.write(`${checked} records are chained and sound, ${unsealed} wait for their seal\n`)
    if (seen.length > 0) process.stdout.write(`held against ${seen.map(writePlace).join(' and ')}\n`)
    if (broken === undefined) {
      if (end !== null) process.stdout.write(`the chain ends at ${writePlace(end)}\n`)
      return 0
    }
    process.stdout.write(`record ${broken.id || 'of the end'}: ${broken.reason}\n`)
    return 1
  } finally {
    await close()
    await database.close()
  }
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(
    `The chain was not checked: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  return 2
})

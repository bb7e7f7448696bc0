import { readConfig } from '@stowage/server/platform/config'
import { createLocalFiles } from '@stowage/server/platform/files/files'
import { createObjectStorage } from '@stowage/server/platform/files/object-storage'
import { localFilesFolder } from '@stowage/server/platform/files/open-files'

const USAGE = `usage: FILES_URL=https://KEY:SECRET@s3.example/bucket npm run move-files [-- --back]

Copies every file of DATA_DIR into the bucket of FILES_URL (--back: from the bucket into DATA_DIR), reads each back and compares.
Run it beside the running server, start the servers anew with FILES_URL, run it once more for what came meanwhile, and
remove the folder when you have seen that all is well. What was sealed stays sealed.
`

async function run(words: readonly string[]): Promise<number> {
  const config = readConfig({ DEMO: 'off', ...process.env })
  if (config.objectStorage === undefined || words.some((word) => word !== '--back')) {
    process.stderr.write(USAGE)
    return 2
  }
  const folder = createLocalFiles(localFilesFolder(config.dataDir))
  const bucket = createObjectStorage(config.objectStorage)
  const [from, to] = words.includes('--back') ? [bucket, folder] : [folder, bucket]
  const there = new Set(await to.all())
  let [copied, kept, size] = [0, 0, 0]
  for (const key of await from.all()) {
    const bytes = await from.get(key)
    if (bytes === undefined) continue
    // A key gets its bytes once; the head of the audit alone is written again and again.
    if (there.has(key) && (await to.get(key))?.equals(bytes) === true) {
      kept += 1
      continue
    }
    await to.put(key, bytes)
    if ((await to.get(key))?.equals(bytes) !== true) throw new Error(`${key} came back changed`)
    copied += 1
    size += bytes.length
  }
  process.stdout.write(
    `${copied} files copied (${(size / 1024 / 1024).toFixed(1)} MB), ${kept} were there already\n`,
  )
  return 0
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})

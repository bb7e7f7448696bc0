import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateUser } from '@stowage/api/accounts'
import { main } from '@stowage/server/main'
import { sealAudit } from '@stowage/server/platform/audit/seal'
import { machineNow } from '@stowage/server/platform/clock'
import { readConfig } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate, readMigrations } from '@stowage/server/platform/database/migrate'
import { openFiles } from '@stowage/server/platform/files/open-files'
import { DOT } from '@stowage/server/testing/people'
import { createPerson } from '@stowage/server/testing/person'
import { tokenMaker } from '../bench/fill-world.ts'
import { rowSums } from '../backup/row-sums.ts'
import { randomFrom } from '../demo/random.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openPort } from '../start/open-port.ts'
import { findFaults } from '../verify/find-faults.ts'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import { createAsking } from './servers/ask.ts'
import { runDrill, wordAfter } from './servers/drill.ts'
import { openOlderTree } from './servers/older-tree.ts'
import { fillMarket, findLostRents, startRenting } from './servers/rent.ts'
import { bossOf, untilReady } from './servers/stage.ts'

// `node tools/drills/restore.ts [commit] [--contracts n]`: a company with contracts, books and identity documents is backed up by the
// command that operators have; everything of it is wiped; the archive is put back where nothing is. Rows and files are the same to
// the byte, every invariant holds, and a server works on it. Then the same with a backup that was made by the version of that commit
// (left out: the last one that lacks the newest migration), which is brought to this one.
await runDrill(async (drill) => {
  const contracts = Number(wordAfter('--contracts') ?? (drill.isFull ? 20_000 : 500))
  const [wanted] = process.argv.slice(2).filter((word) => /^[0-9a-f]{7,40}$|^HEAD/.test(word))
  const root = path.join(import.meta.dirname, '../..')
  const keys = {
    TOKEN_KEY: randomBytes(32).toString('base64url'),
    STORAGE_KEY: randomBytes(32).toString('base64url'),
  }
  const common = {
    ...keys,
    DEMO: 'off',
    RATE_LIMIT_PER_MINUTE: '100000000',
    LOG_LEVEL: 'error',
    PATH: process.env['PATH'] ?? '',
  }
  const at = (name: string): string => path.join(drill.folder, name)
  const wish = { contracts, stocks: 20, withinDays: 28, everyBalance: 5 }
  const from = Temporal.Now.plainDateISO('UTC').subtract({ days: 21 }).toString()

  await today()
  await yesterday()

  async function today(): Promise<void> {
    const [dataDir, archive] = [at('lived'), at('today.tar.gz')]
    const postgres = await startPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      durable: true,
      log: () => undefined,
    })
    const config = readConfig({ ...common, DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0' })
    await migrate(postgres.url)
    await fillTenancies(config, { ...wish, from })
    const running = await main(config, { manual: true, webFolder: '/nowhere' })
    const { tenants } = await fillMarket(running)
    for (const id of tenants) {
      const person = createPerson(running.app, await tokenMaker(config)(id))
      for (const kind of ['passportFile', 'selfieFile', 'addressFile'])
        drill.check(
          (await person.call(updateUser, { params: { id }, body: { [kind]: DOT } })).status === 200,
          'no document was handed in',
        )
    }
    while ((await sealAudit(running.platform.transact, machineNow())) > 0);
    await running.close()
    const files = await fileSums(dataDir)
    drill.check(Object.keys(files).length >= 3 * tenants.length, 'there are no files')
    const lived = await rowSums(postgres.url)
    await postgres.stop()
    // As on a machine without DATABASE_URL: the command brings up what lies in the folder, and takes it down again.
    await run(root, 'tools/backup.ts', [archive], { ...common, DATA_DIR: dataDir })
    fs.rmSync(dataDir, { recursive: true })
    await putBack(archive, at('clean'), async (url, folder) => {
      const there = await rowSums(url)
      for (const [table, sum] of Object.entries(lived))
        drill.check(there[table] === sum, `${table}: ${sum} became ${there[table]}`)
      const back = await fileSums(folder)
      drill.check(JSON.stringify(back) === JSON.stringify(files), 'the files are not the same')
      drill.say(
        `${Object.keys(lived).length} tables and ${Object.keys(files).length} files are the same, ${(fs.statSync(archive).size / 1024 / 1024).toFixed(1)} MB`,
      )
    })
  }

  async function yesterday(): Promise<void> {
    const older = openOlderTree(drill, wanted, 'tools/backup.ts')
    drill.say(`${older.commit} lacks ${older.missing} migrations of this version`)
    const [dataDir, archive] = [at('older'), at('yesterday.tar.gz')]
    const postgres = await startPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      durable: true,
      log: () => undefined,
    })
    const env = { ...common, DATABASE_URL: postgres.url, DATA_DIR: dataDir }
    // With its own use cases, so that every row has the shape of then.
    const script = at('fill-older.ts')
    const of = (place: string): string => JSON.stringify(path.join(older.folder, place))
    fs.writeFileSync(
      script,
      `import { readConfig } from ${of('apps/server/src/platform/config.ts')}
import { migrate } from ${of('apps/server/src/platform/database/migrate.ts')}
import { fillTenancies } from ${of('tools/volume/fill-tenancies.ts')}
await migrate(process.env.DATABASE_URL)
await fillTenancies(readConfig({ ...process.env, PORT: '0' }), ${JSON.stringify({ ...wish, from })})
`,
    )
    await run(older.folder, script, [], env)
    await run(older.folder, 'tools/backup.ts', [archive], env)
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true })
    await putBack(archive, at('upgraded'), async (url) => {
      const { db, close } = connect(url, { max: 1 })
      const rows = await db.selectFrom('migration').select('name').execute()
      await close()
      drill.check(rows.length === readMigrations().length, `${rows.length} migrations are applied`)
    })
  }

  /** Puts an archive into a folder where nothing is, looks at it, and lets a server work on it. */
  async function putBack(
    archive: string,
    folder: string,
    look: (url: string, folder: string) => Promise<void>,
  ): Promise<void> {
    const begun = performance.now()
    await run(root, 'tools/restore.ts', [archive], { ...common, DATA_DIR: folder })
    drill.say(`put back in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const postgres = await startPostgres({
      dataDir: path.join(folder, 'postgres'),
      durable: true,
      log: () => undefined,
    })
    drill.atEnd(async () => await postgres.stop())
    await look(postgres.url, folder)
    await verify(postgres.url)
    await work(postgres.url, folder)
    drill.check((await verify(postgres.url)) > 0, 'the audit is empty')
  }

  /** @returns how many records the chain of the audit has */
  async function verify(url: string): Promise<number> {
    const { db, close } = connect(url, { max: 2 })
    const { faults, auditRecords } = await findFaults(db)
    await close()
    for (const { what, id, detail } of faults) drill.check(false, `${what} (${id}): ${detail}`)
    return auditRecords
  }

  /** What was restored is worked on: people book, pay and leave. */
  async function work(url: string, folder: string): Promise<void> {
    const config = readConfig({ ...common, DATABASE_URL: url, DATA_DIR: folder, PORT: '0' })
    const quiet = await main(config, { manual: true, webFolder: '/nowhere' })
    const market = await fillMarket(quiet, 20)
    const boss = await bossOf(quiet.platform.db)
    await quiet.close()
    const port = await openPort(0, '127.0.0.1')
    const child = spawn(process.execPath, [path.join(root, 'apps/server/src/main.ts')], {
      env: { ...common, DATABASE_URL: url, DATA_DIR: folder, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    drill.children.add(child)
    await untilReady(child, port)
    const token = await tokenMaker(config)(boss)
    const renting = startRenting({
      asking: createAsking(`http://127.0.0.1:${port}`),
      market,
      random: randomFrom(drill.seed),
      token: async () => await Promise.resolve(token),
      today: () => Temporal.Now.plainDateISO('Europe/Berlin').toString(),
      atOnce: 2,
    })
    await sleep(8000)
    await renting.stop()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    const { told } = renting
    drill.say(
      `a server works on it: ${told.booked.size} booked, ${told.paid.size} paid, ${told.closed.size} left`,
    )
    drill.check(told.closed.size > 0, 'a server does not work on what was put back')
    const { db, close } = connect(url, { max: 2 })
    for (const lost of await findLostRents(db, told)) drill.check(false, lost)
    await close()
  }

  async function fileSums(dataDir: string): Promise<Record<string, string>> {
    const files = openFiles(readConfig({ ...common, DATABASE_URL: 'postgres://nobody', DATA_DIR: dataDir }))
    const sums: Record<string, string> = {}
    for (const key of (await files.all()).toSorted())
      sums[key] = createHash('sha256')
        .update((await files.get(key)) ?? '')
        .digest('hex')
    return sums
  }

  /** A command of a tree. @throws where it does not end with 0 */
  async function run(
    cwd: string,
    script: string,
    words: readonly string[],
    env: Record<string, string>,
  ): Promise<void> {
    const child = spawn(process.execPath, [path.resolve(cwd, script), ...words], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    drill.children.add(child)
    const said = text(child.stderr)
    const [code] = (await once(child, 'exit')) as [number | null]
    drill.children.delete(child)
    if (code !== 0) throw new Error(`${script} ended with ${code}: ${await said}`)
  }
})

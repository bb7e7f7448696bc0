import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@stowage/server/platform/database/connect'
import { readConfig } from '@stowage/server/platform/config'
import { main } from '@stowage/server/main'
import { tokenMaker } from '../bench/fill-world.ts'
import { randomFrom } from '../demo/random.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { openPort } from '../start/open-port.ts'
import { findFaults } from '../verify/find-faults.ts'
import { accountMaker } from '../volume/make-account.ts'
import { PASSWORD, SUPER_EMAIL } from '../volume/make-patterns.ts'
import { createAsking } from './servers/ask.ts'
import { runDrill } from './servers/drill.ts'
import { startLoad } from './servers/load.ts'
import { openOlderTree } from './servers/older-tree.ts'
import { fillMarket, findLostRents, startRenting } from './servers/rent.ts'
import { untilReady } from './servers/stage.ts'

// `node tools/drills/older-server.ts [commit]`: the server of that commit works on a database that has the migrations of this one,
// while a server of this one works beside it: what an upgrade of several servers does, and a step back. Over both people read, write,
// book, pay and leave. Without a commit: the last one that lacks the newest migration.
await runDrill(async (drill) => {
  const [wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--') && word !== drill.seed)
  const older = openOlderTree(drill, wanted)
  drill.say(`${older.commit} lacks ${older.missing} migrations of this version`)
  const postgres = await startPostgres({
    dataDir: path.join(drill.folder, 'pg'),
    durable: false,
    log: () => undefined,
  })
  drill.atEnd(async () => await postgres.stop())
  const env = {
    DATABASE_URL: postgres.url,
    DEMO: 'off',
    TOKEN_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
    STORAGE_KEY: 'GFEDCBA9876543210zyxwvutsrqponmlkjihgfedcba',
    DATA_DIR: path.join(drill.folder, 'data'),
    RATE_LIMIT_PER_MINUTE: '100000000',
    UNPAID_BOXES_PER_ACCOUNT: '1000',
    LOG_LEVEL: 'error',
    PATH: process.env['PATH'] ?? '',
  }
  const config = readConfig({ ...env, PORT: '0' })
  const running = await main(config, { webFolder: '/nowhere' })
  drill.atEnd(running.close)
  const sofia = await (await accountMaker(running, PASSWORD))(SUPER_EMAIL, 'superUser')
  const port = await openPort(0, '127.0.0.1')
  const child = spawn(process.execPath, [path.join(older.folder, 'apps/server/src/main.ts')], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  drill.children.add(child)
  drill.atEnd(async () => await Promise.resolve(child.kill('SIGKILL')))
  await untilReady(child, port, 'health')

  const token = await tokenMaker(config)(sofia)
  const over = async (one: number, name: string) => {
    const url = `http://127.0.0.1:${one}`
    const asking = createAsking(url)
    return {
      name,
      asking,
      load: startLoad(url, async () => await Promise.resolve(token)),
      renting: startRenting({
        asking,
        market: await fillMarket(running, 20),
        random: randomFrom(`${drill.seed} ${name}`),
        token: async () => await Promise.resolve(token),
        today: () =>
          running.platform.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString(),
        atOnce: 2,
      }),
    }
  }
  const both = [await over(port, `older (${older.commit})`), await over(running.port, 'this one')]
  await sleep(drill.isFull ? 120_000 : 15_000)
  const { db, close } = connect(postgres.url, { max: 2 })
  drill.atEnd(close)
  for (const { name, asking, load, renting } of both) {
    const [figures] = await Promise.all([load.stop(), renting.stop()])
    const { statuses, unanswered } = asking.figures()
    const { told } = renting
    drill.say(
      `${name}: ${figures.calls} calls, ${figures.written.length} written, ${figures.failed} failed; ${told.booked.size} booked, ${told.paid.size} paid, ${told.closed.size} closed`,
    )
    drill.check(figures.failed + figures.unanswered + unanswered === 0, `${name}: calls failed`)
    drill.check(
      Object.keys(statuses).every((status) => Number(status) > 0 && Number(status) < 500),
      `${name} answered ${JSON.stringify(statuses)}`,
    )
    drill.check(figures.written.length > 0 && told.closed.size > 0, `${name} has done nothing`)
    for (const lost of await findLostRents(db, told)) drill.check(false, `${name}: ${lost}`)
  }
  child.kill('SIGTERM')
  while (child.exitCode === null && child.signalCode === null) await sleep(50)
  drill.check(child.exitCode === 0, `the older server stopped with ${child.exitCode}`)
  const { faults } = await findFaults(db)
  for (const { what, id, detail } of faults) drill.check(false, `${what} (${id}): ${detail}`)
})

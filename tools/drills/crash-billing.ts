import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate } from '@stowage/server/platform/database/migrate'
import { readConfig } from '@stowage/server/platform/config'
import { startPostgres } from '../postgres/start-postgres.ts'
import { fillTenancies } from '../volume/fill-tenancies.ts'
import { findLosses, killNights } from './crash/kill-nights.ts'

// Usage: node tools/drills/crash-billing.ts [contracts = 5000] [kills = 200] [seed = today's day]
// 13 months of nights on a PostgreSQL of its own whose data are safe on disk. The server is killed with -9 at seeded points, each
// tenth time PostgreSQL with it. Ends with 1 when anything that was answered is gone, or anything does not fit.
const contracts = Number(process.argv[2] ?? 5000)
const kills = Number(process.argv[3] ?? 200)
const seed = process.argv[4] ?? new Date().toISOString().slice(0, 10)
const FROM = '2026-11-01'
const UNTIL = '2027-12-05'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-crash-'))
const dataDir = path.join(folder, 'postgres')
const open = async (): ReturnType<typeof startPostgres> =>
  await startPostgres({ dataDir, durable: true, log: () => undefined })
let postgres = await open()
// PostgreSQL keeps nobody alive who waits for its end.
const awake = setInterval(() => undefined, 1000)
try {
  const begun = performance.now()
  const config = readConfig({
    DATABASE_URL: postgres.url,
    DEMO: 'off',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  })
  await migrate(postgres.url)
  await fillTenancies(config, {
    contracts,
    stocks: 20,
    from: FROM,
    withinDays: 28,
    everyBalance: 5,
  })
  console.log(
    `${contracts} contracts filled in ${Math.round((performance.now() - begun) / 1000)} s; seed ${seed}`,
  )
  const report = await killNights({
    databaseUrl: () => postgres.url,
    dataDir: folder,
    from: '2026-11-22',
    until: UNTIL,
    stepDays: 1,
    paymentsPerNight: contracts,
    kills,
    seed,
    say: console.log,
    async afterKill(kill) {
      if (kill % 10 !== 0) return
      const pid = Number(
        fs.readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      process.kill(pid, 'SIGKILL')
      await postgres.ended
      postgres = await open()
    },
  })
  const connection = connect(postgres.url, { max: 3 })
  const losses = await findLosses(connection.db, report)
  const [invoices] = await connection.db
    .selectFrom('document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'invoice')
    .execute()
  await connection.close()
  for (const loss of losses.slice(0, 50)) console.log(loss)
  console.log(
    `${report.kills} kills, ${report.killedAtWork} of them at work; slowest start ${Math.round(report.slowestOpenMs)} ms; ${invoices?.count ?? 0} invoices, ${report.payments.length} payments acknowledged; ${losses.length} losses and faults; ${Math.round((performance.now() - begun) / 1000)} s`,
  )
  process.exitCode = losses.length === 0 && report.slowestOpenMs < 30_000 ? 0 : 1
} finally {
  clearInterval(awake)
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

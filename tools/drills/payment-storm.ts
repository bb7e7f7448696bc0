import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@stowage/server/platform/database/migrate'
import { startPostgres } from '../postgres/start-postgres.ts'
import { runStorm } from './storm/run-storm.ts'

// Usage: node tools/drills/payment-storm.ts [--deliveries 10000] [--kills 10] [--seed today's day]
// Messages of two simulated processors, repeated, shuffled, forged, spoilt and late, to a server that is killed meanwhile, on a
// PostgreSQL of its own. Ends with 1 when anything does not fit what the processors hold.
const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-storm-'))
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  durable: true,
  log: () => undefined,
})
try {
  const begin = performance.now()
  await migrate(postgres.url)
  const report = await runStorm({
    databaseUrl: postgres.url,
    deliveries: Number(values.deliveries),
    kills: Number(values.kills),
    seed: values.seed,
    say: (sentence) =>
      console.log(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${sentence}`),
  })
  for (const fault of report.faults.slice(0, 50)) console.log(fault)
  const told = Object.entries(report.deliveries).map(([variant, count]) => `${count} ${variant}`)
  console.log(
    `${report.attempts} attempts; deliveries: ${told.join(', ')}; ${report.cut} cut and made again; ${report.kills} kills; ${report.credits} credits; answers p50 ${report.p50.toFixed(0)} ms, p99 ${report.p99.toFixed(0)} ms; stopped in ${Math.round(report.stopMs)} ms; ${report.faults.length} faults; ${Math.round((performance.now() - begin) / 1000)} s`,
  )
  process.exitCode = report.faults.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

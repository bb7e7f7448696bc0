import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../postgres/start-postgres.ts'
import { NOBODYS_GATEWAY, openHouse } from '../scenarios/house.fixture.ts'
import { findFaults } from '../verify/find-faults.ts'
import { attack } from './hostile/attack.ts'

// Usage: node tools/drills/fuzz.ts [calls = 100000] [seed = today's day]
// Attacks a server of its own on a database of its own and ends with 1 when an answer, or what is left behind, is not as it must be.
const calls = Number(process.argv[2] ?? 100_000)
const seed = process.argv[3] ?? new Date().toISOString().slice(0, 10)
if (!Number.isSafeInteger(calls) || calls < 1) throw new Error('calls: expected a whole number')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-fuzz-'))
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  durable: false,
  log: () => undefined,
})
try {
  const house = await openHouse({
    database: { url: postgres.url, drop: async () => undefined },
    config: { logLevel: process.env['LOG_LEVEL'] ?? 'silent', sms: NOBODYS_GATEWAY },
  })
  const begun = performance.now()
  const report = await attack(house, { seed, calls })
  await house.world.settle()
  const { faults } = await findFaults(house.world.running.platform.db)
  await house.close()

  for (const { number, call, status, answer, wrong } of report.complaints) {
    console.log(
      `\n${number}: ${wrong.join(', ')} (${status})\n  ${call.role} ${call.method} ${call.url}\n  ${JSON.stringify(call.headers)} ${call.body?.slice(0, 1000) ?? ''}\n  ${answer}`,
    )
  }
  for (const { what, id, detail } of faults) console.log(`left behind: ${what} (${id}): ${detail}`)
  const statuses = Object.entries(report.byStatus).map(([status, count]) => `${status}: ${count}`)
  console.log(
    `\n${report.calls} calls with seed ${seed} in ${Math.round((performance.now() - begun) / 1000)} s; ${statuses.join(', ')}; slowest ${Math.round(report.slowestMs)} ms`,
  )
  const never = [...report.byEndpoint].filter(([, { done }]) => done === 0).map(([name]) => name)
  if (never.length > 0) console.log(`never done: ${never.join(', ')}`)
  console.log(`${report.complaints.length} complaints, ${faults.length} faults left behind`)
  process.exitCode = report.complaints.length + faults.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

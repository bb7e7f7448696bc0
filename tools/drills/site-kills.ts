import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createWorld } from '@stowage/server/testing/world'
import { migrate } from '@stowage/server/platform/database/migrate'
import { startPostgres } from '../postgres/start-postgres.ts'
import { killAgent } from './site/kill-agent.ts'
import { openProvenSite, type Carrier } from './site/proven-site.fixture.ts'

// Usage: node tools/drills/site-kills.ts [kills = 100] [seed = today's day]
// Kills the agent of a site with -9, half of the times one that is called directly and half of them one with a tunnel, while its
// doors open. Ends with 1 when an event is lost or told twice, or a command gave a second pulse.
const kills = Number(process.argv[2] ?? 100)
const seed = process.argv[3] ?? new Date().toISOString().slice(0, 10)
if (!Number.isSafeInteger(kills) || kills < 2) throw new Error('kills: expected a whole number')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-site-kills-'))
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  durable: false,
  log: () => undefined,
})
let faults = 0
try {
  await migrate(postgres.url)
  const world = await createWorld({
    database: { url: postgres.url, drop: async () => undefined },
    config: { locksAllowedAddresses: ['127.0.0.1'], logLevel: process.env['LOG_LEVEL'] ?? 'silent' },
  })
  for (const carrier of ['direct', 'tunnel'] as const satisfies readonly Carrier[]) {
    const begun = performance.now()
    const share = carrier === 'direct' ? Math.ceil(kills / 2) : Math.floor(kills / 2)
    const site = await openProvenSite(world, { carrier, boxes: 6 })
    const report = await killAgent(world, site, {
      kills: share,
      seed: `${seed} ${carrier}`,
      say: (sentence) => console.log(`${carrier}: ${sentence}`),
    })
    await site.close()
    faults += report.faults.length
    for (const fault of report.faults.slice(0, 50)) console.log(fault)
    console.log(
      `${carrier}: ${report.kills} kills, ${report.commands} commands, ${report.openings} openings, ${report.events} events; slowest start ${Math.round(report.slowestStartMs)} ms; ${report.faults.length} faults; ${Math.round((performance.now() - begun) / 1000)} s; seed ${seed}`,
    )
  }
  await world.close()
} finally {
  await postgres.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
process.exitCode = faults === 0 ? 0 : 1

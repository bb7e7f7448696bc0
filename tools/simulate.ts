import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from './postgres/start-postgres.ts'
import { simulateHttp } from './simulate/http/run.ts'
import { simulate } from './simulate/simulate.ts'

// npm run simulate -- [--seeds 1000] [--days 365] [--tenants 200] [--seed <one, to go the same way again>]
// npm run simulate -- --http [--seeds 3] [--days 365] [--tenants 50] [--kills 6] [--seed …]: the product on PostgreSQL, over HTTP
const { values } = parseArgs({
  options: {
    http: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    days: { type: 'string', default: '365' },
    tenants: { type: 'string' },
    kills: { type: 'string', default: '6' },
    seed: { type: 'string' },
  },
})
const days = Number(values.days)
const tenants = Number(values.tenants ?? (values.http ? 50 : 200))
const count = Number(values.seeds ?? (values.http ? 3 : 1000))
const name = values.http ? 'http' : 'seed'
const seeds =
  values.seed === undefined
    ? Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
    : [values.seed]

async function overHttp(seed: string): Promise<{ readonly fault: string | null; readonly counts: object }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-simulate-'))
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    log: () => undefined,
  })
  try {
    const database = { url: postgres.url, drop: async () => undefined }
    const { done, fault } = await simulateHttp(seed, { days, tenants, kills: Number(values.kills) }, database)
    return { fault, counts: done }
  } finally {
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const begin = performance.now()
const seconds = (): number => (performance.now() - begin) / 1000
let failed = 0
for (const [index, seed] of seeds.entries()) {
  const { counts, fault } = values.http ? await overHttp(seed) : simulate(seed, { days, tenants })
  if (fault !== null) {
    failed += 1
    const again = `npm run simulate -- ${values.http ? `--http --kills ${values.kills} ` : ''}--seed ${seed} --days ${days} --tenants ${tenants}`
    console.error(`${seed}: ${fault}\n  again: ${again}`)
  }
  if (values.http || seeds.length === 1 || index % 50 === 49 || index === seeds.length - 1)
    console.log(
      `${index + 1} of ${seeds.length} seeds, ${seconds().toFixed(0)} s, ${failed} failed; the last: ${JSON.stringify(counts)}`,
    )
}
const rate = Math.round((seeds.length * days * tenants) / seconds())
console.log(
  `${seeds.length} seeds × ${days} days × ${tenants} tenants: ${rate} tenant-days a second, ${failed} failed`,
)
process.exitCode = failed === 0 ? 0 : 1

import { parseArgs } from 'node:util'
import { simulate } from './simulate/simulate.ts'

// npm run simulate -- [--seeds 1000] [--days 365] [--tenants 200] [--seed <one seed, to go the same way again>]
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    days: { type: 'string', default: '365' },
    tenants: { type: 'string', default: '200' },
    seed: { type: 'string' },
  },
})
const size = { days: Number(values.days), tenants: Number(values.tenants) }
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds) }, (_, index) => `seed-${index + 1}`)
    : [values.seed]
const begin = performance.now()
const seconds = (): number => (performance.now() - begin) / 1000
let failed = 0
for (const [index, seed] of seeds.entries()) {
  const { counts, fault } = simulate(seed, size)
  if (fault !== null) {
    failed += 1
    console.error(
      `${seed}: ${fault}\n  again: npm run simulate -- --seed ${seed} --days ${size.days} --tenants ${size.tenants}`,
    )
  }
  if (values.seed !== undefined || index % 50 === 49 || index === seeds.length - 1)
    console.log(
      `${index + 1} of ${seeds.length} seeds, ${seconds().toFixed(0)} s, ${failed} failed; the last: ${JSON.stringify(counts)}`,
    )
}
const rate = Math.round((seeds.length * size.days * size.tenants) / seconds())
console.log(
  `${seeds.length} seeds × ${size.days} days × ${size.tenants} tenants: ${rate} tenant-days a second, ${failed} failed`,
)
process.exitCode = failed === 0 ? 0 : 1

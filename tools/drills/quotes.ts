import { proveQuote } from '../proof/quotes.ts'

// Usage: node tools/drills/quotes.ts [count or seed]; a million unless said otherwise, each looked at deeply.
const [given = '1000000'] = process.argv.slice(2)
const seeds = /^\d+$/.test(given)
  ? Array.from({ length: Number(given) }, (_, index) => `quote-${index}`)
  : [given]
const begin = performance.now()
let failed = 0
for (const seed of seeds) {
  try {
    proveQuote(seed, true)
  } catch (error) {
    failed += 1
    if (failed <= 20) console.error(`${seed}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
const seconds = (performance.now() - begin) / 1000
console.log(
  `${seeds.length} quotes in ${seconds.toFixed(1)} s (${Math.round(seeds.length / seconds)} a second): ${failed} differ`,
)
process.exitCode = failed === 0 ? 0 : 1

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { printCheck, runChecks } from './checks/checks.ts'
import { runChild } from './runners/run-child.ts'
import { runE2e } from './runners/run-e2e.ts'
import { readPlaywright, readVitest, type Tally, tally } from './runners/tally.ts'

// `npm test`: static checks, then unit and HTTP tests, then journeys; the last line is the sum over all of them.
const isTerminal = process.stdout.isTTY
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-reports-'))
const report = (name: string): string => path.join(folder, `${name}.json`)

async function checks(): Promise<Tally> {
  const results = await runChecks(printCheck)
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function tests(): Promise<Tally> {
  const words = [
    'run',
    `--reporter=${isTerminal ? 'dot' : './tools/runners/tests-in-log.ts'}`,
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ]
  return tally(report('vitest'), await runChild('node_modules/vitest/vitest.mjs', words), readVitest)
}

const inLog = path.resolve(import.meta.dirname, '../e2e/journeys-in-log.ts')
async function journeys(): Promise<Tally> {
  const exit = await runE2e([`--reporter=${isTerminal ? 'dot' : inLog},json`], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright'),
  })
  return tally(report('playwright'), exit, readPlaywright)
}

let sum: Tally = { passed: 0, failed: 0 }
for (const [name, run] of Object.entries({ Checks: checks, Tests: tests, Journeys: journeys })) {
  console.log(`\n${name}`)
  const begin = performance.now()
  const { passed, failed } = await run().catch((error: unknown): Tally => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  console.log(
    `${name}: ${passed} passed, ${failed} failed in ${Math.round((performance.now() - begin) / 1000)} s`,
  )
  sum = { passed: sum.passed + passed, failed: sum.failed + failed }
}
fs.rmSync(folder, { recursive: true, force: true })
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 ? 0 : 1

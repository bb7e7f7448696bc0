import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPlaywright, readVitest, tally } from './tally.ts'

function report(content: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-tally-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  fs.writeFileSync(path.join(folder, 'report.json'), content)
  return path.join(folder, 'report.json')
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] }
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test.each([
  ['all passed', JSON.stringify(vitest), 0, readVitest, { passed: 5, failed: 0 }],
  [
    'some failed',
    JSON.stringify({ ...vitest, numFailedTests: 2, numFailedTestSuites: 1 }),
    1,
    readVitest,
    { passed: 5, failed: 2 },
  ],
  [
    'a file that does not load',
    JSON.stringify({
      ...vitest,
      numFailedTestSuites: 1,
      testResults: [{ status: 'failed', assertionResults: [] }],
    }),
    1,
    readVitest,
    { passed: 5, failed: 1 },
  ],
  ['an error between tests', JSON.stringify(vitest), 1, readVitest, { passed: 5, failed: 1 }],
  ['killed after its report', JSON.stringify(vitest), 'SIGKILL', readVitest, { passed: 5, failed: 1 }],
  ['died in the middle of its report', '{"numPas', 0, readVitest, { passed: 0, failed: 1 }],
  ['nothing run', JSON.stringify({ ...vitest, numPassedTests: 0 }), 0, readVitest, { passed: 0, failed: 1 }],
  ['journeys passed', JSON.stringify(playwright), 0, readPlaywright, { passed: 3, failed: 0 }],
  [
    'a journey not run',
    JSON.stringify({ ...playwright, stats: { ...playwright.stats, skipped: 2 } }),
    0,
    readPlaywright,
    { passed: 3, failed: 2 },
  ],
  [
    'the product did not start',
    JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{}] }),
    1,
    readPlaywright,
    { passed: 0, failed: 1 },
  ],
])('%s', (_name, content, exit, read, expected) => {
  expect(tally(report(content), exit, read)).toEqual(expected)
})

test('no report at all', () => {
  expect(tally('/nowhere/report.json', 0, readVitest)).toEqual({ passed: 0, failed: 1 })
})

import fs from 'node:fs'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

/**
 * What a runner achieved, from its report and its exit code. A runner that died without a report, or ended with an error
 * that no test shows (a file that could not be loaded, an error between tests), counts as one failure at least.
 */
export function tally(reportFile: string, exit: number | string, read: (report: unknown) => Tally): Tally {
  const reported = readReport(reportFile, read)
  if (!reported) return { passed: 0, failed: 1 }
  if (exit !== 0 && reported.failed === 0) return { ...reported, failed: 1 }
  // Nothing run is nothing proved.
  if (reported.passed + reported.failed === 0) return { passed: 0, failed: 1 }
  return reported
}

function readReport(file: string, read: (report: unknown) => Tally): Tally | undefined {
  try {
    return read(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

export function readVitest(report: unknown): Tally {
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
    testResults: readonly { status: string; assertionResults: readonly unknown[] }[]
  }
  // A file that does not even load has no tests to count.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const failed = numFailedTests + unloaded
  return { passed: numPassedTests, failed: numFailedTestSuites > 0 ? Math.max(1, failed) : failed }
}

export function readPlaywright(report: unknown): Tally {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: readonly unknown[]
  }
  // After a failed serial test the rest is skipped: not run is not passed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

import path from 'node:path'
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'

/** What journeys write where there is no terminal: a line per journey that fails, and why. What the product logs is not repeated. */
export default class JourneysInLog implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped' || result.status === test.expectedStatus) return
    const file = path.relative(process.cwd(), test.location.file)
    const errors = result.errors.map((error) => indent(error.stack ?? error.message ?? ''))
    write([`FAIL ${file}:${test.location.line} ${test.title}`, ...errors])
  }

  onError(error: TestError): void {
    write(['FAIL between journeys', indent(error.stack ?? error.message ?? '')])
  }

  onEnd(result: FullResult): void {
    if (result.status !== 'passed') write([`journeys ${result.status}`])
  }

  printsToStdio(): boolean {
    return true
  }
}

const COLOUR = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')
const write = (lines: readonly string[]): void =>
  void process.stdout.write(`${lines.join('\n').replaceAll(COLOUR, '')}\n`)
const indent = (text: string): string => text.replaceAll(/^/gm, '    ')

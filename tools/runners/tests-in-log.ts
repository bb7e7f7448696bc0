import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** What is written where there is no terminal: a line per file that fails, and what failed in it. The sums are those of `npm test`. */
export default class TestsInLog implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    const errors = module.errors()
    if (failed.length === 0 && errors.length === 0 && module.state() !== 'failed') return
    const file = path.relative(process.cwd(), module.moduleId)
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
    const lines = [
      `FAIL ${file} (${failed.length} of ${tests.length})`,
      ...[...errors, ...suites].map((error) => indent(error.stack ?? error.message)),
      ...failed.flatMap((test) => [
        `  ${test.fullName}`,
        ...(test.result().errors ?? []).map((error) =>
          indent([error.message, error.diff, error.stack].filter(Boolean).join('\n')),
        ),
      ]),
    ]
    process.stdout.write(`${withoutColours(lines.join('\n'))}\n`)
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
  ): void {
    for (const error of unhandled)
      process.stdout.write(
        `${withoutColours(`FAIL between tests\n${indent(error.stack ?? error.message)}`)}\n`,
      )
  }
}

const indent = (text: string): string => text.replaceAll(/^/gm, '    ')

/** Built, because a pattern may not hold a control character. */
const COLOUR = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')
const withoutColours = (text: string): string => text.replaceAll(COLOUR, '')

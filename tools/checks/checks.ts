import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { checkBoundaries, listSources } from '../boundaries/check-boundaries.ts'
import { readRepository } from '../docs/build-site.ts'
import { readSaid } from '../docs/labels.ts'
import { problemsOf } from '../docs/problems.ts'
import { lockfileProblems } from './lockfile.ts'
import { migrationProblems } from './migrations.ts'
import { sourceTextProblems } from './source-text.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface CheckResult {
  readonly name: string
  readonly passed: boolean
  readonly milliseconds: number
  /** What the check said; shown when it failed. */
  readonly output: string
}

type Outcome = Pick<CheckResult, 'passed' | 'output'>

/** Those that use one processor only first: beside one another. */
const CHECKS: readonly { readonly name: string; readonly run: () => Promise<Outcome> }[] = [
  { name: 'unused code', run: () => tool('knip', '--no-progress', '--no-config-hints') },
  {
    name: 'lockfile',
    run: () => sentences(lockfileProblems(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))),
  },
  {
    name: 'boundaries',
    run: () =>
      sentences(
        checkBoundaries(root).violations.map(({ file, line, message }) => `${file}:${line} ${message}`),
      ),
  },
  { name: 'migrations', run: () => sentences(migrationProblems()) },
  { name: 'documentation', run: () => sentences(problemsOf(readRepository(), readSaid(root))) },
  { name: 'source text', run: () => sentences(sourceTextProblems(root, listSources(root))) },
  { name: 'types', run: () => tool('tsc', '--noEmit', '-p', 'tsconfig.json') },
  { name: 'types of the web app', run: () => tool('tsc', '--noEmit', '-p', 'apps/web/tsconfig.json') },
  {
    name: 'types of its worker',
    run: () => tool('tsc', '--noEmit', '-p', 'apps/web/src/worker/tsconfig.json'),
  },
  { name: 'lint', run: () => tool('oxlint', '--type-aware', '--deny-warnings', '--format=unix') },
  { name: 'format', run: () => tool('oxfmt', '--list-different', '.') },
]

/** Runs every static check, two at a time; tells each result as it comes. */
export async function runChecks(tell: (result: CheckResult) => void): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const left = CHECKS.values()
  const work = async (): Promise<void> => {
    for (const { name, run } of left) {
      const begin = performance.now()
      const outcome = await run().catch((error: unknown) => ({ passed: false, output: String(error) }))
      const result = { name, ...outcome, milliseconds: Math.round(performance.now() - begin) }
      results.push(result)
      tell(result)
    }
  }
  await Promise.all([work(), work()])
  return results
}

export function printCheck({ name, passed, milliseconds, output }: CheckResult): void {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${milliseconds} ms)`)
  if (!passed) console.log(output.trim().replaceAll(/^/gm, '     '))
}

async function sentences(problems: readonly string[]): Promise<Outcome> {
  return { passed: problems.length === 0, output: problems.join('\n') }
}

async function tool(name: string, ...words: string[]): Promise<Outcome> {
  // Some tools look for the terminal's width or colours; what they say goes into our own lines.
  const child = spawn(path.join(root, 'node_modules/.bin', name), words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
      PATH: `${path.join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { passed: code === 0, output }
}

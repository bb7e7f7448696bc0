import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs two files as `npm test` does where there is no terminal. */
async function run(files: Readonly<Record<string, string>>): Promise<string> {
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = fs.mkdtempSync(path.join(root, '.cache', 'in-log-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  fs.writeFileSync(
    path.join(folder, 'vitest.config.ts'),
    `export default { test: { setupFiles: ['${root}/tools/testing/say-log.ts'] } }`,
  )
  const reporter = `--reporter=${path.join(root, 'tools/runners/tests-in-log.ts')}`
  const words = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, reporter]
  const { LOG_LEVEL: _, ...env } = process.env
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise((resolve) => child.once('close', resolve))
  return said
}

const PASSING = `import { test } from 'vitest'
import { createKeptLog } from '${root}/apps/server/src/testing/kept-log.ts'
test('provokes', () => { console.error('on purpose'); createKeptLog('error').error('provoked') })`
const FAILING = `import { test, expect } from 'vitest'
import { createKeptLog } from '${root}/apps/server/src/testing/kept-log.ts'
test('right', () => {})
test('wrong', () => { createKeptLog('error').error('the reason'); expect(1).toBe(2) })`

test('A8: a log holds a line per file that fails, and nothing of those that pass', async () => {
  const said = await run({ 'a.test.ts': PASSING, 'b.test.ts': FAILING })
  expect(said).toMatch(/^FAIL .*b\.test\.ts \(1 of 2\)$/m)
  expect(said).toContain('expected 1 to be 2')
  expect(said).toContain('the reason')
  expect(said).not.toContain('a.test.ts')
  expect(said).not.toContain('on purpose')
  expect(said).not.toContain('provoked')
  expect(said).not.toContain(String.fromCodePoint(27))
})

test('A8: where everything passes nothing is said', async () => {
  const said = await run({ 'a.test.ts': PASSING })
  expect(said.replaceAll(/^npm warn.*$/gm, '').trim()).toBe('')
})

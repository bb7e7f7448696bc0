import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sourceTextProblems } from './source-text.ts'

test('silenced tools, sleeping tests and long files are found', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-text-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const bad = ['// @ts-', 'ignore', '\n// oxlint-', 'disable-next-line\ntest', '.skip("a")\n'].join('')
  fs.writeFileSync(path.join(root, 'bad.ts'), bad)
  fs.writeFileSync(path.join(root, 'long.ts'), 'x\n'.repeat(401))
  fs.writeFileSync(path.join(root, 'good.ts'), 'x\n'.repeat(400))
  expect(sourceTextProblems(root, ['bad.ts', 'long.ts', 'good.ts'])).toEqual([
    'bad.ts:1 types are not silenced',
    'bad.ts:2 the linter is not silenced',
    'bad.ts:3 a test that does not run proves nothing',
    'long.ts has 401 lines, more than 400',
  ])
})

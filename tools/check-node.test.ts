import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-check-node-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

/** What is said where the project's own Node behaves like this shell script; undefined: there is none. */
function check(node: string | undefined): { status: number | null; said: string } {
  const root = fs.mkdtempSync(path.join(base, 'checkout-'))
  const bin = path.join(root, 'node_modules/.bin')
  fs.mkdirSync(bin, { recursive: true })
  fs.mkdirSync(path.join(root, 'tools'))
  fs.copyFileSync(path.join(import.meta.dirname, 'check-node.sh'), path.join(root, 'tools/check-node.sh'))
  if (node !== undefined) fs.writeFileSync(path.join(bin, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync('sh', [path.join(root, 'tools/check-node.sh')], {
    encoding: 'utf8',
    cwd: base,
  })
  return { status, said: stdout + stderr }
}

/** As the loader of Linux ends a program that misses a library. */
const without = (library: string): string =>
  `echo "$0: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory" >&2; exit 127`

test.each([
  ['libatomic.so.1', 'libatomic1', 'libatomic'],
  ['libstdc++.so.6', 'libstdc++6', 'libstdc++'],
])('a machine without %s is told the package and the command', (library, ofDebian, ofFedora) => {
  const { status, said } = check(without(library))
  expect(status).toBe(1)
  expect(said).toContain(`${library}: cannot open shared object file`)
  expect(said).toContain(`The Debian package ${ofDebian} is missing. Run: `)
  expect(said.split('\n').some((line) => line.endsWith(`apt-get install -y ${ofDebian}`))).toBe(true)
  expect(said).toContain(`(Fedora and its kin call it ${ofFedora}, `)
})

test.each([
  ['of another C library', 'echo "not found" >&2; exit 127', 'Node 26 needs glibc 2.28 or newer'],
  ['that is older', 'exit 3', 'node_modules holds an older Node than the project needs. Run: npm ci'],
  ['that is not there', undefined, 'Run: npm ci --include=optional'],
])('a Node %s is said', (_name, node, sentence) => {
  const { status, said } = check(node)
  expect([status, said]).toEqual([1, expect.stringContaining(sentence)])
})

test('a Node that starts is not worth a word', () => {
  expect(check('exit 0')).toEqual({ status: 0, said: '' })
})

test('every npm script that runs our sources asks first', () => {
  const { scripts } = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { scripts: Record<string, string> }
  const running = Object.keys(scripts).filter((name) => /\b(node tools|vitest)\b/.test(scripts[name] ?? ''))
  expect(running.length).toBeGreaterThan(7)
  expect(running.filter((name) => scripts[`pre${name}`] !== 'sh tools/check-node.sh')).toEqual([])
})

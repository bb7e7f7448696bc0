import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const text = fs.readFileSync(path.join(root, 'docs/operations/security.md'), 'utf8')

test('every file that security.md names is there', () => {
  const files = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|md|yaml)|Dockerfile|compose\.yaml)`/g)]
  const named = files.map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
})

test('every test that security.md names is in its file', () => {
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)]
  expect(named.length).toBeGreaterThan(8)
  const missing = named.filter(
    ([, file = '', name = '']) => !fs.readFileSync(path.join(root, file), 'utf8').includes(name),
  )
  expect(missing.map(([whole]) => whole)).toEqual([])
})

test('every chapter of the standard is there', () => {
  const chapters = [...text.matchAll(/\*\*V(\d+) /g)].map(([, number]) => Number(number))
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
})

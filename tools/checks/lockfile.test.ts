import { expect, test } from 'vitest'
import { lockfileProblems } from './lockfile.ts'

const locked = (packages: object): string => JSON.stringify({ packages })
const whole = { integrity: 'sha512-x' }

test('a whole lockfile has no problems, wherever npm put a platform package', () => {
  expect(
    lockfileProblems(
      locked({
        '': { optionalDependencies: { one: '1' } },
        'node_modules/one': { ...whole, optionalDependencies: { two: '1', three: '1' } },
        'node_modules/one/node_modules/two': whole,
        'node_modules/three': whole,
        'apps/web': {},
        'node_modules/@stowage/web': { resolved: 'apps/web', link: true },
      }),
    ),
  ).toEqual([])
})

test('a platform package that is not locked, an address and a missing hash are said', () => {
  const problems = lockfileProblems(
    locked({
      'node_modules/lint': {
        resolved: 'https://registry.example/lint.tgz',
        optionalDependencies: { 'lint-macos': '1' },
      },
    }),
  )
  expect(problems).toHaveLength(3)
  expect(problems.join()).toMatch(/address.*integrity.*lint-macos, which is not locked/s)
})

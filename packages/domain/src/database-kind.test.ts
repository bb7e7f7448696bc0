import { expect, test } from 'vitest'
import { kindOfPort, usualPort } from './database-kind.ts'

test.each([
  [5432, 'postgres'],
  [3306, 'mysql'],
  [1433, 'mssql'],
  [6000, 'postgres'],
  [null, 'postgres'],
] as const)('port %s is %s unless somebody says otherwise', (port, kind) => {
  expect(kindOfPort(port)).toBe(kind)
})

test('each kind has its usual port', () => {
  expect(usualPort('mysql')).toBe(3306)
})

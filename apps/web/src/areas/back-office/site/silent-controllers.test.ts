import { expect, test } from 'vitest'
import { isSilence, silentControllers } from './silent-controllers.ts'

const door = (lockId: string, lastError: string | null = null, isAtSite: boolean | null = true) => ({
  lockId,
  lastError,
  isAtSite,
})

test('a controller is silent where none of its locks is reached; a lock that is not there says nothing', () => {
  const doors = [
    door('1:01:01', 'connect ECONNREFUSED 127.0.0.1:502'),
    door('1:01:02', 'Timed out'),
    door('1:01:03', null, false),
    door('1:02:01', 'Timed out'),
    door('1:02:02'),
    door('2:01:01', 'x', null),
  ]
  expect(silentControllers(doors)).toEqual({ controllers: ['1:01'], locks: 2 })
  expect(silentControllers([])).toEqual({ controllers: [], locks: 0 })
})

test('what drivers say when nobody answers is told from faults', () => {
  for (const text of [
    'connect ECONNREFUSED 10.0.0.7:502',
    'Timed out',
    'no answer in time',
    'connect EHOSTUNREACH',
  ])
    expect(isSilence(text), text).toBe(true)
  expect(isSilence('Modbus exception 2: Illegal data address')).toBe(false)
})

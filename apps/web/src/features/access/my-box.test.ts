import { expect, test } from 'vitest'
import { aBox } from './my-box.fixture.ts'
import { doorOf, inOrder, isBarredByDebt } from './my-box.ts'

const refused = (code: number) => ({ opening: { opens: false, code, message: 'no', warning: null } })

test('a box that may be opened is ready', () => {
  expect(doorOf(aBox('YA108'), true)).toBe('ready')
})

test('an open lock is open, also where opening again would be refused', () => {
  expect(doorOf(aBox('YA108', { lockStatus: 'opened', ...refused(7002) }), true)).toBe('opened')
})

test('a box that is not paid yet offers payment, whatever its lock says', () => {
  expect(doorOf(aBox('YA108', { status: 'pending', lockStatus: 'opened' }), true)).toBe('pending')
})

test('a lock or a stock that does not answer blocks the button', () => {
  expect(doorOf(aBox('YA108', { lockStatus: 'unavailable' }), true)).toBe('noConnection')
  expect(doorOf(aBox('YA108'), false)).toBe('noConnection')
})

test('what the tenant can mend is said before a line that is down', () => {
  expect(doorOf(aBox('YA108', { lockStatus: 'unavailable', ...refused(7006) }), false)).toBe('refused')
})

test('only overdue payment is debt', () => {
  expect(isBarredByDebt(aBox('YA108', refused(7006)))).toBe(true)
  expect(isBarredByDebt(aBox('YA108', refused(7001)))).toBe(false)
})

test('open doors first, then debt, then by number as people count, unpaid bookings last', () => {
  const boxes = [
    aBox('YB3'),
    aBox('YA12'),
    aBox('YA9'),
    aBox('YA1', { status: 'pending' }),
    aBox('YC7', { overdue: 100 }),
    aBox('YC8', { lockStatus: 'opened' }),
  ]
  expect(inOrder(boxes, true).map(({ unitNumber }) => unitNumber)).toEqual([
    'YC8',
    'YC7',
    'YA9',
    'YA12',
    'YB3',
    'YA1',
  ])
})

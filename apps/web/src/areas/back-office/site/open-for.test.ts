import { expect, test } from 'vitest'
import { openFor } from './open-for.ts'

test('how long a door is open, in hours and minutes, also with clocks that disagree', () => {
  const since = '2027-03-28T00:30:00Z'
  expect(openFor(since, '2027-03-28T00:30:59Z')).toEqual({ hours: 0, minutes: 0 })
  expect(openFor(since, '2027-03-28T00:51:00Z')).toEqual({ hours: 0, minutes: 21 })
  expect(openFor(since, '2027-03-29T02:35:00Z')).toEqual({ hours: 26, minutes: 5 })
  expect(openFor(since, '2027-03-28T00:29:00Z')).toEqual({ hours: 0, minutes: 0 })
})

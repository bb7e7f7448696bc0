import { expect, test } from 'vitest'
import { twiceNamed, wishBody, wishValues, type Wishes } from './site-wishes.ts'

const wishes: Wishes = {
  pollMs: 500,
  pulseMs: null,
  leftOpenMinutes: 30,
  names: [{ lockId: '1:01:90', name: 'Tor' }],
  updated: null,
  isTold: true,
  fault: null,
}

test('what the site decides itself is an empty field, and is not sent unless somebody typed it', () => {
  expect(wishValues(wishes)).toEqual({
    pollMs: '500',
    pulseMs: '',
    leftOpenMinutes: '30',
    names: wishes.names,
  })
  expect(wishBody({})).toEqual({})
  expect(wishBody({ pulseMs: ' 1 000 ' })).toEqual({ pulseMs: 1000 })
  expect(wishBody({ names: [] })).toEqual({ names: [] })
})

test('a number that was taken away is no number, which the call refuses at its field', () => {
  expect(wishBody({ pollMs: '' })).toEqual({ pollMs: Number.NaN })
})

test('a lock that stands twice is said at its second place', () => {
  const tor = { lockId: '1:01:90', name: 'Tor' }
  const names = [tor, { lockId: '', name: '' }, { lockId: '', name: '' }, tor]
  expect(twiceNamed({ ...wishValues(wishes), names })).toEqual([{ field: 'names.3.lockId', code: 6011 }])
})

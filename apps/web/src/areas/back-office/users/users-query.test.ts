import { expect, test } from 'vitest'
import { wantedIn } from './users-query.ts'

test('only what means something is asked for', () => {
  expect(wantedIn({ search: '', role: 'owner', sort: 'password' })).toEqual({})
  expect(wantedIn({ search: 'anna', role: 'staff', sort: '-email' })).toEqual({
    search: 'anna',
    role: 'staff',
    sort: '-email',
  })
  expect(wantedIn({ search: 'x'.repeat(200), role: undefined, sort: '-created' })).toEqual({
    search: 'x'.repeat(129),
  })
})

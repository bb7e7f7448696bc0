import { expect, test } from 'vitest'
import type { CurrentUser } from '../../client/index.ts'
import { allows, needs, type Need } from './needs.ts'

const user = (role: string, permissions: string[] = []): CurrentUser =>
  ({ role, permissions, stock: null }) as unknown as CurrentUser
const client = user('client')
const manager = user('staff')
const admin = user('staff', [
  'boxes.read',
  'stocks.history',
  'appeals.read',
  'dashboard.read',
  'categories.write',
])
const superUser = user('superUser')

test.each<[string, Need, boolean[]]>([
  ['signed-in', 'signed-in', [true, true, true, true]],
  ['client', 'client', [true, false, false, false]],
  ['staff', 'staff', [false, true, true, true]],
  ['superUser', 'superUser', [false, false, false, true]],
  ['who may book', 'booker', [true, false, false, true]],
  ['a permission', needs.boxes, [false, false, true, true]],
])('%s: client, manager, admin, superUser', (_name, need, expected) => {
  expect([client, manager, admin, superUser].map((reader) => allows(reader, need))).toEqual(expected)
})

test('a visitor passes none', () => {
  for (const need of Object.values(needs)) expect(allows(null, need)).toBe(false)
})

test('a permission in the hands of a client opens nothing', () => {
  expect(allows(user('client', ['boxes.read']), needs.boxes)).toBe(false)
})

test('who may only read contracts finds their list, and nothing else of the desk', () => {
  const reader = user('staff', ['contracts.read'])
  const open = Object.entries(needs).flatMap(([name, need]) => (allows(reader, need) ? [name] : []))
  expect(open).toEqual(['stocks', 'box', 'user', 'contract', 'endingContracts'])
})

test('staff of one stock leave alone what counts at every stock', () => {
  const ofOne = { ...admin, stock: '01JD0000000000000000000000' }
  expect([allows(admin, needs.categories), allows(ofOne, needs.categories)]).toEqual([true, false])
  expect(allows(ofOne, needs.boxes)).toBe(true)
})

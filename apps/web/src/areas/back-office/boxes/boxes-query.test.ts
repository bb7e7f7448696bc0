import { expect, test } from 'vitest'
import { boxSearch, pageOfBoxes, sortIn, stateIn, withLock, type BoxesPageAnswer } from './boxes-query.ts'

const page = {
  items: [
    { id: 'a', lockStatus: 'closed' },
    { id: 'b', lockStatus: 'closed' },
  ],
  total: 12,
  page: 1,
  pageSize: 9,
} as BoxesPageAnswer

test('a lock that moves changes its box and no other', () => {
  expect(withLock(page, 'b', 'opened')).toMatchObject({
    items: [
      { id: 'a', lockStatus: 'closed' },
      { id: 'b', lockStatus: 'opened' },
    ],
    total: 12,
  })
  expect(page.items[1]?.lockStatus).toBe('closed')
})

test('a box that is not on the page, or already so, leaves the page as it is', () => {
  expect(withLock(page, 'c', 'opened')).toBe(page)
  expect(withLock(page, 'a', 'closed')).toBe(page)
  expect(withLock(undefined, 'a', 'opened')).toBeUndefined()
})

test('a plain list counts as one page', () => {
  expect(pageOfBoxes(page.items)).toMatchObject({ items: page.items, total: 2, page: 1, pageSize: 2 })
  expect(pageOfBoxes(page)).toBe(page)
})

test('the link to a box carries its contract and whether invoices are overdue', () => {
  const box = { id: 'a', contractId: 'k', inDebt: true } as BoxesPageAnswer['items'][number]
  expect(boxSearch(box, 's')).toEqual({ stockId: 's', boxId: 'a', ContractID: 'k', invoices: 'overdue' })
  expect(boxSearch({ ...box, contractId: null, inDebt: false }, 's')).toEqual({ stockId: 's', boxId: 'a' })
})

test('what the address says and nobody knows means nothing', () => {
  expect([stateIn('debt'), stateIn('evil'), stateIn(undefined)]).toEqual(['debt', null, null])
  expect([sortIn('-rate'), sortIn('rates'), sortIn(undefined)]).toEqual(['-rate', 'size', 'size'])
})

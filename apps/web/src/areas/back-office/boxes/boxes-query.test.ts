import { expect, test } from 'vitest'
import { pageOfBoxes, withLock, type BoxesPageAnswer } from './boxes-query.ts'

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

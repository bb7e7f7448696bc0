import { expect, test } from 'vitest'
import { inBox, inContract, inMyBoxes, type LockChange } from './lock-change.ts'
import { aBox, aStock } from './my-box.fixture.ts'

const stocks = [aStock([aBox('YA108'), aBox('YB207')])]
const opened: LockChange = { boxId: 'id of YA108', lockStatus: 'opened', at: '2026-11-21T10:00:00Z' }
const lockOf = (list: readonly ReturnType<typeof aStock>[], unitNumber: string) =>
  list[0]?.boxes.find((box) => box.unitNumber === unitNumber)

test('an opened lock is open in its own box and in no other', () => {
  const after = inMyBoxes(stocks, opened)
  expect(lockOf([...after], 'YA108')).toMatchObject({
    lockStatus: 'opened',
    lockSince: opened.at,
    contract: { lockStatus: 'opened' },
  })
  expect(lockOf([...after], 'YB207')).toMatchObject({ lockStatus: 'closed' })
})

test('a message about a box of somebody else leaves the very same answer', () => {
  expect(inMyBoxes(stocks, { ...opened, boxId: 'another' })).toBe(stocks)
})

test('a late message does not open what has closed since', () => {
  const closed = inMyBoxes(stocks, { ...opened, lockStatus: 'closed', at: '2026-11-21T10:00:40Z' })
  expect(inMyBoxes(closed, opened)).toBe(closed)
})

test('the same message twice is once', () => {
  const once = inMyBoxes(stocks, opened)
  expect(inMyBoxes(once, opened)).toEqual(once)
})

test('a box page and a contract page hear it too', () => {
  const box = { id: 'id of YA108', lockStatus: 'closed', lockSince: null } as Parameters<typeof inBox>[0]
  expect(inBox(box, opened)).toMatchObject({ lockStatus: 'opened', lockSince: opened.at })
  expect(inBox(box, { ...opened, boxId: 'another' })).toBe(box)
  const contract = { boxId: 'id of YA108', lockStatus: 'closed' } as Parameters<typeof inContract>[0]
  expect(inContract(contract, opened).lockStatus).toBe('opened')
})

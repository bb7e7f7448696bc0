import { describe, expect, test } from 'vitest'
import { boxState, isSelectable, type PlanBox } from './box-state.ts'
import { standing } from './use-plan-model.ts'

const box = (more: Partial<PlanBox> = {}): PlanBox => ({
  id: 'b1',
  unitNumber: 'YA101',
  size: 6,
  isOccupied: false,
  isReserved: false,
  ...more,
})

describe('what a customer sees', () => {
  test.each([
    [{}, 'm', false, 'free', true],
    [{}, 'm', true, 'chosen', true],
    [{}, 'l', false, 'otherSize', false],
    [{}, null, false, 'free', true],
    [{ isOccupied: true }, 'm', false, 'occupied', false],
    [{ isReserved: true }, null, false, 'occupied', false],
    // Taken by somebody else a moment ago: the choice is gone, whatever the screen still thinks.
    [{ isOccupied: true }, 'm', true, 'occupied', false],
    [{ isOccupied: true, lockStatus: 'opened', inDebt: true }, 'm', false, 'occupied', false],
  ] as const)('%j in group %s, chosen %s → %s', (more, group, isChosen, state, selectable) => {
    expect(boxState(box(more), group, isChosen, 'customer')).toBe(state)
    expect(isSelectable(state, 'customer')).toBe(selectable)
  })
  test('a choice that is gone is not announced as chosen', () => {
    expect(standing(box({ isOccupied: true }), 'm', 'b1', 'customer')).toEqual({
      state: 'occupied',
      isChosen: false,
      isSelectable: false,
    })
    expect(standing(box(), 'm', 'b1', 'customer')).toEqual({
      state: 'chosen',
      isChosen: true,
      isSelectable: true,
    })
  })
})

describe('what staff see', () => {
  test.each([
    [{ lockStatus: 'opened', inDebt: true, isOccupied: true }, false, 'open'],
    [{ lockStatus: 'closed', inDebt: true, isOccupied: true }, false, 'debt'],
    [{ isOccupied: true }, false, 'occupied'],
    [{ isOccupied: true }, true, 'chosen'],
    [{}, false, 'free'],
  ] as const)('%j, chosen %s → %s', (more, isChosen, state) =>
    expect(boxState(box(more), null, isChosen, 'staff')).toBe(state),
  )
  test('an open lock stays seen on the box one looks at', () => {
    expect(standing(box({ lockStatus: 'opened' }), null, 'b1', 'staff')).toEqual({
      state: 'open',
      isChosen: true,
      isSelectable: true,
    })
  })
})

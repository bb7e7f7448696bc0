import { describe, expect, it } from 'vitest'
import {
  contractLife,
  contractStatuses,
  isOpenStatus,
  isRunningStatus,
  statusesOf,
  type ContractEvent,
} from './contract-life.ts'
import { IllegalStepError } from './life-cycle.ts'

const events: ContractEvent[] = [
  'firstInvoicePaid',
  'holdExpired',
  'cancelled',
  'withdrawn',
  'endReached',
  'extended',
  'closed',
]

describe('every status × every event', () => {
  const steps: Record<string, Partial<Record<ContractEvent, string>>> = {
    pending: {
      firstInvoicePaid: 'active',
      holdExpired: 'cancelled',
      cancelled: 'cancelled',
      withdrawn: 'cancelled',
    },
    active: { withdrawn: 'cancelled', endReached: 'ended', extended: 'active', closed: 'closed' },
    ended: { extended: 'active', closed: 'closed' },
    closed: {},
    cancelled: {},
  }
  const cells = contractStatuses.flatMap((status) =>
    events.map((event) => [status, event, steps[status]?.[event]] as const),
  )

  it.each(cells)('%s, %s → %s', (status, event, next) => {
    expect(contractLife.allows(status, event)).toBe(next !== undefined)
    if (next === undefined) expect(() => contractLife.step(status, event)).toThrow(IllegalStepError)
    else expect(contractLife.step(status, event)).toBe(next)
  })
  it('an illegal step says what was tried', () => {
    expect(() => contractLife.step('closed', 'extended')).toThrow(
      expect.objectContaining({ subject: 'contract', status: 'closed', event: 'extended' }),
    )
  })
})

it('open, running, and the filters of lists', () => {
  expect(contractStatuses.filter(isOpenStatus)).toEqual(['pending', 'active', 'ended'])
  expect(contractStatuses.filter(isRunningStatus)).toEqual(['active', 'ended'])
  expect(statusesOf('opened')).toEqual(['pending', 'active', 'ended'])
  expect(statusesOf('closed')).toEqual(['closed', 'cancelled'])
  expect(statusesOf('all')).toEqual(contractStatuses)
})

import { expect, test } from 'vitest'
import { externalLife, rentDueSince } from './external-contract.ts'

const day = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
const today = Temporal.PlainDate.from('2026-11-22')

test.each([
  // end, notice, leave → status, end, planned
  [null, null, null, 'active', null, null],
  ['2026-12-01', null, null, 'active', '2026-12-01', null],
  ['2026-11-22', null, null, 'active', '2026-11-22', null],
  ['2026-11-21', null, null, 'ended', '2026-11-21', null],
  [null, '2026-12-15', null, 'active', '2026-12-15', '2026-12-15'],
  ['2027-01-01', '2026-12-15', null, 'active', '2027-01-01', '2026-12-15'],
  [null, null, '2026-11-22', 'closed', null, null],
  ['2026-12-01', null, '2026-11-01', 'closed', '2026-12-01', null],
  [null, null, '2026-12-31', 'active', '2026-12-31', '2026-12-31'],
] as const)('end %s, notice %s, leave %s is %s until %s', (end, notice, leave, status, until, planned) => {
  const life = externalLife({ endDay: day(end), noticeLeaveDay: day(notice), leaveDay: day(leave) }, today)
  expect({
    ...life,
    endDay: life.endDay?.toString() ?? null,
    plannedLeaveDay: life.plannedLeaveDay?.toString() ?? null,
  }).toEqual({
    status,
    endDay: until,
    plannedLeaveDay: planned,
  })
})

test.each([
  [0, '2026-10-14', '2026-10-29', null],
  [-5, null, '2026-10-29', null],
  [71_222, '2026-10-14', '2026-10-29', '2026-10-29'],
  // A debt from something else: the rent is paid for until the 30th.
  [500, '2026-11-30', '2026-11-01', '2026-12-01'],
  [500, '2026-10-31', null, '2026-11-01'],
  [500, null, '2026-11-01', '2026-11-01'],
  [500, null, null, null],
] as const)('debt %s, paid until %s, invoice due %s: rent is due since %s', (debt, paid, open, since) => {
  expect(rentDueSince({ debt, paidUntil: day(paid), openDue: day(open) })?.toString() ?? null).toBe(since)
})

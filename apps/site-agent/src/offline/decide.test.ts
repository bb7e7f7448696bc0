import type { AccessList, ListEntry } from '@stowage/lsp/access-list'
import { expect, test } from 'vitest'
import { BOX, GATE, NEXT_BOX } from '../testing/agent.fixture.ts'
import { accessList, listEntry, staffEntry } from '../testing/list.fixture.ts'
import { decide, holdersOf, typedKey, type Refusal, type Wanted } from './decide.ts'

const NOW = '2026-11-22T12:00:00Z'
const LIST = accessList({
  issuedAt: '2026-11-22T09:00:00Z',
  validUntil: '2026-11-25T09:00:00Z',
  staffValidUntil: '2026-12-06T09:00:00Z',
  // Berlin: UTC + 1 in November.
  hours: { opens: '09:00', closes: '21:00', timeZone: 'Europe/Berlin' },
})
const OWN: Wanted = { lockId: BOX, isEquipment: false }
const AT_GATE: Wanted = { lockId: GATE, isEquipment: true }

interface Case {
  readonly entry?: Partial<ListEntry>
  readonly list?: Partial<AccessList>
  readonly wanted?: Wanted
  readonly now?: string
}
function tenant({ entry = {}, list = {}, wanted = OWN, now = NOW }: Case): 'opens' | Refusal {
  const decision = decide(
    { ...LIST, ...list },
    { kind: 'tenant', entry: listEntry(entry) },
    wanted,
    new Date(now),
  )
  return decision.opens ? 'opens' : decision.refusal
}

test.each<[string, Case, 'opens' | Refusal]>([
  ['his own box', {}, 'opens'],
  ['the gate of his box', { wanted: AT_GATE }, 'opens'],
  ['the box next door', { wanted: { ...OWN, lockId: NEXT_BOX } }, { because: 'notYours' }],
  [
    'the lock of his box as if it were a gate',
    { wanted: { ...AT_GATE, lockId: BOX } },
    { because: 'notYours' },
  ],
  [
    'before his first moment',
    { entry: { from: '2026-11-22T12:00:01Z' } },
    { code: 7003, at: new Date('2026-11-22T12:00:01Z') },
  ],
  ['at his first moment', { entry: { from: NOW } }, 'opens'],
  ['the moment before his end', { entry: { until: '2026-11-22T12:00:01Z' } }, 'opens'],
  ['at his end', { entry: { until: NOW } }, { code: 7008 }],
  ['blocked, with the reason', { entry: { blocked: true, blockReason: 7007 } }, { code: 7007 }],
  ['blocked without a reason', { entry: { blocked: true } }, { code: 7007 }],
  [
    'not verified, before the dates are looked at',
    { entry: { blocked: true, blockReason: 7001, until: NOW } },
    { code: 7001 },
  ],
  ['in debt, behind the dates', { entry: { blocked: true, blockReason: 7006, until: NOW } }, { code: 7008 }],
  ['on the last free day', { entry: { blockedFrom: '2026-11-22T12:00:01Z', blockReason: 7006 } }, 'opens'],
  ['behind the free days', { entry: { blockedFrom: NOW, blockReason: 7006 } }, { code: 7006 }],
  ['behind the free days, no reason given', { entry: { blockedFrom: NOW } }, { code: 7006 }],
  ['in the first minute of the hours', { now: '2026-11-22T08:00:00Z' }, 'opens'],
  ['the second before', { now: '2026-11-22T07:59:59Z' }, { code: 7002 }],
  ['in the first moment after them', { now: '2026-11-22T20:00:00Z' }, { code: 7002 }],
  [
    'at night through an exit',
    { now: '2026-11-22T23:00:00Z', wanted: AT_GATE, list: { exits: [GATE] } },
    'opens',
  ],
  [
    'in debt through an exit',
    { entry: { blocked: true }, wanted: AT_GATE, list: { exits: [GATE] } },
    { code: 7007 },
  ],
  [
    'at night where it never closes',
    { now: '2026-11-22T23:00:00Z', list: { hours: { ...LIST.hours, closes: '09:00' } } },
    'opens',
  ],
  [
    'at night where it is open over midnight',
    { now: '2026-11-22T23:00:00Z', list: { hours: { ...LIST.hours, opens: '20:00', closes: '06:00' } } },
    'opens',
  ],
  [
    'at noon where it is open over midnight',
    { list: { hours: { ...LIST.hours, opens: '20:00', closes: '06:00' } } },
    { code: 7002 },
  ],
  ['the second before the list ends', { now: '2026-11-25T08:59:59Z' }, 'opens'],
  ['when the list has ended', { now: '2026-11-25T09:00:00Z' }, { because: 'expired' }],
])('%s', (_who, given, expected) => {
  expect(tenant(given)).toEqual(expected)
})

test('the hours follow the clocks of the place, also on the day they change', () => {
  // On 29 March 2026 clocks go from 02:00 to 03:00: 09:00 is 07:00 UTC from then on.
  const list = { validUntil: '2027-01-01T00:00:00Z' }
  expect(tenant({ list, now: '2026-03-28T08:00:00Z' })).toBe('opens')
  expect(tenant({ list, now: '2026-03-28T07:30:00Z' })).toEqual({ code: 7002 })
  expect(tenant({ list, now: '2026-03-29T07:00:00Z' })).toBe('opens')
})

test('staff open everything at any hour while their list is valid, some of them gates and doors only', () => {
  const staff = (wanted: Wanted, now: string, equipmentOnly = false) =>
    decide(LIST, { kind: 'staff', entry: staffEntry({ equipmentOnly }) }, wanted, new Date(now))
  expect(staff(OWN, '2026-11-30T02:00:00Z')).toEqual({ opens: true })
  expect(staff(AT_GATE, '2026-11-30T02:00:00Z', true)).toEqual({ opens: true })
  expect(staff(OWN, NOW, true)).toEqual({ opens: false, refusal: { because: 'notYours' } })
  expect(staff(AT_GATE, '2026-12-06T09:00:00Z')).toEqual({ opens: false, refusal: { because: 'expired' } })
})

test('a box is found as people write it, on whatever keyboard', () => {
  for (const typed of ['YA108', ' ya 108 ', 'ya-108', 'УА108', 'ＹＡ１０８'])
    expect(typedKey(typed)).toBe('YA108')
  expect(typedKey('Ж12')).toBe('Ж12')
  const shared = accessList({ entries: [listEntry(), listEntry({ entryId: 'second' })] })
  expect(holdersOf(shared, 'YA108').map(({ entry }) => entry.entryId)).toEqual(['anna', 'second'])
  expect(holdersOf(shared, 'IVAN').map(({ kind }) => kind)).toEqual(['staff'])
  expect(holdersOf(accessList({ entries: [listEntry({ box: ' ' })] }), typedKey(' '))).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { daysAhead, daysOwed, endsIn, lastPaidDay, paidLineOf, type Contract } from './contract.ts'
import { extend, leave, stay, type Moment } from './later-deeds.ts'

const contract = {
  startDate: '2026-09-20',
  endDate: '2027-03-20',
  paidUntil: '2026-12-14',
  overdue: 0,
  paidAhead: 23,
  status: 'active',
} as Contract

test('the last paid day is the one before the first unpaid one', () => {
  expect(lastPaidDay(contract)).toBe('2026-12-13')
})

test('a contract of which nothing is paid has no last paid day', () => {
  expect(lastPaidDay({ ...contract, paidUntil: '2026-09-20' })).toBeNull()
  expect(lastPaidDay({ ...contract, paidUntil: null })).toBeNull()
})

test('the end counts down, and on past it', () => {
  expect(endsIn({ ...contract, endDate: '2026-11-25' }, '2026-11-21')).toBe(4)
  expect(endsIn({ ...contract, status: 'ended', endDate: '2026-11-20' }, '2026-11-21')).toBe(-1)
})

test('an open end, a pending and a closed contract do not end', () => {
  expect(endsIn({ ...contract, endDate: null }, '2026-11-21')).toBeNull()
  expect(endsIn({ ...contract, status: 'pending' }, '2026-11-21')).toBeNull()
  expect(endsIn({ ...contract, status: 'closed' }, '2026-11-21')).toBeNull()
})

test('days are owed only where something is overdue', () => {
  expect(daysOwed({ overdue: 804816, paidAhead: -7 })).toBe(7)
  expect(daysOwed({ overdue: 804816, paidAhead: 0 })).toBe(1)
  expect(daysOwed({ overdue: 0, paidAhead: -1 })).toBe(0)
})

test('nobody is told of a negative number of days', () => {
  expect([23, 0, -7].map((paidAhead) => daysAhead({ paidAhead }))).toEqual([23, 0, 0])
})

test('a rental that begins next week shows today on its line', () => {
  expect(paidLineOf({ ...contract, startDate: '2026-11-28' }, '2026-11-21').from).toBe('2026-11-21')
  expect(paidLineOf(contract, '2026-11-21').from).toBe('2026-09-20')
})

test('a deed on a contract is the same one until it is answered, and another day or time is another deed', async () => {
  const stored = new Map([['accessToken', 'token']])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', { cookie: 'clientId=abcdef0123456789' })
  let status = 503
  const keys: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key') ?? 'none')
    return new Response('{}', { status })
  })
  const own = { ...contract, id: 'c', boxId: 'b', userId: 'u', unitNumber: 'YA1' }
  const noon: Moment = { day: '2026-12-01', time: '12:00' }
  const evening: Moment = { ...noon, time: '18:00' }
  const deeds = [
    async () => await extend(own, '2027-03-20'),
    async () => await extend(own, '2027-09-20'),
    async () => await leave(own, noon, null),
    async () => await leave(own, evening, null),
    async () => await leave(own, { ...noon, day: '2026-12-02' }, null),
  ]
  const tryAll = async (): Promise<string[]> => {
    keys.length = 0
    for (const deed of deeds) await deed().catch(() => undefined)
    return [...keys]
  }
  const first = await tryAll()
  expect(new Set(first).size).toBe(deeds.length)
  expect(first).not.toContain('none')
  expect(await tryAll(), 'pressed again').toEqual(first)
  status = 200
  expect(await tryAll(), 'now it is answered').toEqual(first)
  const next = await tryAll()
  expect(next.filter((key) => first.includes(key))).toEqual([])
  status = 503
  keys.length = 0
  for (const noted of [noon, noon, evening]) await stay(own, noted).catch(() => undefined)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  vi.unstubAllGlobals()
})

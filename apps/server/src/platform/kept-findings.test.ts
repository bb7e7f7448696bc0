import { expect, test } from 'vitest'
import { atPage, createKeptFindings } from './kept-findings.ts'

const MANY = 1001

test('what was many is known to whoever asks the same, for ten seconds', () => {
  let now = 0
  const totals = createKeptFindings<number>(() => now)
  expect(totals.of({ stock: 'a' }).known).toBe(undefined)
  totals.of({ stock: 'a' }).keep(MANY, MANY)
  now = 9999
  expect(totals.of({ stock: 'a' }).known).toBe(MANY)
  expect(totals.of({ stock: 'b' }).known).toBe(undefined)
  now = 10_000
  expect(totals.of({ stock: 'a' }).known).toBe(undefined)
})

test('few are counted each time', () => {
  const totals = createKeptFindings<number>()
  totals.of('all').keep(1000, 1000)
  expect(totals.of('all').known).toBe(undefined)
})

test('after a fact nothing from before it is known, nor what was being counted meanwhile', () => {
  const totals = createKeptFindings<number>()
  totals.of('all').keep(MANY, MANY)
  const underWay = totals.of('all')
  totals.drop()
  expect(totals.of('all').known).toBe(undefined)
  underWay.keep(MANY, MANY)
  expect(totals.of('all').known).toBe(undefined)
})

test('of very many questions the oldest answers are forgotten', () => {
  const totals = createKeptFindings<number>()
  for (let page = 0; page <= 200; page += 1) totals.of(page).keep(MANY, MANY)
  expect(totals.of(0).known).toBe(undefined)
  expect(totals.of(1).known).toBe(MANY)
})

test('a page that is not full ends the list, a full one is in it, whatever was counted before', () => {
  expect(atPage(1200, { page: 25, pageSize: 50, shown: 20 })).toBe(1220)
  expect(atPage(1200, { page: 24, pageSize: 50, shown: 7 })).toBe(1157)
  expect(atPage(1200, { page: 25, pageSize: 50, shown: 50 })).toBe(1250)
  expect(atPage(1200, { page: 3, pageSize: 50, shown: 50 })).toBe(1200)
})

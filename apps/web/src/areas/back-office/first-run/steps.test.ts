import { expect, test } from 'vitest'
import { doneSteps, nextStep, stepNames, type Beginning } from './steps.ts'

const nothing: Beginning = { cities: [], sellers: [], stocks: [], categories: [] }
const one = [{}] as never[]
const offer = (free: number, total: number) => [
  { offers: [{ sizeGroup: 's' as const, free, total, priceFrom: 1000 }] },
]

test.each<[string, Partial<Beginning>, string[]]>([
  ['nothing yet', {}, []],
  ['a city', { cities: one }, ['city']],
  ['a seller before a stock', { cities: one, sellers: one }, ['city', 'seller']],
  ['a stock without boxes', { stocks: [{ offers: [] }] }, ['stock']],
  ['boxes, all free', { stocks: offer(3, 3), categories: one }, ['stock', 'category', 'boxes']],
  ['a box is taken', { stocks: offer(2, 3) }, ['stock', 'boxes', 'book']],
])('%s', (_name, given, expected) => {
  expect([...doneSteps({ ...nothing, ...given })]).toEqual(expected)
})

test('the next step is the first that is not done, however much is done after it', () => {
  expect(nextStep(new Set())).toBe('city')
  expect(nextStep(new Set(['city', 'stock', 'boxes']))).toBe('seller')
  expect(nextStep(new Set(stepNames))).toBeNull()
})

test('boxes without a price are not free, and yet nobody has booked one', () => {
  const stocks = [{ offers: [{ sizeGroup: 's' as const, free: 0, total: 3, priceFrom: null }] }]
  expect([...doneSteps({ ...nothing, stocks })]).toEqual(['stock', 'boxes'])
})

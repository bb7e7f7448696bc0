import { describe, expect, it } from 'vitest'
import { durationChoices, isDurationOffered, isPeriodOffered, periodChoices } from './booking-choices.ts'
import { arrivalWindow, isArrivalOffered } from './booking-window.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

describe('arrival: today to today plus 29', () => {
  it.each([
    ['2027-02-14', false],
    ['2027-02-15', true],
    ['2027-03-16', true],
    ['2027-03-17', false],
  ])('%s: %s', (arrival, offered) => {
    expect(isArrivalOffered(day(arrival), day('2027-02-15'))).toBe(offered)
  })
  it('is a window of 30 days', () => {
    const { first, last } = arrivalWindow(day('2028-02-15'))
    expect([first.toString(), last.toString()]).toEqual(['2028-02-15', '2028-03-15'])
  })
})

describe('months', () => {
  it.each([
    [1, [1]],
    [3, [1, 2, 3]],
    [11, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [24, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [0, []],
  ])('a stock with at most %d offers %j', (longest, months) => {
    expect(durationChoices(longest)).toEqual(months)
  })
  it.each([
    [0, 6, false],
    [1, 6, true],
    [6, 6, true],
    [7, 6, false],
    [1.5, 6, false],
    [12, 24, false],
  ])('%d months where %d are the most: %s', (months, longest, offered) => {
    expect(isDurationOffered(months, longest)).toBe(offered)
  })
})

describe('invoicing period', () => {
  it('is monthly or the whole duration', () => {
    expect(periodChoices(1)).toEqual([1])
    expect(periodChoices(6)).toEqual([1, 6])
    expect([1, 2, 6, 7].map((period) => isPeriodOffered(period, 6))).toEqual([true, false, true, false])
  })
})

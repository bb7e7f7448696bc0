import { describe, expect, it } from 'vitest'
import { divideHalfAwayFromZero, fractionOf } from './rounding.ts'

describe('divideHalfAwayFromZero', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 7n, 0n],
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [-50n, 100n, -1n],
  ])('%d ÷ %d = %d', (num, den, expected) => {
    expect(divideHalfAwayFromZero(num, den)).toBe(expected)
  })
  it('refuses 0 below', () => {
    expect(() => divideHalfAwayFromZero(1n, 0n)).toThrow(RangeError)
  })
})

describe('fractionOf takes numbers as they print', () => {
  it.each([
    [3.27, 327n, 100n],
    [-0.5, -5n, 10n],
    [12, 12n, 1n],
    [0.1, 1n, 10n],
  ])('%d', (value, num, den) => {
    expect(fractionOf(value)).toEqual({ num, den })
  })
  it.each([Number.NaN, Infinity, -Infinity, 1e21, 1e-7])('refuses %d', (value) => {
    expect(() => fractionOf(value)).toThrow(RangeError)
  })
})

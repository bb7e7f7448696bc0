import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  allocate,
  compare,
  fromDecimalString,
  least,
  money,
  MoneyError,
  negate,
  percentOf,
  shareByDays,
  subtract,
  sum,
  times,
  toDecimalString,
  zero,
  type Currency,
} from './money.ts'

const seeded = { seed: 20261121, numRuns: 2000 }
const eur = (amount: number) => money(amount, 'EUR')
const amounts = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const kindOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error instanceof MoneyError ? error.kind : String(error)
  }
  return 'no error'
}

describe('money is a safe integer of minor units', () => {
  it.each([0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])('refuses %d', (amount) => {
    expect(kindOf(() => eur(amount))).toBe('notASafeInteger')
  })
  it('has no minus zero', () => {
    expect(Object.is(eur(-0).amount, 0)).toBe(true)
    expect(Object.is(negate(zero('EUR')).amount, 0)).toBe(true)
    expect(Object.is(times(eur(0), -3).amount, 0)).toBe(true)
    expect(Object.is(fromDecimalString('-0.00', 'EUR').amount, 0)).toBe(true)
  })
  it('does not leave the safe range unseen', () => {
    const most = eur(Number.MAX_SAFE_INTEGER)
    expect(kindOf(() => add(most, eur(1)))).toBe('notASafeInteger')
    expect(kindOf(() => times(most, 2))).toBe('notASafeInteger')
    expect(percentOf(most, 100)).toEqual(most)
  })
})

describe('currencies never meet', () => {
  const usd = money(1, 'USD')
  it.each([
    ['add', () => add(eur(1), usd)],
    ['subtract', () => subtract(eur(1), usd)],
    ['compare', () => compare(eur(1), usd)],
    ['least', () => least(eur(1), usd)],
    ['sum', () => sum([usd], 'EUR')],
  ])('%s refuses', (_name, act) => {
    expect(kindOf(act)).toBe('mixedCurrency')
  })
  it('not even when the amount is 0', () => {
    expect(kindOf(() => add(eur(1), zero('PLN')))).toBe('mixedCurrency')
  })
})

describe('rounding is half away from zero, once', () => {
  it.each([
    // 50 % of odd cents is exactly a half
    [1, 50, 1],
    [-1, 50, -1],
    [3, 50, 2],
    [-3, 50, -2],
    [250, 19, 48], // 47.5
    [-250, 19, -48],
    [249, 19, 47], // 47.31
    [50, 19, 10], // 9.5
    [1000, 12.25, 123], // 122.5
    [-1000, 12.25, -123],
    [100_000, 0.01, 10],
    [49, 1, 0],
    [50, 1, 1],
    [-50, 1, -1],
    [115, 100, 115],
    [12_345, 0, 0],
  ])('percentOf(%d, %d %%) is %d', (amount, percent, expected) => {
    expect(percentOf(eur(amount), percent)).toEqual(eur(expected))
  })

  it.each([
    [100, 6.5, 1, 650],
    [333, 4.5, 1, 1499], // 1498.5
    [-333, 4.5, 1, -1499],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, -1, 2, -1],
    [1, 1, -2, -1],
    [10, 1, 3, 3],
    [20, 1, 3, 7],
    [105, 1.1, 1, 116], // 115.5, and 115.50000000000001 as a float
    [100, 1.005, 1, 101], // 100.5, and 100.49999999999999 as a float
  ])('times(%d, %d, %d) is %d', (amount, numerator, denominator, expected) => {
    expect(times(eur(amount), numerator, denominator)).toEqual(eur(expected))
  })

  it('refuses to divide by zero and numbers that are none', () => {
    expect(() => times(eur(1), 1, 0)).toThrow(RangeError)
    expect(() => times(eur(1), Number.NaN)).toThrow(RangeError)
    expect(() => times(eur(1), 1e-9)).toThrow(RangeError)
  })

  it.each([0.001, 33.333, Number.NaN, Infinity])('a percentage has at most two decimals: %d', (percent) => {
    expect(kindOf(() => percentOf(eur(100), percent))).toBe('badPercent')
  })

  it('takes every percentage of two decimals', () => {
    for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
      expect(percentOf(eur(10_000), hundredths / 100).amount).toBe(hundredths)
    }
  })

  it('mirrors: a credit is the original negated', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        expect(percentOf(eur(-amount), hundredths / 100)).toEqual(
          negate(percentOf(eur(amount), hundredths / 100)),
        )
      }),
      seeded,
    )
  })

  it('is never further than half a unit from the exact value', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        (amount, num, den) => {
          const distance =
            BigInt(times(eur(amount), num, den).amount) * BigInt(den) - BigInt(amount) * BigInt(num)
          expect(2n * (distance < 0n ? -distance : distance) <= BigInt(den)).toBe(true)
        },
      ),
      seeded,
    )
  })
})

describe('shares', () => {
  it('by days', () => {
    expect(shareByDays(eur(3100), 10, 31)).toEqual(eur(1000))
    expect(shareByDays(eur(100), 0, 28)).toEqual(eur(0))
    expect(shareByDays(eur(100), 28, 28)).toEqual(eur(100))
    expect(shareByDays(eur(-31), 1, 2)).toEqual(eur(-16))
  })
  it.each([
    [-1, 30],
    [31, 30],
    [1, 0],
    [0.5, 30],
  ])('refuses %d of %d days', (used, of) => {
    expect(() => shareByDays(eur(100), used, of)).toThrow(RangeError)
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [5, [3, 7], [2, 3]],
    [2, [0, 1, 1, 1], [0, 1, 1, 0]],
    [0, [1, 2], [0, 0]],
  ])('allocate %d by %j is %j', (amount, weights, expected) => {
    expect(allocate(eur(amount), weights).map((part) => part.amount)).toEqual(expected)
  })
  it('allocate gives away every cent and nobody more than one too many', () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), (amount, weights) => {
        const total = weights.reduce((a, b) => a + b, 0)
        fc.pre(total > 0)
        const parts = allocate(eur(amount), weights)
        expect(sum(parts, 'EUR')).toEqual(eur(amount))
        for (const [index, part] of parts.entries()) {
          expect(Math.abs(part.amount - (amount * (weights[index] ?? 0)) / total)).toBeLessThan(1)
        }
      }),
      seeded,
    )
  })
  it.each([[[]], [[0, 0]], [[-1, 2]], [[0.5]]])('refuses the weights %j', (weights) => {
    expect(kindOf(() => allocate(eur(1), weights))).toBe('badShares')
  })
})

describe('as a decimal text', () => {
  it.each([
    [12_345, '123.45'],
    [5, '0.05'],
    [-5, '-0.05'],
    [0, '0.00'],
    [100, '1.00'],
    [-123_456_789, '-1234567.89'],
  ])('%d is %s', (amount, text) => {
    expect(toDecimalString(eur(amount))).toBe(text)
    expect(fromDecimalString(text, 'EUR')).toEqual(eur(amount))
  })
  it.each([
    ['7', 700],
    ['7.5', 750],
    ['10.99', 1099],
    ['8.95', 895], // 894.9999999999999 as a float
  ])('reads %s', (text, amount) => {
    expect(fromDecimalString(text, 'RUB')).toEqual(money(amount, 'RUB'))
  })
  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '1.',
    '.5',
    '1,50',
    '1.234',
    '1e3',
    '1 000',
    '0x10',
    '--1',
    'NaN',
    '١',
  ])('refuses %j', (text) => {
    expect(kindOf(() => fromDecimalString(text, 'EUR'))).toBe('badFormat')
  })
  it('refuses what is too large to be exact', () => {
    expect(kindOf(() => fromDecimalString('90071992547409.92', 'EUR'))).toBe('notASafeInteger')
  })
  it('goes there and back', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom<Currency>('EUR', 'USD', 'RUB', 'PLN'), (amount, currency) => {
        expect(fromDecimalString(toDecimalString(money(amount, currency)), currency)).toEqual(
          money(amount, currency),
        )
      }),
      seeded,
    )
  })
})

it('compare and least order one currency', () => {
  expect([compare(eur(1), eur(2)), compare(eur(2), eur(2)), compare(eur(3), eur(2))]).toEqual([-1, 0, 1])
  expect(least(eur(3), eur(-2))).toEqual(eur(-2))
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { parseUnitSeries } from './unit-series.ts'

const numbersOf = (text: string) => {
  const read = parseUnitSeries(text)
  return read.ok ? read.unitNumbers : read.code
}

it.each([
  ['A001–A003', ['A001', 'A002', 'A003']],
  [' YA1 - YA3 ', ['YA1', 'YA2', 'YA3']],
  ['A098..102', ['A098', 'A099', 'A100', 'A101', 'A102']],
  ['A098..A102', ['A098', 'A099', 'A100', 'A101', 'A102']],
  ['A-01-A-02', ['A-01', 'A-02']],
  ['001—002', ['001', '002']],
  ['KB 9–KB 11', ['KB 9', 'KB 10', 'KB 11']],
  ['A1–A1', ['A1']],
  ['A003–A001', 1005],
  ['A001–B003', 1005],
  ['A001–A1200', 1005],
  ['A001', 1005],
  ['', 1005],
  ['A001–', 1005],
  ['A1–A1001', 1004],
  [`${'x'.repeat(29)}1–2`, ['x'.repeat(29) + 1, 'x'.repeat(29) + 2]],
  [`${'x'.repeat(29)}01–02`, 1004],
])('%j', (text, expected) => {
  expect(numbersOf(text)).toEqual(expected)
})

it('a series has every number between its ends once, each as wide as the first', () => {
  fc.assert(
    fc.property(
      fc
        .stringMatching(/^([A-Za-zА-Яа-я][A-Za-zА-Яа-я -]{0,6})?$/)
        .filter((prefix) => prefix.trim() === prefix),
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: 1, max: limits.boxesAtOnce }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('–', '-', ' – ', '..', ' - ', '…'),
      (prefix, from, count, width, separator) => {
        const to = from + count - 1
        const write = (value: number) => prefix + String(value).padStart(width, '0')
        fc.pre(write(from).length === write(to).length || !String(from).padStart(width, '0').startsWith('0'))
        const read = parseUnitSeries(`${write(from)}${separator}${write(to)}`)
        expect(read).toEqual({
          ok: true,
          unitNumbers: Array.from({ length: count }, (_one, index) => write(from + index)),
        })
      },
    ),
  )
})

it('whatever is typed, a series is at most as long as allowed, and no number comes twice', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A0-9–. -]{0,20}$/)), (text) => {
      const read = parseUnitSeries(text)
      if (!read.ok) return
      expect(read.unitNumbers.length).toBeLessThanOrEqual(limits.boxesAtOnce)
      expect(new Set(read.unitNumbers).size).toBe(read.unitNumbers.length)
    }),
  )
})

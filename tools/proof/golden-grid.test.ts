import fs from 'node:fs'
import { money } from '@stowage/domain/money'
import { priceContract, type PriceTerms } from '@stowage/domain/price'
import { expect, test } from 'vitest'
import { cells, GRID_FILE, HEAD, lineOf, oracleGrid } from './golden-grid.ts'
import { textOf, type Day, type OraclePeriod, type OracleTerms } from './oracle.ts'

const kept = fs.readFileSync(GRID_FILE, 'utf8').split('\n')
const day = (of: Day): Temporal.PlainDate => Temporal.PlainDate.from(textOf(of))
const dayNumber = (of: Temporal.PlainDate): Day =>
  Temporal.PlainDate.from('1970-01-01').until(of, { largestUnit: 'days' }).days

/** The product's own price in the oracle's words. */
function productCost(terms: OracleTerms, index: number, left?: Day): OraclePeriod | null {
  const given: PriceTerms = {
    startDay: day(terms.start),
    durationMonths: terms.months,
    periodMonths: terms.monthsAtOnce,
    rate: money(Number(terms.rate), 'EUR'),
    discount:
      terms.discountPerMonth === null
        ? { kind: 'table' }
        : { kind: 'stock', percentPerMonth: terms.discountPerMonth / 100 },
    vatPercent: terms.vat.map(({ from, percent }) => ({
      validFrom: from === null ? null : day(from),
      percent: percent / 100,
    })),
    insurance: terms.insurance && {
      monthly: money(Number(terms.insurance.monthly), 'EUR'),
      coverage: money(200_000, 'EUR'),
      taxPercent: terms.insurance.tax / 100,
    },
    depositMonths: terms.depositMonths,
  }
  const priced = priceContract(given, index, left === undefined ? null : day(left))
  if (priced === null) return null
  const lines = priced.lines.map(({ kind, net, vat, gross }) => {
    expect(net.amount + vat.amount).toBe(gross.amount)
    return { kind, net: BigInt(net.amount), vat: BigInt(vat.amount) }
  })
  expect(lines.reduce((running, { net, vat }) => running + net + vat, 0n)).toBe(
    BigInt(priced.totals.gross.amount),
  )
  return { from: dayNumber(priced.period.from), until: dayNumber(priced.period.until), lines }
}

test('the golden grid is whole', () => {
  expect(kept[0]).toBe(HEAD)
  expect(kept.at(-1)).toBe('')
  expect(kept.length - 2).toBeGreaterThanOrEqual(500)
  expect(new Set(kept).size).toBe(kept.length)
})

test('the oracle still says what is kept', () => {
  expect(oracleGrid().split('\n')).toEqual(kept)
})

test('the product bills every cell of it, to the cent', () => {
  expect([...cells()].map((cell) => lineOf(cell, productCost))).toEqual(kept.slice(1, -1))
})

import { expect, test } from 'vitest'
import { reportNames } from '@stowage/api/report-words'
import { askedOf, filtersOf, presetDays, presetOf, presets, reportWanted } from './report-query.ts'

const today = '2026-11-22'

test('an address without words is the occupancy of the last twelve months', () => {
  expect(reportWanted({}, today)).toEqual({
    report: 'occupancy',
    from: '2025-12-01',
    to: today,
    on: null,
    grain: null,
    stockIds: [],
    currency: null,
    by: 'time',
    page: 1,
  })
})

test('what stands in an address and means nothing is not asked', () => {
  const wanted = reportWanted(
    {
      report: 'vat',
      from: 'yesterday',
      to: '2026-13-01',
      grain: 'day',
      stocks: 'a,,b;drop table,c d',
      currency: 'XXX',
      by: 'size',
      page: '-1',
    },
    today,
  )
  expect(wanted).toMatchObject({
    from: '2025-12-01',
    to: today,
    grain: null,
    stockIds: ['a'],
    currency: null,
    by: 'rate',
    page: 1,
  })
})

test('a day of a year that no report has is no chosen day', () => {
  const wanted = reportWanted({ report: 'revenue', from: '1880-01-01', to: '2026-11-01' }, today)
  expect(wanted).toMatchObject({ from: '2025-12-01', to: '2026-11-01' })
})

test('a report is asked with what it knows, and nothing else', () => {
  const given = { from: '2026-01-01', to: '2026-02-01', grain: 'month', stocks: 'a,b', currency: 'EUR' }
  expect(askedOf(reportWanted({ ...given, report: 'revenue' }, today))).toEqual({
    stockIds: 'a,b',
    from: '2026-01-01',
    to: '2026-02-01',
    grain: 'month',
    currency: 'EUR',
  })
  expect(askedOf(reportWanted({ ...given, report: 'aged-debt' }, today))).toEqual({
    stockIds: 'a,b',
    currency: 'EUR',
  })
  expect(askedOf(reportWanted({ ...given, on: '2026-03-31', report: 'aged-debt' }, today))).toEqual({
    stockIds: 'a,b',
    currency: 'EUR',
    on: '2026-03-31',
  })
  expect(
    askedOf(reportWanted({ ...given, on: '31.03.2026', report: 'aged-debt' }, today)),
  ).not.toHaveProperty('on')
  expect(askedOf(reportWanted({ ...given, on: '2026-03-31', report: 'moves' }, today))).not.toHaveProperty(
    'on',
  )
  expect(askedOf(reportWanted({ ...given, report: 'moves' }, today))).not.toHaveProperty('currency')
  expect(reportNames.every((name) => name in filtersOf)).toBe(true)
})

test.each([
  ['last30', '2026-10-24', '2026-11-22'],
  ['thisMonth', '2026-11-01', '2026-11-22'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['thisQuarter', '2026-10-01', '2026-11-22'],
  ['lastQuarter', '2026-07-01', '2026-09-30'],
  ['last12', '2025-12-01', '2026-11-22'],
  ['thisYear', '2026-01-01', '2026-11-22'],
  ['lastYear', '2025-01-01', '2025-12-31'],
] as const)('%s', (preset, from, to) => {
  expect(presetDays(preset, today)).toEqual([from, to])
  expect(presetOf({ from, to }, today)).toBe(preset)
})

test('days of nobody’s naming are own ones', () => {
  expect(presetOf({ from: '2026-03-03', to: '2026-04-04' }, today)).toBe('own')
  // In January a quarter and a month begin on one day: the first of the list is shown, and both mean the same.
  expect(presets).toContain(presetOf({ from: '2026-01-01', to: '2026-01-15' }, '2026-01-15'))
})

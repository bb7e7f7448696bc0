import { expect, test } from 'vitest'
import { reportOf } from './sm-report.ts'

test('says of each view what was found, and of what is missing what it should hold', () => {
  const { lines, isSound } = reportOf(
    [
      { view: 'ssr_sites', rows: 1, missing: [], problems: [] },
      { view: 'ssr_units', rows: null, missing: ['MonthRate'], problems: [] },
      { view: 'ssr_map_objects', rows: null, missing: ['MapName', 'PosX'], problems: [] },
      {
        view: 'ssr_documents',
        rows: null,
        missing: ['DocumentID', 'DueDate'],
        problems: ['ssr_documents is not there'],
      },
    ],
    'stowage',
  )
  expect(isSound).toBe(false)
  expect(lines).toEqual([
    'ssr_sites: 1 row',
    'ssr_units: not read, because a column is missing',
    '  column MonthRate is missing: decimal(12,2) in major units',
    'ssr_map_objects: not read, because 2 columns are missing',
    '  column MapName is missing: a text',
    '  column PosX is missing: a number',
    'ssr_documents: there is no such view, or stowage may not select from it; its columns:',
    '  DocumentID: a text of up to 36 characters',
    '  DueDate: a date, may be empty',
  ])
})

test('of many rows that are not understood the first are named', () => {
  const problems = Array.from({ length: 23 }, (_, index) => `ssr_units "${index}": MonthRate is empty`)
  const { lines, isSound } = reportOf([{ view: 'ssr_units', rows: 40, missing: [], problems }], 'stowage')
  expect(isSound).toBe(false)
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toBe('  and 3 more rows')
})

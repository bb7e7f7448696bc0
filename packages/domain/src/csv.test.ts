import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxColumnName, boxColumns, readBoxTable } from './box-table.ts'
import { parseCsv, plainCell, safeCell, writeCsv } from './csv.ts'

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

/** A spreadsheet of a Japanese or Chinese system reads full-width signs as the plain ones. */
const wide = ['＝1+1', '＋7', '－1', '＠SUM(A1)', "'＝1", '−1']
/** What nobody sees in front of the sign is taken away by some of them, and by whoever pastes. */
const unseen = [
  ' =1',
  '\u00a0+1',
  '\u3000＝1',
  '\n=1',
  '\u200b@x',
  '\u{FEFF}=1',
  '\u202e-1',
  '\u0000=1',
  "' =1",
]

describe('cells', () => {
  it.each(['=1+1', '+7', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', "'=1", "''+1", ...wide, ...unseen])(
    '%j is no formula for anybody',
    (cell) => {
      expect(safeCell(cell)).toBe(`'${cell}`)
      expect(plainCell(safeCell(cell))).toBe(cell)
    },
  )
  it.each(['', 'A=1', "'tis", '7-8', 'x', ' x', " '=1", 'ＡＢ＝1', '— dash', '\u200bx'])(
    '%j stays as it is',
    (cell) => {
      expect(safeCell(cell)).toBe(cell)
      expect(plainCell(cell)).toBe(cell)
    },
  )
})

it('what is written is read again, whatever the cells hold, and no cell begins as a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.stringMatching(/^['=+@＝＠;,"\t\r\n\u200b -]{0,6}$/),
    fc.constantFrom('=1', "'", '"', ' a '),
  )
  const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).filter((row) => row.some((one) => one !== '')),
      { minLength: 1, maxLength: 6 },
    ),
  )
  fc.assert(
    fc.property(table, fc.constantFrom(';', ',', '\t'), (rows, delimiter) => {
      const heads = rows[0]!.map((_one, index) => `head${index}`)
      const text = writeCsv([heads, ...rows], delimiter)
      expect(cellsOf(text)).toEqual([heads, ...rows])
      for (const row of rows)
        for (const one of row) expect(safeCell(one)).not.toMatch(/^[\s\u200b]*[=+\-@＝＠]|^[\t\r\n]/)
    }),
  )
})

it('reading never fails and says the line of the file', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const rows = parseCsv(text)
      expect(rows.every(({ cells }) => cells.some((one) => one !== ''))).toBe(true)
    }),
  )
  expect(parseCsv('a;b\n\n"x\ny";2\r\n3;4')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', '2'] },
    { line: 5, cells: ['3', '4'] },
  ])
  expect(cellsOf('a,b\n"1;2",x')).toEqual([
    ['a', 'b'],
    ['1;2', 'x'],
  ])
  expect(cellsOf('a;b\n"open;end')).toEqual([['a', 'b'], ['open;end']])
})

describe('a table of boxes', () => {
  const problemsOf = (text: string) =>
    readBoxTable(text).rows.map(({ line, problems }) => [
      line,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ])

  it.each(['ru', 'en', 'de', 'pl'] as const)(
    'is read by the heads that an export writes in %s',
    (language) => {
      const row = ['YA7', '6,5', '2', '1:02:03', '1 234,50', '2.4', '2', '3', "'=cmd"]
      const text = writeCsv([boxColumns.map((column) => boxColumnName(column, language)), row])
      const read = readBoxTable(text)
      expect(read).toMatchObject({ unread: [], problem: null })
      expect(read.rows[0]).toEqual({
        line: 2,
        problems: [],
        box: {
          unitNumber: 'YA7',
          size: 6.5,
          floor: 2,
          lockId: '1:02:03',
          ownRate: 123_450,
          height: 2.4,
          width: 2,
          depth: 3,
          description: "'=cmd",
        },
      })
    },
  )

  it('says everything that is wrong in every row', () => {
    expect(
      problemsOf(
        'Size;Lock;Floor;Own rate;Number\n4,25;1:00:01;1.5;-1;A\n;10101;100;1.005;\n93;1:01:01;;;' +
          'x'.repeat(31),
      ),
    ).toEqual([
      [2, 'size 1005', 'lockId 6013', 'ownRate 1005', 'floor 1005'],
      [3, 'size 1003', 'lockId 1005', 'ownRate 1005', 'floor 1005'],
      [4, 'size 1005', 'unitNumber 1004'],
    ])
  })

  it('writes the heads as each language does', () => {
    expect((['en', 'de', 'ru'] as const).map((language) => boxColumnName('ownRate', language))).toEqual([
      'Own rate',
      'Eigener Preis',
      'Своя цена',
    ])
  })

  it('says what stands in the cells that it cannot read', () => {
    const [row] = readBoxTable(`Size;Floor;Lock\nabout 4 m²;${'x'.repeat(100)};12`).rows
    expect(row?.problems.map(({ field, typed }) => [field, typed])).toEqual([
      ['size', 'about 4 m²'],
      ['lockId', '12'],
      ['floor', 'x'.repeat(80)],
    ])
  })

  it.each([
    ['', 'empty'],
    ['size', 'empty'],
    ['number;floor\nA;1', 'noSize'],
    ['size;größe\n4;4', 'twice'],
    [`size\n${'4\n'.repeat(1001)}`, 'tooMany'],
    [`size\n${'4\n'.repeat(1000)}`, null],
  ])('%j: %s', (text, problem) => {
    expect(readBoxTable(text).problem).toBe(problem)
  })

  it('names the heads that it does not read', () => {
    expect(readBoxTable('Size, m²;Client;Size2\n4;Anna;5')).toMatchObject({
      unread: ['Client', 'Size2'],
      problem: null,
    })
  })
})

// What these two guard against grew with the square of the text and would not end before the test's own limit.
it('quotation marks in a bare cell are text, however many', () => {
  const text = `x${'a"'.repeat(500_000)}`
  expect(cellsOf(text)).toEqual([[text]])
})

it('a head of spaces is no head, however many', () => {
  expect(readBoxTable(`size${' '.repeat(1_000_000)}x;size\n;4`)).toMatchObject({ problem: null })
})

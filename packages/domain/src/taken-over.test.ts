import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { priceContract } from './price.ts'
import { mayTakeOver, readRunningContractTable } from './running-contract-table.ts'
import { isTerm, takenOverDeposit, takenOverTerms } from './taken-over.ts'
import { termEnd } from './term.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const terms = (startDay: string, billedUntil: string, periodMonths = 1) =>
  takenOverTerms(
    {
      rate: money(10_000, 'EUR'),
      discount: { kind: 'stock', percentPerMonth: 0 },
      vatPercent: 19,
      insurance: null,
      periodMonths,
    },
    { startDay: day(startDay), billedUntil: day(billedUntil) },
  )
const periods = (of: ReturnType<typeof terms>, count: number) =>
  Array.from({ length: count }, (_, index) => priceContract(of, index)?.period.until.toString())

test.each([
  { start: '2025-03-10', until: '2026-11-09', next: ['2026-12-10', '2027-01-10'] },
  // By the 31st, though February and April are shorter.
  { start: '2026-01-31', until: '2026-02-27', next: ['2026-03-31', '2026-04-30', '2026-05-31'] },
  // Billed to another day than the contract's own: it goes on by that one.
  { start: '2025-03-10', until: '2026-11-30', next: ['2027-01-01', '2027-02-01'] },
  { start: '2025-03-10', until: '2026-11-30', months: 3, next: ['2027-03-01', '2027-06-01'] },
])('from $start, billed until $until, it goes on to $next', ({ start, until, months = 1, next }) => {
  const taken = terms(start, until, months)
  expect(taken.startDay.toString()).toBe(day(until).add({ days: 1 }).toString())
  expect(periods(taken, next.length)).toEqual(next)
  expect(priceContract(taken, 0)?.totals.gross.amount).toBe(11_900 * months)
})

test.each([
  { start: '2025-03-10', until: '2026-12-09', end: '2027-03-09', months: 3 },
  { start: '2025-03-10', until: '2026-11-30', end: '2027-05-31', months: 6 },
  // By the 31st, though February is shorter.
  { start: '2026-01-31', until: '2026-02-27', end: '2026-05-30', months: 3 },
  { start: '2026-01-01', until: '2026-11-30', end: '2026-12-31', months: 1 },
  { start: '2026-01-01', until: '2026-11-30', end: '2036-11-30', months: 120 },
])(
  'a term that ends on $end, billed until $until, has $months months left',
  ({ start, until, end, months }) => {
    const before = { startDay: day(start), billedUntil: day(until), endDay: day(end) }
    expect(isTerm(before)).toBe(true)
    const { rate, discount, vatPercent, insurance, periodMonths } = terms(start, until)
    const taken = takenOverTerms({ rate, discount, vatPercent, insurance, periodMonths }, before)
    expect(taken.durationMonths).toBe(months)
    expect(termEnd(taken)?.toString()).toBe(day(end).add({ days: 1 }).toString())
  },
)

test.each([
  ['in the middle of a month', '2027-03-15'],
  ['before what was billed', '2026-11-09'],
  ['with it', '2026-12-09'],
  ['in the next century', '2126-12-09'],
])('a term that ends %s is none that we could bill', (_what, end) => {
  const before = { startDay: day('2025-03-10'), billedUntil: day('2026-12-09'), endDay: day(end) }
  expect(isTerm(before)).toBe(false)
})

test('insurance and a last day are read where the table has them; a sum without an insurance is none', () => {
  const heads = 'Number;E-mail;Start;Billed until;Last day;Net insurance;Sum insured'
  const row = (last: string) => `A1;a@b.example;2025-03-10;2026-12-09;${last}`
  const { rows } = readRunningContractTable(
    [heads, row('09.03.2027;5,50;2000'), row(';;2000'), row('1.1.2027;0;')].join('\n'),
  )
  expect(
    rows.map(({ contract, problems }) => [
      contract.insurance,
      contract.coverage,
      problems.map(({ field }) => field),
    ]),
  ).toEqual([
    [550, 200_000, []],
    [null, 200_000, ['insurance']],
    [null, null, ['endDay']],
  ])
})

test('a term by which it is extended is read where the table has one, with the last day that makes it a term', () => {
  const heads = 'Number;E-mail;Start;Billed until;Last day;Term'
  const row = (last: string) => `A1;a@b.example;2025-03-10;2026-12-09;${last}`
  const { rows, problem } = readRunningContractTable(
    [
      heads,
      row('09.03.2027;6'),
      row('09.03.2027;'),
      row(';6'),
      row('09.03.2027;0'),
      row('09.03.2027;121'),
    ].join('\n'),
  )
  expect(problem).toBeNull()
  expect(
    rows.map(({ contract, problems }) => [contract.termMonths, problems.map(({ field }) => field)]),
  ).toEqual([
    [6, []],
    [null, []],
    [6, ['endDay']],
    [null, ['termMonths']],
    [null, ['termMonths']],
  ])
})

test('the paper of a deposit asks for it alone, for the days that were billed elsewhere', () => {
  const { period, lines, totals } = takenOverDeposit(money(15_000, 'EUR'), {
    startDay: day('2025-03-10'),
    billedUntil: day('2026-11-09'),
  })
  expect([period.from.toString(), period.until.toString()]).toEqual(['2025-03-10', '2026-11-10'])
  expect(lines.map(({ kind, gross, vat }) => [kind, gross.amount, vat.amount])).toEqual([
    ['deposit', 15_000, 0],
  ])
  expect(totals.gross.amount).toBe(15_000)
})

test('nothing is billed here for days that have passed, nor for years ahead', () => {
  const today = day('2026-11-22')
  expect(
    ['2026-11-20', '2026-11-21', '2027-06-30', '2040-01-01'].map((text) => mayTakeOver(day(text), today)),
  ).toEqual([false, true, true, false])
})

describe('the table of running contracts', () => {
  const read = (text: string) =>
    readRunningContractTable(text).rows.map(({ line, contract, problems }) => [
      line,
      contract.startDay?.toString() ?? null,
      contract.billedUntil?.toString() ?? null,
      contract.monthRate,
      contract.deposit,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ])
  test('is read as spreadsheets of our countries write it', () => {
    const german =
      '\u{FEFF}Nummer;E-Mail;Mietbeginn;Bezahlt bis;Kaution;Preis netto\r\nA1;a@x.de;1.3.2025;30.11.2026;150,00;1 089,50\r\n'
    const english =
      'Number,E-Mail,Start,Paid until,Deposit,Net rate\nA1,a@x.de,2025-03-01,2026-11-30,150,1089.5\n'
    const row = [2, '2025-03-01', '2026-11-30', 108_950, 15_000]
    expect(read(german)).toEqual([row])
    expect(read(english)).toEqual([row])
  })
  test('says of each row what is wrong in which column', () => {
    const bad = [
      'number;e-mail;start;billed until;deposit;period',
      'A1;a@x.de;31.02.2026;30.11.2026;;',
      'A2;;11/30/2025;2026-11-30;-5;13',
      'A3;a@x.de;2026-11-30;2026-11-01;1,234;',
    ].join('\n')
    expect(read(bad)).toEqual([
      [2, null, '2026-11-30', null, 0, 'startDay 1005'],
      [3, null, '2026-11-30', null, 0, 'email 1003', 'startDay 1005', 'periodMonths 1005', 'deposit 1005'],
      [4, '2026-11-30', '2026-11-01', null, 0, 'billedUntil 1005', 'deposit 1005'],
    ])
  })
  test('of half a file, an open quotation mark and a line with too many cells the row is named', () => {
    const heads = 'Number;E-mail;Start;Billed until;Period'
    const good = 'A1;a@b.example;2025-03-10;2026-12-09;1'
    const flaws = (...lines: readonly string[]) =>
      readRunningContractTable(lines.join('\n')).rows.map(({ line, problems }) =>
        [line, ...problems.map(({ field, code, flaw = '' }) => `${field} ${code} ${flaw}`)].join(': '),
      )
    expect(flaws(heads, good, good)).toEqual(['2', '3'])
    expect(flaws(heads, good, 'A2;a@b.example;2025-03-10;"2026-12-09;1', good, good)).toEqual([
      '2',
      '3: billedUntil 1005 quote',
    ])
    expect(flaws(heads, `${good};one more`, `${good};;`)).toEqual(['2: periodMonths 1005 cells', '3'])
    expect(flaws(heads, good, 'A2;a@b.example;2025-03-10;2026-12-0')).toEqual([
      '2',
      '3: billedUntil 1005 cut',
    ])
    // A line that ends may leave out its empty cells, as spreadsheets do.
    expect(flaws(heads, good, 'A2;a@b.example;2025-03-10;2026-12-09', '')).toEqual(['2', '3'])
  })

  test('is no table without its columns, with one twice, without rows or with too many', () => {
    const problem = (text: string) => readRunningContractTable(text).problem
    expect(problem('')).toBe('empty')
    expect(problem('number;start\n1;2')).toBe('noColumn')
    expect(problem('number;number;e-mail;start;billed until\n1;2;3;4;5')).toBe('twice')
    expect(problem('number;e-mail;start;billed until\n')).toBe('empty')
    expect(problem(`number;e-mail;start;billed until\n${'a;b;c;d\n'.repeat(1001)}`)).toBe('tooMany')
  })
})

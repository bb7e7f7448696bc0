import { expect, test } from 'vitest'
import { overdueFirst, stateOf, type BillingDocument } from './document.ts'
import { untilPaid } from './until-paid.ts'

const unpaid = {
  documentType: 'Invoice',
  debt: 1054080,
  writtenOff: 0,
  amount: 1054080,
  credited: 0,
  overdue: false,
  paymentUnderWay: false,
  paymentDate: null,
  dueDate: '2026-11-20',
}

test('a paid document says when', () => {
  expect(stateOf({ ...unpaid, debt: 0, paymentDate: '2026-11-19' }, '2026-11-21')).toEqual({
    kind: 'paid',
    day: '2026-11-19',
  })
})

test('overdue counts the days since the due day, one at least', () => {
  expect(stateOf({ ...unpaid, overdue: true }, '2026-11-27')).toEqual({ kind: 'overdue', days: 7 })
  // The server's day has already turned, the reader's not yet.
  expect(stateOf({ ...unpaid, overdue: true }, '2026-11-20')).toEqual({ kind: 'overdue', days: 1 })
})

test('what is due names its day, on that day too', () => {
  expect(stateOf(unpaid, '2026-11-13')).toEqual({ kind: 'due', day: '2026-11-20' })
  expect(stateOf(unpaid, '2026-11-20')).toEqual({ kind: 'due', day: '2026-11-20' })
})

test('the first invoice of a pending contract waits after its due day, and is not overdue', () => {
  expect(stateOf(unpaid, '2026-11-25')).toEqual({ kind: 'waiting' })
})

test('a payment under way hides that it is overdue: paying twice must not be offered', () => {
  expect(stateOf({ ...unpaid, overdue: true, paymentUnderWay: true }, '2026-11-27')).toEqual({
    kind: 'underWay',
  })
})

test('a credit note owes nothing, whatever its sum', () => {
  expect(stateOf({ ...unpaid, documentType: 'Statement', debt: 0 }, '2026-11-21')).toEqual({
    kind: 'statement',
  })
  expect(stateOf({ ...unpaid, documentType: 'CreditNote', debt: 0 }, '2026-11-21')).toEqual({
    kind: 'credit',
  })
})

test('overdue ones stand in order of their due day, others are left out', () => {
  const of = (id: string, dueDate: string, overdue: boolean, debt = 100) =>
    ({ ...unpaid, id, dueDate, overdue, debt }) as BillingDocument
  const list = [
    of('b', '2026-11-20', true),
    of('c', '2026-12-20', false),
    of('a', '2026-10-20', true),
    of('paid', '2026-09-20', true, 0),
  ]
  expect(overdueFirst(list).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a document marked as paid is read until it owes nothing, ten seconds at most', async () => {
  const run = async (debts: readonly (number | Error)[]) => {
    let reads = 0
    let waited = 0
    const isPaid = await untilPaid(
      'a',
      async () => {
        const debt = debts[Math.min(reads, debts.length - 1)] ?? 0
        reads += 1
        if (debt instanceof Error) throw debt
        // What another document owes decides nothing.
        return await Promise.resolve([
          { id: 'b', debt: debt > 0 ? 0 : 500 },
          { id: 'a', debt },
        ])
      },
      async (ms) => {
        waited += ms
        await Promise.resolve()
      },
    )
    return { isPaid, reads, waited }
  }
  expect(await run([100, 100, 0])).toEqual({ isPaid: true, reads: 3, waited: 800 })
  const late = await run([100])
  expect(late).toMatchObject({ isPaid: false, waited: 10_000 })
  expect(late.reads).toBeGreaterThan(5)
  expect(await run([100, new Error('lost'), 0]), 'not asked on for who has left').toMatchObject({
    isPaid: false,
    reads: 2,
  })
})

test('what was given up is neither paid nor owed', () => {
  expect(stateOf({ ...unpaid, debt: 0, writtenOff: 1054080 }, '2026-11-21')).toEqual({ kind: 'writtenOff' })
  // A part of it is asked for again: its payment went back.
  expect(stateOf({ ...unpaid, writtenOff: 100, overdue: true }, '2026-11-27')).toMatchObject({
    kind: 'overdue',
  })
})

test('what credit notes have taken back wholly was not paid; a part of it changes nothing', () => {
  const waived = { ...unpaid, debt: 0, credited: 1054080, paymentDate: '2026-11-20' }
  expect(stateOf(waived, '2026-11-21')).toEqual({ kind: 'cancelled' })
  expect(stateOf({ ...waived, credited: 80 }, '2026-11-21')).toEqual({ kind: 'paid', day: '2026-11-20' })
})

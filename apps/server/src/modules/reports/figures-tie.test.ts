import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listContractInvoices, payDocument, recordPayout } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { closeContract, transferContract } from '@stowage/api/contracts'
import { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import { redateDocument } from '@stowage/api/months'
import { reportAgedDebt, reportDeposits, reportRevenue, reportVat } from '@stowage/api/report-figures'
import { money } from '@stowage/domain/money'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { settlePayment } from '../billing/settle-payment.ts'
import { paymentRefunded } from '../payments/index.ts'
import { countIn } from './sums-store.ts'
import { tieDebt } from './tie-debt.fixture.ts'

const { world, people } = await openPeopledWorld()
const { platform, modules } = world.running
const { db } = platform
const { sofia } = people
const tools = { platform, catalog: modules.catalog }
const boxes = Array.from({ length: 12 }, (_, index) => ({
  unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
  size: 2,
  ownRate: 5003 + index * 111,
}))
const berlin = await createSmallStock(tools, {
  stock: {
    depositMonths: 1,
    insuranceMonthlyAmount: 499,
    insuranceCoverageAmount: 100_000,
    insuranceTaxPercent: 19,
    invoiceNotPaidFeePercent: 1,
    daysWithoutFee: 3,
    contractEndedFee: 2,
    vat: [
      { validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 19 },
      { validFrom: Temporal.PlainDate.from('2027-02-01'), legalPercent: 20, individualPercent: 20 },
    ],
  },
  boxes,
})
const moscow = await createSmallStock(tools, {
  stock: { name: 'Moskau', timeZone: 'Europe/Moscow', currency: 'RUB', depositMonths: 1 },
  boxes,
})

let free = 0
async function rent(stock = berlin, { months = 11, insured = true, isPaid = true } = {}) {
  const tenant = await createPerson(world, { email: `${newId().toLowerCase()}@tenants.example` })
  const box = stock.boxes[free++ % 12]
  const booked = await sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: box?.id ?? '',
      userId: tenant.id,
      arrivalDate: platform.clock.now().toString().slice(0, 10),
      contractDuration: months,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
      ...(insured && stock === berlin ? { insuranceSchemeId: 'standard' } : {}),
    },
  })
  expect(booked.errors).toEqual([])
  const contract = { tenant, id: booked.body.id, documentId: booked.body.documentId ?? '', stock }
  if (isPaid) await pay(contract.documentId)
  return contract
}
type Rented = Awaited<ReturnType<typeof rent>>

async function pay(documentId: string): Promise<void> {
  expect((await sofia.call(payDocument, { body: { documentId, processor: 'manual' } })).errors).toEqual([])
  await world.settle()
}
const papers = async ({ id }: Rented) =>
  (await sofia.call(listContractInvoices, { params: { contractId: id } })).body
async function payAll(contract: Rented): Promise<void> {
  for (const { id, debt } of await papers(contract)) if (debt > 0) await pay(id)
}
async function close({ stock, id }: Rented): Promise<void> {
  const closed = await sofia.call(closeContract, {
    params: { stockId: stock.stockId, contractId: id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await world.settle()
}

/** All of the payment that paid a document goes back, as the payments module tells it. */
async function refund(documentId: string): Promise<void> {
  const row = await db
    .updateTable('payment')
    .set({ status: 'refunded' })
    .where('reference', '=', `document:${documentId}`)
    .where('status', '=', 'succeeded')
    .returning([
      'id',
      'reference',
      'account_id as accountId',
      'stock_id as stockId',
      'amount',
      'currency',
      'processor',
    ])
    .executeTakeFirstOrThrow()
  const { id, ...paid } = row
  await platform.transact(async (tx) => {
    const payload = { ...paid, paymentId: id, refunded: row.amount, isAll: true }
    const about = { aggregate: `payment:${id}`, stockId: row.stockId, at: platform.clock.now(), payload }
    publish(tx, fact(paymentRefunded, about))
  })
  await world.settle()
}

interface Movement {
  readonly month: string
  readonly stockId: string
  readonly currency: string
  readonly account: string
  readonly credit: number
}
/** The book itself, entry by entry: what stands on accounts, credit above 0. */
async function book(until = '2100-01-01'): Promise<readonly Movement[]> {
  const { rows } = await sql<Movement>`
    select to_char(business_day, 'YYYY-MM') as month, stock_id as "stockId", currency, account, -sum(amount)::bigint as credit
      from ledger_entry where business_day <= ${until}::date group by 1, 2, 3, 4`.execute(db)
  return rows
}
const total = (rows: readonly Movement[], which: (row: Movement) => boolean): number =>
  rows.filter(which).reduce((sum, { credit }) => sum + credit, 0)

const EARNED = ['rent', 'insurance', 'penalty']
const PERIOD = { from: '2026-11-01', to: '2027-06-30', grain: 'month' } as const
const scopes = [
  { currency: 'EUR', stock: berlin },
  { currency: 'RUB', stock: moscow },
] as const

/** Each report of money, held against the entries of the book. */
async function tie(): Promise<void> {
  const entries = await book()
  const [revenue, vat, deposits, debt] = [
    (await sofia.call(reportRevenue, { query: PERIOD })).body,
    (await sofia.call(reportVat, { query: PERIOD })).body,
    (await sofia.call(reportDeposits, { query: PERIOD })).body,
    (await sofia.call(reportAgedDebt, {})).body,
  ]
  for (const { currency, stock } of scopes) {
    const of = (account: string | readonly string[], month?: string) =>
      total(
        entries,
        (row) =>
          row.currency === currency &&
          [account].flat().includes(row.account) &&
          (month === undefined || row.month === month),
      )
    const earned = revenue.rows.filter((row) => row.currency === currency)
    expect(earned.map((row) => row.stock.id)).toEqual([stock.stockId])
    expect(earned[0]).toMatchObject({
      rent: of('rent'),
      insurance: of('insurance'),
      penalty: of('penalty'),
      total: of(EARNED),
      writtenOff: 0 - of('writeOff'),
    })
    for (const point of revenue.points.filter((one) => one.currency === currency))
      expect([point.day, point.total]).toEqual([point.day, of(EARNED, point.day.slice(0, 7))])

    const taxed = vat.rows.filter((row) => row.currency === currency)
    const sum = (tax: string): number =>
      taxed.filter((row) => row.tax === tax).reduce((all, row) => all + row.vat, 0)
    expect([sum('vat'), sum('insuranceTax')]).toEqual([of('vat'), of('insuranceTax')])
    for (const point of vat.points.filter((one) => one.currency === currency))
      expect([point.day, point.vat, point.insuranceTax]).toEqual([
        point.day,
        of('vat', point.day.slice(0, 7)),
        of('insuranceTax', point.day.slice(0, 7)),
      ])

    const held = deposits.rows.find((row) => row.currency === currency)
    expect(held).toMatchObject({ opening: 0, held: of('deposit'), asked: of('depositAsked') })
    expect((held?.taken ?? 0) - (held?.returned ?? 0)).toBe(of('deposit'))
    expect(deposits.points.findLast((one) => one.currency === currency)?.held).toBe(of('deposit'))

    const owed = debt.rows.find((row) => row.currency === currency)
    expect(owed?.total ?? 0).toBe(0 - of('receivable'))
    if (owed) expect(owed.notDue + owed.upTo30 + owed.upTo60 + owed.upTo90 + owed.older).toBe(owed.total)
  }
}

/** What the tables of sums hold, with what waits beside them. */
async function sums(): Promise<unknown> {
  const { rows } = await sql`
    select month::text, stock_id, currency, account, reason, sum(entries) as entries, sum(debit) as debit, sum(credit) as credit
      from (select month, stock_id, currency, account, reason, entries, debit, credit from ledger_sum union all select month, stock_id, currency, account, reason, entries, debit, credit from ledger_sum_added) s
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db)
  const { rows: taxes } = await sql`
    select month::text, stock_id, currency, line, is_credit, vat_percent, sum(net) as net, sum(vat) as vat
      from (select month, stock_id, currency, line, is_credit, vat_percent, net, vat from tax_sum
            union all select t.month, d.stock_id, d.currency, l.kind, d.kind = 'credit_note', l.vat_percent, t.sign * l.net, t.sign * l.vat
              from tax_sum_added t join document d on d.id = t.document_id join document_line l on l.document_id = d.id) s
     group by 1, 2, 3, 4, 5, 6 having sum(net) <> 0 or sum(vat) <> 0 order by 1, 2, 3, 4, 5, 6`.execute(db)
  return { sums: rows, taxes }
}

test('over months with credit notes, refunds, write-offs, moves, penalties, surplus, payouts and redated documents the reports are what the book says', async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  const steady = await rent()
  const leaver = await rent()
  const refunded = await rent()
  const debtor = await rent(berlin, { months: 2, insured: false })
  const russian = await rent(moscow)
  await rent(berlin, { isPaid: false })
  await tie()

  // The second invoices come; some pay, one goes too far and has a balance, one pays nothing any more.
  await world.setTime('2026-12-15T10:00:00Z')
  await payAll(steady)
  await payAll(russian)
  const [second] = (await papers(leaver)).filter(({ debt }) => debt > 0)
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId: second?.id ?? '',
        amount: money((second?.debt ?? 0) + 1234, 'EUR'),
        processor: 'manual',
        at: platform.clock.now(),
      }),
  )
  await world.settle()
  await refund(refunded.documentId)
  await tie()

  // Penalties of December, a credit note, a move to another box, somebody leaves early and takes his balance with him.
  await world.setTime('2027-01-05T10:00:00Z')
  const shown = (await sofia.call(previewCreditNote, { params: { id: steady.documentId }, body: {} })).body
  const note = await sofia.call(issueCreditNote, {
    params: { id: steady.documentId },
    body: { reason: 'Irrtum', shown: { gross: shown.gross, left: shown.left } },
  })
  expect(note.errors).toEqual([])
  const moved = await sofia.call(transferContract, {
    params: { stockId: moscow.stockId, contractId: russian.id },
    body: { boxId: moscow.boxes[11]?.id ?? '' },
  })
  expect(moved.errors).toEqual([])
  await close(leaver)
  const paidOut = await sofia.call(recordPayout, {
    params: { userId: leaver.tenant.id },
    body: { stockId: berlin.stockId, amount: 1000, method: 'bankTransfer', paidOn: '2027-01-05' },
  })
  expect(paidOut.errors).toEqual([])
  await world.settle()
  await tie()
  // Counted in now and not again: whoever reads sees each entry once.
  const before = await sums()
  await platform.transact(countIn)
  expect(await platform.transact(countIn)).toBe(0)
  expect(await sums()).toEqual(before)
  await tie()

  // Documents of one month are booked in the one before; VAT changes; the debtor is given up, and pays a part all the same.
  await world.setTime('2027-02-25T10:00:00Z')
  const [late] = (await papers(steady)).filter(({ debt }) => debt > 0)
  const redated = await sofia.call(redateDocument, {
    params: { documentId: late?.id ?? '', stockId: berlin.stockId },
    body: { accountingDate: '2027-01-10' },
  })
  expect(redated.errors).toEqual([])
  await close(debtor)
  for (const { id, debt } of (await papers(debtor)).filter((one) => one.debt > 0)) {
    const given = await sofia.send(
      'POST',
      `documents/${id}/write-off`,
      { debt, reason: 'Unbekannt verzogen' },
      { 'idempotency-key': newId() },
    )
    expect(given.status).toBe(200)
  }
  await world.settle()
  const given = (await papers(debtor)).find(({ documentType }) => documentType === 'Invoice')
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId: given?.id ?? '',
        amount: money(700, 'EUR'),
        processor: 'manual',
        at: platform.clock.now(),
      }),
  )
  await world.settle()
  await tie()

  await world.setTime('2027-05-03T10:00:00Z')
  await tie()
  // From before the first document over days of payments, a refund, a redated document and what was given up, to yesterday.
  const days = ['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-15', '2027-01-04', '2027-01-12']
  await tieDebt({ db, sofia }, ...days, '2027-02-20', '2027-02-25', '2027-03-31', '2027-05-02')
  const accounts = new Set((await book()).map(({ account }) => account))
  // It was lived through, else nothing is proved.
  for (const account of [...EARNED, 'insuranceTax', 'writeOff', 'deferredRent', 'depositAsked', 'deposit'])
    expect([account, accounts.has(account)]).toEqual([account, true])
  const { rows: kinds } = await sql<{
    kind: string
  }>`select distinct kind from document where number is not null`.execute(db)
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice', 'penalty', 'statement'])
  expect((await findFaults(db)).faults).toEqual([])

  // And all of it anew comes to the same.
  await platform.transact(countIn)
  const counted = await sums()
  await sql`select rebuild_ledger_sums()`.execute(db)
  expect(await sums()).toEqual(counted)
})

test('several servers that count at once count each entry once', async () => {
  await world.setTime('2027-05-10T10:00:00Z')
  await Promise.all([1, 2, 3].map(async () => await rent()))
  const before = await sums()
  await Promise.all([1, 2, 3, 4].map(async () => await platform.transact(countIn)))
  expect(await sums()).toEqual(before)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from ledger_sum_added`.execute(db)
  expect(rows[0]?.left).toBe(0)
  await tie()
})

test('debt of a past day: paid for a closed month it is owed there until the first open day; today and later is now; a day of another century is refused', async () => {
  const owed = async (on?: string) => {
    const { body } = await sofia.call(reportAgedDebt, {
      query: { currency: 'EUR', ...(on === undefined ? {} : { on }) },
    })
    return { on: body.on, total: body.rows[0]?.total ?? 0 }
  }
  const now = await owed()
  expect(await owed('2027-05-10')).toEqual(now)
  expect(await owed('2030-01-01')).toEqual(now)
  const { rows: debts } = await sql<{ id: string; left: number }>`
    select id, gross - paid as left from document where status = 'open' and number is not null and currency = 'EUR' and kind = 'invoice' and accounting_date < '2027-04-01' order by id limit 1`.execute(
    db,
  )
  const [{ id, left } = { id: '', left: 0 }] = debts
  expect(left).toBeGreaterThan(0)
  const before = await owed('2027-04-20')
  // The books of April are closed; then money comes that was paid on the 10th of April.
  await sql`insert into book_month (seller_id, month, closed_at, closed_by_id) select distinct seller_id, date '2027-04-01', timestamptz '2027-05-05', 'somebody' from stock
      on conflict (seller_id, month) do update set closed_at = excluded.closed_at, closed_by_id = excluded.closed_by_id`.execute(
    db,
  )
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId: id,
        amount: money(left, 'EUR'),
        processor: 'manual',
        at: Temporal.Instant.from('2027-04-10T10:00:00Z'),
      }),
  )
  await world.settle()
  expect(await owed('2027-04-20')).toEqual(before)
  await tieDebt({ db, sofia }, '2027-04-09', '2027-04-20', '2027-04-30', '2027-05-01')
  expect((await owed()).total).toBe(now.total - left)
  const refused = await sofia.call(reportAgedDebt, { query: { on: '1926-01-01' } })
  expect(refused.errors[0]).toMatchObject({ errorCode: 9165, field: 'on' })
})

test('quarters and years are the sums of their months, and an opening balance is what stood before', async () => {
  const months = (await sofia.call(reportRevenue, { query: PERIOD })).body.points
  const quarters = (await sofia.call(reportRevenue, { query: { ...PERIOD, grain: 'quarter' } })).body.points
  const inEuro = (points: typeof months, from: string, until: string): number =>
    points
      .filter((point) => point.currency === 'EUR' && point.day >= from && point.day < until)
      .reduce((sum, point) => sum + point.total, 0)
  expect(inEuro(quarters, '2027-01-01', '2027-01-02')).toBe(inEuro(months, '2027-01-01', '2027-04-01'))
  const query = { from: '2027-01-15', to: '2027-02-03', currency: 'EUR' } as const
  const { body } = await sofia.call(reportDeposits, { query })
  // Whole months, whichever days were asked for.
  expect([body.from, body.to]).toEqual(['2027-01-01', '2027-02-28'])
  const stood = total(
    await book('2026-12-31'),
    ({ currency, account }) => currency === 'EUR' && account === 'deposit',
  )
  expect(stood).toBeGreaterThan(0)
  expect(body.rows.map(({ currency, opening }) => [currency, opening])).toEqual([['EUR', stood]])
})

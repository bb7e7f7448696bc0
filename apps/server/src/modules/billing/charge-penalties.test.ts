import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as billingApi from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { closeContract, previewClosing } from '@stowage/api/contracts'
import { issueCreditNote } from '@stowage/api/corrections'
import { listPenalties } from '@stowage/api/reports'
import { updateStock } from '@stowage/api/stocks'
import { money } from '@stowage/domain/money'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'
import { receiveMoney } from '../../testing/receive-money.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { chargeMonthEnds } from './charge-penalties.ts'
import { invoicePage } from './print-invoice.ts'
import { printableDocument } from './document-view.ts'
import { printOf } from './send-invoice-pdf.ts'

let stock: SmallStock
let paula: NamedPerson
let nextBox = 0

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { invoiceNotPaidFeePercent: 1, daysWithoutFee: 5, contractEndedFee: 2, depositMonths: 1 },
      boxes: Array.from({ length: 20 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 2,
        ownRate: 5000,
      })),
    },
  )
})
beforeEach(async () => {
  await world.setTime('2026-11-21T10:00:00Z')
  paula = await createPerson(world, { email: `paula-${newId().toLowerCase()}@tenants.example` })
})
afterEach(async () => expect((await findFaults(world.running.platform.db)).faults).toEqual([]))

/** 50.00 a month, 59.50 with VAT. The second invoice is issued on the 14th of December, due on the 21st, free until the 26th. */
async function rents(over: Record<string, unknown> = {}): Promise<{ contractId: string; firstId: string }> {
  const reply = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes[nextBox++]?.id ?? '',
      userId: paula.id,
      arrivalDate: world.running.platform.clock.now().toString().slice(0, 10),
      contractDuration: 3,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
      ...over,
    },
  })
  expect(reply.errors).toEqual([])
  return { contractId: reply.body.id, firstId: reply.body.documentId ?? '' }
}
/** … with the first invoice paid at once, on the day the second one is issued: issued late, it would be due later. */
async function runs(over?: Record<string, unknown>): Promise<string> {
  const arrival = world.running.platform.clock.now().toZonedDateTimeISO('UTC')
  const { contractId, firstId } = await rents(over)
  await pay(firstId)
  await world.setTime(arrival.add({ months: 1 }).subtract({ days: 7 }).toInstant().toString())
  return contractId
}
async function pay(documentId: string): Promise<void> {
  const reply = await people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual' } })
  expect(reply.body.status).toBe('paid')
  await world.settle()
}
/** What an invoice asks for comes into the book today, as paid at an earlier moment. */
async function bookManually(documentId: string, at: string): Promise<void> {
  const { platform, modules } = world.running
  await platform.transact(
    async (tx) =>
      await modules.payments.recordManual(tx, {
        accountId: paula.id,
        stockId: stock.stockId,
        reference: `document:${documentId}`,
        amount: money(5950, 'EUR'),
        createdById: people.sofia.id,
        at: Temporal.Instant.from(at),
      }),
  )
  await world.settle()
}
const documents = async (contractId: string) =>
  (await paula.call(billingApi.listContractInvoices, { params: { contractId } })).body.toReversed()
const isPenalty = (one: { documentType: string; lines: readonly { kind: string }[] }) =>
  one.documentType === 'Invoice' && one.lines[0]?.kind === 'penalty'
const penalties = async (contractId: string) => (await documents(contractId)).filter(isPenalty)
/** From, until, sum of each penalty. */
const charged = async (contractId: string) =>
  (await penalties(contractId)).map((one) => [one.periodFrom, one.periodTo, one.amount])
const openInvoice = async (contractId: string): Promise<string> =>
  (await documents(contractId)).find((one) => one.status === 'open' && !isPenalty(one))?.id ?? ''
async function row(contractId: string) {
  const { body } = await people.sofia.call(listPenalties, { query: {} })
  return Array.isArray(body) ? body.find(({ id }) => id === contractId) : undefined
}

/** Whether a contract is on the first page of the list, the last to be overdue first, where it stands so. */
async function found(contractId: string, status: 'free' | 'charged'): Promise<boolean> {
  const { body } = await people.sofia.call(listPenalties, {
    query: { status, page: '1', sort: '-since', stockId: stock.stockId },
  })
  if (Array.isArray(body)) throw new TypeError('a page was asked for')
  expect(body.total).toBe(body.items.length)
  return body.items.some(({ id }) => id === contractId)
}

describe('an invoice that is paid late', () => {
  test('costs from the day behind the free ones: at the end of the month, and what is left of it when it is paid', async () => {
    const contractId = await runs()
    // The last second does not pass before all jobs have run.
    await standStill(async () => await world.setTime('2027-01-01T04:59:59Z'))
    expect(await charged(contractId)).toEqual([])
    // Six o'clock at the stock.
    await world.setTime('2027-01-01T05:00:00Z')
    // 1 % × 5 days of 59.50 is 2.975.
    expect(await charged(contractId)).toEqual([['2026-12-27', '2027-01-01', 298]])
    const [first] = await penalties(contractId)
    expect(first).toMatchObject({
      documentType: 'Invoice',
      vatAmount: 0,
      dueDate: '2027-01-08',
      documentDate: '2027-01-01',
    })
    expect(first?.invoiceNumber).toMatch(/P-2027-\d{6}$/)
    expect(first?.lines[0]?.explanation).toMatchObject({
      rule: 'percentPerDay',
      rate: 5950,
      percent: 1,
      days: 5,
      from: '2026-12-27',
      until: '2027-01-01',
    })

    await world.setTime('2027-01-10T08:00:00Z')
    await pay(await openInvoice(contractId))
    expect(await charged(contractId)).toEqual([
      ['2026-12-27', '2027-01-01', 298],
      ['2027-01-01', '2027-01-10', 536],
    ])
    for (const { id } of await penalties(contractId)) await pay(id)
    expect((await penalties(contractId)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    // Paid is paid: there is no penalty on a penalty, and no mail that says the box is paid until the end of one.
    await world.setTime('2027-01-20T08:00:00Z')
    expect(await penalties(contractId)).toHaveLength(2)
  })

  test('costs nothing while free days last', async () => {
    const contractId = await runs()
    await world.setTime('2026-12-26T20:00:00Z')
    await pay(await openInvoice(contractId))
    await world.setTime('2027-01-02T08:00:00Z')
    expect(await charged(contractId)).toEqual([])
  })

  test('three missed nights, several servers and a second run make one document', async () => {
    const contractId = await runs()
    const { running } = world
    await running.moveClock({ offsetMs: Date.parse('2027-01-04T10:00:00Z') - Date.now() })
    await Promise.all([1, 2, 3, 4].map(async () => await chargeMonthEnds(running.platform)))
    expect(await chargeMonthEnds(running.platform)).toBe(0)
    expect(await charged(contractId)).toEqual([['2026-12-27', '2027-01-01', 298]])
  })

  test('months that were missed are a document each, as if none had been', async () => {
    const contractId = await runs()
    await world.setTime('2027-02-03T10:00:00Z')
    expect((await charged(contractId)).slice(0, 2)).toEqual([
      ['2026-12-27', '2027-01-01', 298],
      ['2027-01-01', '2027-02-01', 1845],
    ])
  })

  test('a leap day is charged', async () => {
    await world.setTime('2028-01-21T10:00:00Z')
    const contractId = await runs()
    await world.setTime('2028-03-01T10:00:00Z')
    expect(await charged(contractId)).toEqual([['2028-02-27', '2028-03-01', 179]])
  })
})

test('days before a change of the percentage cost what they cost then', async () => {
  // The next test goes back to the days before.
  onTestFinished(async () => {
    await world.running.platform.db.deleteFrom('past_penalty_rate').execute()
  })
  const change = async (percent: number) => {
    const url = updateStock.path.replace('{id}', stock.stockId)
    const reply = await people.sofia.send('PUT', url, { invoiceNotPaidFeePercent: percent })
    expect(reply.errors).toEqual([])
  }
  const contractId = await runs()
  await world.setTime('2026-12-29T10:00:00Z')
  await change(4)
  // Of two changes on one day the last holds, and the first says what was before.
  await change(3)
  await world.setTime('2027-01-03T10:00:00Z')
  await change(1)
  expect((await penalties(contractId))[0]?.lines.map(({ quantity, net }) => [quantity, net])).toEqual([
    [2, 119],
    [3, 536],
  ])
  await world.setTime('2027-02-03T10:00:00Z')
  expect(await charged(contractId)).toEqual([
    ['2026-12-27', '2027-01-01', 655],
    // Two days of 3 percent, the others of one again.
    ['2027-01-01', '2027-02-01', 357 + 1726],
  ])
})

describe('what is paid', () => {
  test('a part makes the rest of the days cheaper; a surplus pays the penalty', async () => {
    const contractId = await runs()
    await world.setTime('2026-12-29T10:00:00Z')
    const invoice = await openInvoice(contractId)
    await receiveMoney(world, people.sofia.id, invoice, 3950)
    await world.setTime('2027-01-03T10:00:00Z')
    // Two days of 59.50, three of 20.00.
    expect((await penalties(contractId))[0]?.lines.map(({ net }) => net)).toEqual([119, 60])
    await receiveMoney(world, people.sofia.id, invoice, 2000 + 1000)
    expect(await charged(contractId)).toEqual([
      ['2026-12-27', '2027-01-01', 179],
      ['2027-01-01', '2027-01-03', 40],
    ])
    expect((await penalties(contractId)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('counts from its own day on, also where it is booked later', async () => {
    const contractId = await runs()
    await world.setTime('2027-01-06T10:00:00Z')
    await bookManually(await openInvoice(contractId), '2027-01-03T10:00:00Z')
    expect((await charged(contractId)).at(-1)).toEqual(['2027-01-01', '2027-01-03', 119])
  })

  test('takes back, by a credit note, days that were charged before it was known', async () => {
    const contractId = await runs()
    await world.setTime('2027-01-06T10:00:00Z')
    const invoice = await openInvoice(contractId)
    // Charged until the end of the year: five days of 59.50. It had been paid on the 29th.
    const [penalty] = await penalties(contractId)
    expect(penalty).toMatchObject({ amount: 298, debt: 298 })
    await bookManually(invoice, '2026-12-29T10:00:00Z')
    const [note] = (await documents(contractId)).filter((one) => one.documentType === 'CreditNote')
    // Two days remain: 1.19.
    expect(note).toMatchObject({ amount: -(298 - 119) })
    expect((await penalties(contractId)).map(({ debt }) => debt)).toEqual([119])
    expect((await documents(contractId)).filter((one) => one.documentType === 'CreditNote')).toHaveLength(1)
  })

  test('that is on its way is waited for', async () => {
    const contractId = await runs()
    const { platform } = world.running
    const id = newId()
    await platform.db
      .insertInto('payment')
      .values({
        id,
        processor: 'paykeeper',
        cabinet: 'test',
        reference: `document:${await openInvoice(contractId)}`,
        account_id: paula.id,
        stock_id: stock.stockId,
        amount: 5950,
        currency: 'EUR',
        status: 'pending',
        details: {},
        created_at: platform.clock.now(),
        created_by_id: paula.id,
      })
      .execute()
    await world.setTime('2027-01-01T10:00:00Z')
    expect(await charged(contractId)).toEqual([])
    await platform.db.updateTable('payment').set({ status: 'failed' }).where('id', '=', id).execute()
    await world.setTime('2027-01-05T10:00:00Z')
    expect(await charged(contractId)).toEqual([['2026-12-27', '2027-01-01', 298]])
  })

  test('nobody is penalised for a booking: the days before it became a contract are free', async () => {
    const { contractId, firstId } = await rents({ paymentMethod: 'bankTransfer' })
    await world.setTime('2026-12-04T10:00:00Z')
    await pay(firstId)
    await world.setTime('2026-12-28T10:00:00Z')
    expect(await charged(contractId)).toEqual([])
    await world.setTime('2027-02-02T10:00:00Z')
    expect(await charged(contractId)).toEqual([['2027-01-10', '2027-02-01', 1309]])
  })
})

describe('a contract that is closed while an invoice is late', () => {
  test('is charged for the days up to then, as the preview said, and never again', async () => {
    const contractId = await runs()
    await world.setTime('2026-12-30T10:00:00Z')
    const params = { stockId: stock.stockId, contractId }
    const { body: shown } = await people.sofia.call(previewClosing, { params })
    expect(shown).toMatchObject({ debt: 5950, penalties: 179 })
    const closed = await people.sofia.call(closeContract, { params, body: { shown } })
    expect(closed.errors).toEqual([])
    await world.settle()
    expect(await charged(contractId)).toEqual([['2026-12-27', '2026-12-30', 179]])
    await world.setTime('2027-03-02T10:00:00Z')
    expect(await charged(contractId)).toHaveLength(1)
  })
})

test('each penalty is mailed once, with its paper', async () => {
  const contractId = await runs()
  await world.setTime('2027-01-01T10:00:00Z')
  const mails = await world.running.platform.db
    .selectFrom('mail')
    .select(['kind', 'document_id'])
    .where('account_id', '=', paula.id)
    .where('kind', '=', 'penaltyIssued')
    .execute()
  expect(mails.map((mail) => mail.document_id)).toEqual((await penalties(contractId)).map(({ id }) => id))
  expect(mails).toHaveLength(1)
})

describe('the first penalty invoice', () => {
  const press = (contractId: string, amount?: number) =>
    people.sofia.call(billingApi.issuePenalty, { body: { contractId, amount } })
  async function waive(id: string, { net, left }: { net: number; left: number }): Promise<void> {
    const reply = await people.sofia.call(issueCreditNote, {
      params: { id },
      body: { lines: [{ position: 1, net }], reason: 'A goodwill gesture', shown: { gross: net, left } },
    })
    expect(reply.errors).toEqual([])
    await world.settle()
  }

  test('is issued when staff press, once; the end of the month charges the other days', async () => {
    const contractId = await runs()
    await world.setTime('2026-12-26T10:00:00Z')
    expect(await row(contractId)).toMatchObject({
      overdue: 5950,
      dueDate: '2026-12-21',
      daysOverdue: 5,
      freeDaysLeft: 1,
      nextPenalty: { amount: 298, day: '2027-01-01' },
      penalties: 0,
      firstPenalty: null,
    })
    expect((await press(contractId)).code).toBe(9125)
    expect(await found(contractId, 'free')).toBe(true)
    expect(await found(contractId, 'charged')).toBe(false)
    await world.setTime('2026-12-30T10:00:00Z')
    expect(await found(contractId, 'free')).toBe(false)
    expect(await found(contractId, 'charged')).toBe(true)
    expect(await row(contractId)).toMatchObject({ freeDaysLeft: 0, firstPenalty: 179 })
    const stale = await press(contractId, 119)
    expect([stale.code, await charged(contractId)]).toEqual([9109, []])
    const pressed = await Promise.all([press(contractId, 179), press(contractId, 179)])
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await row(contractId)).toMatchObject({
      penalties: 1,
      penaltiesAmount: 179,
      firstPenalty: null,
      nextPenalty: { amount: 119, day: '2027-01-01' },
    })
    await world.setTime('2027-01-01T10:00:00Z')
    expect(await charged(contractId)).toEqual([
      ['2026-12-27', '2026-12-30', 179],
      ['2026-12-30', '2027-01-01', 119],
    ])
    expect((await press(newId())).code).toBe(9104)

    // What is waived stands no more in what they were penalised by, and its days are not offered anew.
    const [first, second] = await penalties(contractId)
    await waive(first?.id ?? '', { net: 100, left: 179 })
    expect(await row(contractId)).toMatchObject({ penalties: 2, penaltiesAmount: 198 })
    await waive(first?.id ?? '', { net: 79, left: 79 })
    expect(await row(contractId)).toMatchObject({ penalties: 1, penaltiesAmount: 119, firstPenalty: null })
    await waive(second?.id ?? '', { net: 119, left: 119 })
    expect(await row(contractId)).toMatchObject({ penalties: 0, penaltiesAmount: 0, firstPenalty: null })
    expect((await penalties(contractId)).map(({ credited }) => credited)).toEqual([179, 119])
  })

  test('says on paper what was charged and why', async () => {
    const contractId = await runs()
    await world.setTime('2027-01-01T10:00:00Z')
    const [penalty] = await penalties(contractId)
    const printable = await printableDocument(world.running.platform.db, penalty?.id ?? '', null)
    if (!printable) throw new Error('no such document')
    const page = invoicePage(printOf(printable), 'en')
    const plain = page.rows[0]?.why.map((words) => words.replaceAll('\u00a0', ' '))
    expect(plain).toEqual([
      '27/12/2026 – 31/12/2026, 5 days',
      '1% a day of €59.50 unpaid; due on 21/12/2026, 5 days free',
    ])
    expect(page.title).toBe('Late fee')
  })
})

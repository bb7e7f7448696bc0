import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as billingApi from '@stowage/api/billing'
import * as bookingApi from '@stowage/api/booking'
import { updateStock } from '@stowage/api/stocks'
import * as contractsApi from '@stowage/api/contracts'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { migrationsFolder } from '../../platform/database/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { receiveMoney } from '../../testing/receive-money.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { issueDueInvoices } from './issue-due-invoices.ts'

let stock: SmallStock
let tenant: NamedPerson
let nextBox = 0

const NOVEMBER = '2026-11-21T10:00:00Z'

// A plan that cannot be billed is said loudly in the log: here it is meant.
const { world, people } = await openPeopledWorld({ config: { logLevel: 'silent' } })
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: { maxContractDuration: 11 },
      boxes: Array.from({ length: 60 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 2,
        ownRate: 5000,
      })),
    },
  )
})
beforeEach(async () => {
  await world.setTime(NOVEMBER)
  tenant = await createPerson(world, { email: `${newId().toLowerCase()}@tenants.example` })
})
afterEach(async () => expect((await findFaults(world.running.platform.db)).faults).toEqual([]))

async function book(
  person: NamedPerson,
  over: Record<string, unknown> = {},
): Promise<{ contractId: string; documentId: string; total: number; boxId: string }> {
  const boxId = stock.boxes[nextBox++]?.id ?? ''
  const reply = await people.sofia.call(bookingApi.bookBox, {
    body: {
      stockId: stock.stockId,
      boxId,
      userId: person.id,
      arrivalDate: '2026-11-21',
      contractDuration: 3,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
      ...over,
    },
  })
  expect(reply.errors).toEqual([])
  return {
    contractId: reply.body.id,
    documentId: reply.body.documentId ?? '',
    total: reply.body.total,
    boxId,
  }
}
const markPaid = (documentId: string, debt?: number) =>
  people.sofia.call(billingApi.payDocument, { body: { documentId, processor: 'manual', debt } })
const balance = async (person: NamedPerson) =>
  (await person.call(billingApi.accountBalance, { query: { stockId: stock.stockId } })).body
const statusOf = async (person: NamedPerson, contractId: string) =>
  (await person.call(contractsApi.getContract, { params: { contractId } })).body.status
/** What stands in the mails about payments that a tenant gets, the first one first. */
const paymentMails = async (person: NamedPerson) =>
  (
    await world.running.platform.db
      .selectFrom('mail')
      .select(['document_id', 'data'])
      .where('account_id', '=', person.id)
      .where('kind', '=', 'paymentReceived')
      .orderBy('id')
      .execute()
  ).map(({ document_id, data }) => [document_id, (data as { paidFrom?: string }).paidFrom])
const { floor } = Math

const receive = async (documentId: string, amount: number): Promise<string> =>
  await receiveMoney(world, people.sofia.id, documentId, amount)

describe('marked as paid by hand', () => {
  test('twice, before the first is settled: one payment, no balance out of nothing', async () => {
    const booked = await book(tenant)
    const replies = await Promise.all([markPaid(booked.documentId), markPaid(booked.documentId)])
    replies.push(await markPaid(booked.documentId))
    expect(replies.map((reply) => reply.body.status)).toEqual(['paid', 'paid', 'paid'])
    await world.settle()
    expect(
      await world.running.platform.db
        .selectFrom('payment')
        .select('id')
        .where('reference', '=', `document:${booked.documentId}`)
        .execute(),
    ).toHaveLength(1)
    expect(await balance(tenant)).toMatchObject({ accountBalance: 0, debt: 0 })
    expect(await statusOf(tenant, booked.contractId)).toBe('active')
  })
})

describe('marked as paid by hand in a tab that has stood open', () => {
  test('another sum than the question named is not recorded', async () => {
    const booked = await book(tenant)
    await receive(booked.documentId, 1000)
    const stale = await markPaid(booked.documentId, booked.total)
    expect([stale.status, stale.code]).toEqual([409, 9109])
    expect(stale.errors[0]).toMatchObject({ present: { debt: booked.total - 1000, currency: 'EUR' } })
    await world.settle()
    expect(await balance(tenant)).toMatchObject({ debt: booked.total - 1000 })
    expect((await markPaid(booked.documentId, booked.total - 1000)).body.status).toBe('paid')
    await world.settle()
    expect(await balance(tenant)).toMatchObject({ accountBalance: 0, debt: 0 })
    // Nothing is left: whatever sum had been seen, a second press changes nothing.
    expect((await markPaid(booked.documentId, booked.total)).body.status).toBe('paid')
  })
})

describe('a surplus', () => {
  test('never pays a part of a booking that may still be given up', async () => {
    const [first, pending] = [await book(tenant), await book(tenant)]
    await receive(first.documentId, first.total + floor(pending.total / 2))
    expect(await balance(tenant)).toMatchObject({
      accountBalance: floor(pending.total / 2),
      debt: pending.total,
    })
    await world.setTime('2026-11-24T10:30:00Z')
    expect(await statusOf(tenant, pending.contractId)).toBe('cancelled')
    // Nothing is asked for a contract that never was, and the money is still the tenant's.
    expect(await balance(tenant)).toMatchObject({ accountBalance: floor(pending.total / 2), debt: 0 })
  })

  test('pays the next invoice, and the same money pays one only, whoever bills', async () => {
    const [one, two] = [await book(tenant), await book(tenant)]
    await markPaid(one.documentId)
    await markPaid(two.documentId)
    await world.settle()
    await receive(one.documentId, 5950)
    expect(await balance(tenant)).toMatchObject({ accountBalance: 5950, debt: 0 })
    const { platform } = world.running
    await world.running.moveClock({ offsetMs: Date.parse('2026-12-15T10:00:00Z') - Date.now() })
    await Promise.all([1, 2, 3, 4].map(async () => await issueDueInvoices(platform)))
    expect(await balance(tenant)).toMatchObject({ accountBalance: 0, debt: 5950 })
    await world.settle()
    // A mail says of each invoice what has paid it.
    expect((await paymentMails(tenant)).map(([, paidFrom]) => paidFrom)).toEqual([
      'payment',
      'payment',
      'balance',
    ])
  })
})

const contractOf = async (person: NamedPerson, contractId: string) =>
  (await person.call(contractsApi.getContract, { params: { contractId } })).body
const invoicesOf = async (person: NamedPerson, contractId: string) =>
  (await person.call(billingApi.listContractInvoices, { params: { contractId } })).body

describe('nothing to pay', () => {
  test('a contract of 0 runs at once, and its invoices are settled as they are issued', async () => {
    const { db } = world.running.platform
    const boxId = stock.boxes[nextBox]?.id ?? ''
    await db.updateTable('box').set({ month_rate: 0, own_rate: 0 }).where('id', '=', boxId).execute()
    const booked = await book(tenant)
    expect(booked.total).toBe(0)
    await world.settle()
    expect(await statusOf(tenant, booked.contractId)).toBe('active')
    await world.setTime('2026-12-15T10:00:00Z')
    const documents = (
      await tenant.call(billingApi.listContractInvoices, { params: { contractId: booked.contractId } })
    ).body
    expect(documents.map((document) => [document.status, document.paid])).toEqual([
      ['paid', true],
      ['paid', true],
    ])
    const contract = (
      await tenant.call(contractsApi.getContract, { params: { contractId: booked.contractId } })
    ).body
    expect(contract.paidUntil).toBe('2027-01-21')
    expect(await paymentMails(tenant)).toEqual([])
  })
})

describe('VAT that changes while a contract runs', () => {
  /** A stock of its own with two boxes: what is set here concerns nobody else. */
  async function openStock(): Promise<SmallStock> {
    const { platform, modules } = world.running
    return await createSmallStock(
      { platform, catalog: modules.catalog },
      {
        stock: {
          vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 7 }],
        },
        boxes: ['YA001', 'YA002'].map((unitNumber) => ({ unitNumber, size: 2, ownRate: 5000 })),
      },
    )
  }
  const setVat = async (at: SmallStock, legalUsersVatRate: number, individualUsersVatRate: number) => {
    const body = { legalUsersVatRate, individualUsersVatRate }
    expect((await people.sofia.call(updateStock, { params: { id: at.stockId }, body })).errors).toEqual([])
  }
  /** Percent, net and gross of the invoices, the first one first. */
  const billed = async (contractId: string) =>
    (await invoicesOf(tenant, contractId))
      .map(({ lines, net, amount }) => [lines[0]?.vatPercent, net, amount])
      .toReversed()

  test('the rate of a period is that of its first day, of the class that the tenant had when he booked', async () => {
    const at = await openStock()
    const of = { stockId: at.stockId }
    const booked = await book(tenant, { ...of, boxId: at.boxes[0]?.id })
    await markPaid(booked.documentId)
    await world.setTime('2026-11-28T10:00:00Z')
    await setVat(at, 22, 10)
    const before = await contractOf(tenant, booked.contractId)
    expect(before).toMatchObject({ vatRate: 10, periodNet: 5000, vatAmount: 500, periodGross: 5500 })
    await world.setTime('2026-12-15T10:00:00Z')
    expect(await billed(booked.contractId)).toEqual([
      [7, 5000, 5350],
      [10, 5000, before.periodGross],
    ])
    // He becomes a business: what runs is not moved by it, only the law moves it.
    await world.running.platform.db
      .updateTable('account')
      .set({ account_type: 'legal', company: 'Clara Ltd' })
      .where('id', '=', tenant.id)
      .execute()
    await world.setTime('2027-01-15T10:00:00Z')
    expect((await billed(booked.contractId)).at(-1)).toEqual([10, 5000, 5500])
    expect((await contractOf(tenant, booked.contractId)).periodGross).toBe(5500)
  })

  test('an entrepreneur is legal; terms without a class keep the rates they were made with, until they have got one', async () => {
    const at = await openStock()
    const { db } = world.running.platform
    await db
      .updateTable('account')
      .set({ is_individual_entrepreneur: true })
      .where('id', '=', tenant.id)
      .execute()
    const booked = await book(tenant, { stockId: at.stockId, boxId: at.boxes[1]?.id })
    await markPaid(booked.documentId)
    await sql`update billing_plan set terms = terms - 'vatClass' where contract_id = ${booked.contractId}`.execute(
      db,
    )
    await sql`update contract set price = price - 'vatClass' where id = ${booked.contractId}`.execute(db)
    await world.setTime('2026-11-28T10:00:00Z')
    await setVat(at, 22, 10)
    expect((await contractOf(tenant, booked.contractId)).periodGross).toBe(5950)
    await world.setTime('2026-12-15T10:00:00Z')
    await sql.raw(await readFile(`${migrationsFolder}/0056-vat-class.sql`, 'utf8')).execute(db)
    expect((await contractOf(tenant, booked.contractId)).periodGross).toBe(6100)
    await world.setTime('2027-01-15T10:00:00Z')
    expect(await billed(booked.contractId)).toEqual([
      [19, 5000, 5950],
      [19, 5000, 5950],
      [22, 5000, 6100],
    ])
  })
})

describe('issuing', () => {
  test('a booking of December that is paid in January is an invoice of January, by number and by date', async () => {
    await world.setTime('2026-12-31T21:00:00Z')
    const booked = await book(tenant, { arrivalDate: '2026-12-31' })
    await world.setTime('2026-12-31T23:30:00Z')
    await markPaid(booked.documentId)
    await world.settle()
    const [invoice] = (
      await tenant.call(billingApi.listContractInvoices, { params: { contractId: booked.contractId } })
    ).body
    expect(invoice?.invoiceNumber).toMatch(/-2027-\d{6}$/)
    expect(invoice).toMatchObject({
      documentDate: '2027-01-01',
      accountingDate: '2027-01-01',
      dueDate: '2026-12-31',
      periodFrom: '2027-01-01',
    })
  })

  test('a plan that fails is parked, the others go on', async () => {
    const [broken, sound] = [await book(tenant), await book(tenant)]
    for (const booked of [broken, sound]) await markPaid(booked.documentId)
    await world.settle()
    const { db } = world.running.platform
    await sql`update billing_plan set terms = jsonb_set(terms, '{rate}', '1.5') where contract_id = ${broken.contractId}`.execute(
      db,
    )
    await world.setTime('2026-12-15T10:00:00Z')
    const count = async (contractId: string) =>
      (await db.selectFrom('document').select('id').where('contract_id', '=', contractId).execute()).length
    expect([await count(broken.contractId), await count(sound.contractId)]).toEqual([1, 2])
    const plan = await db
      .selectFrom('billing_plan')
      .select('parked_reason')
      .where('contract_id', '=', broken.contractId)
      .executeTakeFirstOrThrow()
    expect(plan.parked_reason).toContain('1.5')
  })

  test('what the database will not say whose fault it is stands on the screen of parked contracts too', async () => {
    const [broken, sound] = [await book(tenant), await book(tenant)]
    for (const booked of [broken, sound]) await markPaid(booked.documentId)
    await world.settle()
    const { db } = world.running.platform
    await sql`create function stand_in_the_way() returns trigger language plpgsql as $$
      begin raise exception 'not for this one' using errcode = '42501'; end $$`.execute(db)
    await sql`create trigger in_the_way before insert on document for each row when (new.contract_id = ${sql.lit(broken.contractId)}) execute function stand_in_the_way()`.execute(
      db,
    )
    onTestFinished(async () => {
      await sql`drop function stand_in_the_way() cascade`.execute(db)
    })
    await world.setTime('2026-12-15T10:00:00Z')
    const plans = await db
      .selectFrom('billing_plan')
      .select(['contract_id', 'parked_reason', 'retry_on'])
      .where('contract_id', 'in', [broken.contractId, sound.contractId])
      .execute()
    const of = (contractId: string) => plans.find((plan) => plan.contract_id === contractId)
    expect(of(broken.contractId)).toMatchObject({
      parked_reason: expect.stringContaining('not for this one'),
      retry_on: Temporal.PlainDate.from('2026-12-16'),
    })
    expect(of(sound.contractId)).toMatchObject({ parked_reason: null, retry_on: null })
  })

  test('a contract that is still pending gets no second invoice', async () => {
    const booked = await book(tenant, { paymentMethod: 'bankTransfer' })
    const { platform } = world.running
    await world.running.moveClock({ offsetMs: Date.parse('2026-12-15T10:00:00Z') - Date.now() })
    await issueDueInvoices(platform)
    expect(
      await platform.db
        .selectFrom('document')
        .select('id')
        .where('contract_id', '=', booked.contractId)
        .execute(),
    ).toHaveLength(1)
  })
})

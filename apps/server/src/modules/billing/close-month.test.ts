import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listContractInvoices, recordPayout } from '@stowage/api/billing'
import { closeContract } from '@stowage/api/contracts'
import { issueCreditNote, previewCreditNote } from '@stowage/api/corrections'
import { bookMonth, closeBookMonth, listBookMonths, listJournal, reopenBookMonth } from '@stowage/api/months'
import { money } from '@stowage/domain/money'
import { sql } from 'kysely'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import { newId } from '../../platform/ids.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'
import { releaseRents } from './release-rent.ts'
import { settlePayment } from './settle-payment.ts'

const scene = await openContracts()
const { platform } = scene.world.running
const { db } = platform
const { sofia } = scene.people
let sellerId: string
let tenant: NamedPerson
beforeAll(async () => {
  const { seller_id } = await db
    .selectFrom('stock')
    .select('seller_id')
    .where('id', '=', scene.stock.stockId)
    .executeTakeFirstOrThrow()
  sellerId = seller_id ?? ''
})
beforeEach(async () => {
  tenant = await scene.tenant()
})
afterEach(async () => {
  await scene.world.settle()
  expect((await findFaults(db)).faults).toEqual([])
})

const month = async (name: string) =>
  (await sofia.call(bookMonth, { params: { sellerId, month: name } })).body
const close = async (name: string) => await sofia.call(closeBookMonth, { params: { sellerId, month: name } })
const reopen = async (name: string) =>
  await sofia.call(reopenBookMonth, { params: { sellerId, month: name } })
const redate = async (id: string, body: object, person: NamedPerson = sofia) =>
  await person.send('PUT', `iqacdocument/${id}/stock/${scene.stock.stockId}`, body)
/** What the account stands at, at the end of a day; credit above 0. */
const stands = async (account: string, day: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(amount), 0)::bigint as sum from ledger_entry where seller_id = ${sellerId} and account = ${account} and business_day <= ${day}::date`.execute(
    db,
  )
  return rows[0]?.sum ?? 0
}
const time = async (at: string): Promise<void> => {
  await scene.world.setTime(at)
  await scene.world.settle()
  await releaseRents(platform)
}

test('rent for days to come is deferred at the end of each month, once, released as days pass, and credited from there first', async () => {
  await time('2026-11-21T10:00:00Z')
  // Three months at 50.00 less 5 %: 142.50 net for 92 days, ten of them in November.
  const contract = await scene.book(tenant)
  await time('2026-12-02T10:00:00Z')
  const november = 14_250 - Math.round((14_250 * 10) / 92)
  expect(await stands('deferredRent', '2026-11-30')).toBe(november)
  expect(await stands('rent', '2026-11-30')).toBe(14_250 - november)
  expect(await releaseRents(platform)).toBe(0)
  await Promise.all([releaseRents(platform), releaseRents(platform)])
  expect(await stands('deferredRent', '2026-12-31')).toBe(november)
  await time('2027-01-02T10:00:00Z')
  expect(await stands('deferredRent', '2026-12-31')).toBe(14_250 - Math.round((14_250 * 41) / 92))
  // Left early: what goes back had not been earned.
  const before = await stands('rent', '2027-01-02')
  const closed = await sofia.call(closeContract, {
    params: { stockId: contract.stockId, contractId: contract.id },
    body: {},
  })
  expect(closed.errors).toEqual([])
  await scene.world.settle()
  expect(await stands('rent', '2027-01-02')).toBe(before)
  const { body: papers } = await sofia.call(listContractInvoices, { params: { contractId: contract.id } })
  const [invoice, back] = ['Invoice', 'CreditNote'].map((type) =>
    papers.find(({ documentType }) => documentType === type),
  )
  expect(await stands('deferredRent', '2027-01-02')).toBe(
    14_250 - Math.round((14_250 * 41) / 92) + (back?.net ?? 0),
  )
  await time('2027-02-02T10:00:00Z')
  expect(await stands('deferredRent', '2027-01-31')).toBe(0)

  // Money of January that is told now is no rent: what was released stays so.
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId: newId(),
        documentId: invoice?.id ?? '',
        amount: money(100, 'EUR'),
        processor: 'manual',
        at: Temporal.Instant.from('2027-01-20T10:00:00Z'),
      }),
  )
  expect(await releaseRents(platform)).toBe(0)
})

test('months are closed in order and when all is in order; a closed one changes no more, and the last one can be opened again', async () => {
  await time('2027-02-03T10:00:00Z')
  const months = (await sofia.call(listBookMonths)).body.filter((one) => one.sellerId === sellerId)
  expect(months.map((one) => [one.month, one.isOver])).toEqual([
    ['2027-02', false],
    ['2027-01', true],
    ['2026-12', true],
    ['2026-11', true],
  ])
  expect(await close('2026-12')).toMatchObject({ status: 409, code: 9133 })
  expect(await close('2027-02')).toMatchObject({ status: 409, code: 9133 })
  const shown = await month('2026-11')
  expect(shown).toMatchObject({ mayClose: true, closedAt: null })
  expect(shown.checks.every(({ isGreen }) => isGreen)).toBe(true)
  expect(shown.documents).toMatchObject([
    { type: 'invoice', line: 'rent', vatPercent: 19, count: 1, net: 14_250, vat: 2708, gross: 16_958 },
  ])
  const moved = (account: string, reason: string) =>
    shown.movements.find((one) => one.account === account && one.reason === reason)
  expect(moved('cash:manual', 'payment')).toMatchObject({ debit: 16_958, credit: 0 })
  expect(moved('vat', 'issued')).toMatchObject({ debit: 0, credit: 2708 })

  const both = await Promise.all([close('2026-11'), close('2026-11')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await month('2026-11')).toMatchObject({
    mayClose: false,
    mayReopen: true,
    closedBy: expect.any(String),
  })
  expect((await auditOf(scene.world, sellerId)).at(-1)).toMatchObject({
    action: 'month-closed',
    actor_id: sofia.id,
    after: { month: '2026-11' },
  })
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from document where seller_id = ${sellerId} and kind = 'invoice' and accounting_date < '2026-12-01'`.execute(
    db,
  )
  const id = rows[0]?.id ?? ''
  expect(await redate(id, { accountingDate: '2026-12-10' })).toMatchObject({ status: 409, code: 9133 })
  expect(await redate(id, { documentDate: '2026-11-22' })).toMatchObject({ status: 409, code: 9133 })

  // A payment of November that is booked now goes to the first open day, and the database itself refuses anything else.
  const at = Temporal.Instant.from('2026-11-25T10:00:00Z')
  const paymentId = newId()
  await platform.transact(
    async (tx) =>
      await settlePayment(tx, {
        paymentId,
        documentId: id,
        amount: money(500, 'EUR'),
        processor: 'manual',
        at,
      }),
  )
  const late = await db
    .selectFrom('ledger_entry')
    .select('business_day')
    .where('payment_id', '=', paymentId)
    .execute()
  expect(new Set(late.map(({ business_day }) => business_day.toString()))).toEqual(new Set(['2026-12-01']))
  // So is a payout that was made in it; what is said of it keeps its own day.
  const { account_id: userId } = await db
    .selectFrom('document')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const body = { stockId: scene.stock.stockId, amount: 300, method: 'cash', paidOn: '2026-11-26' } as const
  const paidOut = await sofia.call(recordPayout, { params: { userId }, body })
  expect(paidOut.body[0]?.payouts).toMatchObject([{ amount: 300, paidOn: '2026-11-26' }])
  const { rows: entered } = await sql<{ day: string }>`
    select distinct business_day::text as day from ledger_entry where reason = 'payout' and account_holder_id = ${userId}`.execute(
    db,
  )
  expect(entered).toEqual([{ day: '2026-12-01' }])
  await expect(
    sql`update ledger_entry set business_day = business_day where false`.execute(db),
  ).resolves.toBeDefined()
  await expect(
    sql`insert into ledger_entry select ${newId()}, 'x', 1, reason, account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, '2026-11-25'::date, recorded_at from ledger_entry where payment_id = ${paymentId} limit 1`.execute(
      db,
    ),
  ).rejects.toMatchObject({ code: '23514', constraint: 'ledger_month_open' })

  expect((await close('2026-12')).status).toBe(200)
  expect(await reopen('2026-11')).toMatchObject({ status: 409, code: 9133 })
  expect((await reopen('2026-12')).status).toBe(200)
  expect(await reopen('2026-12')).toMatchObject({ status: 409, code: 9133 })
  expect((await reopen('2026-11')).status).toBe(200)
  expect((await auditOf(scene.world, sellerId)).at(-1)).toMatchObject({ action: 'month-reopened' })
})

test('a document is dated anew within its year and open months; the book follows, and the month it came from has it no more', async () => {
  await time('2027-02-03T10:00:00Z')
  const contract = await scene.book(tenant, { from: '2027-02-03' })
  const { documentId: id } = contract
  expect(await redate(id, { accountingDate: '2026-12-31' })).toMatchObject({ status: 409, code: 9133 })
  expect((await redate(id, {})).status).toBe(400)
  const stranger = await createPerson(scene.world, {
    email: 'anton@stowage.example',
    platformRole: 'staff',
    roleAlias: 'admin',
    stockId: scene.depositStock.stockId,
  })
  expect(await redate(id, { accountingDate: '2027-01-20' }, stranger)).toMatchObject({
    status: 404,
    code: 9104,
  })
  expect((await redate(id, { accountingDate: '2027-01-20' }, scene.people.adam)).status).toBe(200)
  const january = await month('2027-01')
  // Two months before it are open again.
  expect(january.checks.filter(({ isGreen }) => !isGreen)).toMatchObject([{ name: 'earlier', count: 2 }])
  expect(january.documents).toContainEqual(
    expect.objectContaining({ type: 'invoice', line: 'rent', net: 14_250, count: 1 }),
  )
  expect((await month('2027-02')).documents).toEqual([])
  await releaseRents(platform)
  expect((await findFaults(db)).faults).toEqual([])
  expect((await auditOf(scene.world, id)).at(-1)).toMatchObject({
    action: 'document-redated',
    before: { accountingDate: '2027-02-03' },
    after: { accountingDate: '2027-01-20' },
  })
  expect((await redate(id, { accountingDate: '2027-02-03' }, tenant)).status).toBe(403)
  const pending = await scene.book(await scene.tenant(), { isPaid: false, from: '2027-02-03' })
  expect(await redate(pending.documentId, { documentDate: '2027-02-02' })).toMatchObject({ code: 9133 })
})

test('the journal of a month has every entry once, and what is wrong in it keeps the month open', async () => {
  await time('2027-02-04T10:00:00Z')
  const contract = await scene.book(tenant, { from: '2027-02-04' })
  const shown = (await sofia.call(previewCreditNote, { params: { id: contract.documentId }, body: {} })).body
  const made = await sofia.call(issueCreditNote, {
    params: { id: contract.documentId },
    body: { reason: 'Irrtum', shown: { gross: shown.gross, left: shown.left } },
  })
  expect(made.errors).toEqual([])
  const params = { sellerId, month: '2027-01' }
  const { body } = await sofia.call(listJournal, { params })
  const total = (await month('2027-01')).movements.reduce((sum, { count }) => sum + count, 0)
  expect([body.total, new Set(body.items.map(({ id }) => id)).size]).toEqual([total, total])
  expect(body.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)

  await close('2026-11')
  await close('2026-12')
  const { rows } = await sql<{ id: string }>`
    select e.id from ledger_entry e where e.seller_id = ${sellerId} and e.account = 'vat' and e.business_day between '2027-01-01' and '2027-01-31' limit 1`.execute(
    db,
  )
  const id = rows[0]?.id ?? ''
  await sql`update ledger_entry set account = 'insurance' where id = ${id}`.execute(db)
  const wrong = await month('2027-01')
  expect(wrong.mayClose).toBe(false)
  expect(wrong.checks.find(({ name }) => name === 'ties')).toMatchObject({ isGreen: false })
  expect(await close('2027-01')).toMatchObject({ status: 409, code: 9133 })
  await sql`update ledger_entry set account = 'vat' where id = ${id}`.execute(db)
  expect((await close('2027-01')).status).toBe(200)
  // Nobody else closes, opens or reads the books.
  for (const person of [tenant, scene.people.adam])
    expect((await person.call(closeBookMonth, { params })).status).toBe(403)
})

test('payments come in while a close looks through the books, and what is wrong with another seller is not asked', async () => {
  await time('2027-03-02T10:00:00Z')
  const { documentId } = await scene.book(tenant, { from: '2027-03-02' })
  // Another company's books do not sum.
  await sql`insert into seller select (jsonb_populate_record(s, '{"id": "other"}')).* from seller s where id = ${sellerId}`.execute(
    db,
  )
  await sql`insert into ledger_entry (id, posting_id, position, reason, account, seller_id, stock_id, currency, amount, business_day, recorded_at)
    select 'other', 'other', 1, 'surplus', 'cash:manual', 'other', ${scene.stock.stockId}, 'EUR', 1, '2027-02-10', recorded_at from ledger_entry limit 1`.execute(
    db,
  )
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  // Only the check of the whole book reads payouts: it stands still here for as long as we like.
  const blocked = db.transaction().execute(async (trx) => {
    await sql`lock table payout in access exclusive mode`.execute(trx)
    hold()
    await held
  })
  await isHeld
  const closing = close('2027-02')
  let isOver = false
  void closing.finally(() => (isOver = true))
  while (
    !isOver &&
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%payout%' and datname = current_database()`.execute(
        db,
      )
    ).rows[0]?.n !== 1
  )
    await new Promise((done) => setTimeout(done, 20))
  const paid = await Promise.race([
    platform
      .transact(
        async (tx) =>
          await settlePayment(tx, {
            paymentId: newId(),
            documentId,
            amount: money(100, 'EUR'),
            processor: 'manual',
            at: platform.clock.now(),
          }),
      )
      .then(() => 'booked'),
    new Promise((done) => setTimeout(done, 30_000, 'waits')),
  ])
  letGo()
  await blocked
  const closed = await closing
  await sql`delete from ledger_entry where id = 'other'`.execute(db)
  expect(paid).toBe('booked')
  expect(closed).toMatchObject({ status: 200, body: { mayReopen: true, checks: [] } })
})

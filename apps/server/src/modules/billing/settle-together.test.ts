import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { accountBalance } from '@stowage/api/billing'
import { money } from '@stowage/domain/money'
import { findFaults } from '../../../../../tools/verify/find-faults.ts'
import type { NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

const scene = await openContracts()
const { world, people } = scene
const { platform, modules } = world.running
const { db } = platform
afterEach(async () => expect((await findFaults(db)).faults).toEqual([]))

interface Invoice {
  readonly id: string
  readonly debt: number
}
interface Renter {
  readonly tenant: NamedPerson
  readonly invoices: readonly Invoice[]
}

/** Tenants who owe their second invoices; the last one has booked and not paid at all. */
async function renters(): Promise<Renter[]> {
  await world.setTime('2026-11-21T10:00:00Z')
  const booked: { tenant: NamedPerson; contracts: number }[] = []
  for (const contracts of [1, 1, 1, 2, 1]) {
    const tenant = await scene.tenant()
    for (let index = 0; index < contracts; index += 1)
      await scene.book(tenant, { invoicingPeriod: 1, months: 3 })
    booked.push({ tenant, contracts })
  }
  await world.setTime('2026-12-15T10:00:00Z')
  const late = await scene.tenant()
  await scene.book(late, { isPaid: false, invoicingPeriod: 1, months: 3, from: '2026-12-15' })
  return await Promise.all(
    [...booked.map(({ tenant }) => tenant), late].map(async (tenant) => {
      const { rows } = await sql<Invoice>`
        select id, gross - paid as debt from document where account_id = ${tenant.id} and status = 'open' order by id`.execute(
        db,
      )
      return { tenant, invoices: rows.map(({ id, debt }) => ({ id, debt })) }
    }),
  )
}

/** What they pay: exactly, too much, a part, too much for the one of two, twice, and the first document of a booking. */
function paymentsOf(
  all: readonly Renter[],
): { readonly renter: Renter; readonly invoice: Invoice; readonly amount: number }[] {
  const pay = (index: number, amount: (debt: number) => number, place = 0) => {
    const renter = all[index]!
    const invoice = renter.invoices[place]!
    return { renter, invoice, amount: amount(invoice.debt) }
  }
  return [
    pay(0, (debt) => debt),
    pay(1, (debt) => debt + 1_234),
    pay(2, (debt) => debt - 1_000),
    pay(3, (debt) => debt + 2_000),
    pay(4, (debt) => debt - 500),
    pay(4, (debt) => debt),
    pay(5, (debt) => debt + 100),
  ]
}

async function record(payments: ReturnType<typeof paymentsOf>[number][]): Promise<string[]> {
  const ids: string[] = []
  for (const { renter, invoice, amount } of payments) {
    const { paymentId } = await platform.transact(
      async (tx) =>
        await modules.payments.recordManual(tx, {
          reference: `document:${invoice.id}`,
          accountId: renter.tenant.id,
          stockId: scene.stock.stockId,
          amount: money(amount, 'EUR'),
          createdById: people.sofia.id,
          at: platform.clock.now(),
        }),
    )
    ids.push(paymentId)
  }
  return ids
}

/** What can be seen of a tenant's money afterwards. */
async function figures({ tenant, invoices }: Renter) {
  const { rows: documents } = await sql`
    select status, gross - paid as unpaid, number is not null as "isNumbered", (select status from contract c where c.id = d.contract_id) as contract
      from document d where id = any(${invoices.map(({ id }) => id)}) order by id`.execute(db)
  const { rows: book } = await sql`
    select account, reason, sum(amount)::int as sum, count(*)::int as entries from ledger_entry where account_holder_id = ${tenant.id} group by 1, 2 order by 1, 2`.execute(
    db,
  )
  const { rows: mails } = await sql<{ count: number }>`
    select count(*)::int as count from mail where account_id = ${tenant.id} and kind = 'paymentReceived'`.execute(
    db,
  )
  const { body: balance } = await tenant.call(accountBalance, { query: { stockId: scene.stock.stockId } })
  return { documents, book, balance, mails: mails[0]?.count }
}

/** In how many transactions these payments were settled. */
async function transactions(paymentIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text)::int as count from settlement where payment_id = any(${[...paymentIds]})`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test('payments that wait are settled together as each would be by itself: exact, too much, a part, twice, the first of a booking', async () => {
  const one = await renters()
  const alone: string[] = []
  for (const payment of paymentsOf(one)) {
    alone.push(...(await record([payment])))
    await world.settle()
  }
  const other = await renters()
  const together = await record(paymentsOf(other))
  await world.settle()
  expect(await Promise.all(other.map(figures))).toEqual(await Promise.all(one.map(figures)))
  expect(await transactions(alone)).toBe(7)
  // Four plain ones and the first of the one who paid twice; his second and the booking's first document come by themselves.
  expect(await transactions(together)).toBe(3)
  // Told again, as a process that died would: nothing changes.
  const before = await Promise.all(other.map(figures))
  await sql`update event_delivery set done_at = null where event_id in (select id from event where type = 'payment-received')`.execute(
    db,
  )
  await world.settle()
  expect(await Promise.all(other.map(figures))).toEqual(before)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomFrom } from '../demo/random.ts'
import { findFaults } from '../verify/find-faults.ts'
import { publish, type Tx } from '@stowage/server/platform/database/transaction'
import { fact } from '@stowage/server/platform/events/event'
import { newId } from '@stowage/server/platform/ids'
import type { Pace } from '@stowage/server/platform/pace/pacer'
import type { Platform } from '@stowage/server/platform/platform'
import { createWorld, type World } from '@stowage/server/testing/world'
import { billPlan } from '@stowage/server/modules/billing/bill-plan'
import { lockDocument } from '@stowage/server/modules/billing/billing-store'
import { duePlans, lockDuePlans, movePlans, parkPlans } from '@stowage/server/modules/billing/due-plan-store'
import { documentIssued } from '@stowage/server/modules/billing/events'
import { issueDueInvoices, type IssueRun } from '@stowage/server/modules/billing/issue-due-invoices'
import {
  allRows,
  drawPlans,
  openStocks,
  openWished,
  type ManyPlans,
  type PlanWish,
} from './many-plans.fixture.ts'
import {
  insertDocuments,
  insertLines,
  type NewDocument,
} from '@stowage/server/modules/billing/new-document-store'
import { issue, settleFree, useCredit } from '@stowage/server/modules/billing/settle-payment'

const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles']
const OCTOBER = '2026-10-15T10:00:00Z'

let worlds: World[]
let many: ManyPlans[]
beforeAll(async () => {
  // Plans that cannot be billed are said loudly in the log: here they are meant.
  worlds = [
    await createWorld({ config: { logLevel: 'silent' } }),
    await createWorld({ config: { logLevel: 'silent' } }),
  ]
  many = [await openStocks(worlds[0]!, ZONES), await openStocks(worlds[1]!, ZONES)]
})
afterAll(async () => {
  for (const world of worlds ?? []) await world.close()
})
beforeEach(async () => {
  for (const { running } of worlds) {
    await sql`truncate billing_plan, document, document_line, document_series, ledger_entry, settlement, event, event_delivery cascade`.execute(
      running.platform.db,
    )
    await move(running, OCTOBER)
  }
})

const move = async (running: World['running'], instant: string): Promise<void> =>
  running.platform.clock.follow(Date.parse(instant) - Date.now())
const platformOf = (index: number): Platform => worlds[index]!.running.platform
async function open(index: number, wishes: readonly PlanWish[]): Promise<void> {
  for (const wish of wishes) await openWished(worlds[index]!, many[index]!, wish)
}
const faults = async (index: number) => (await findFaults(platformOf(index).db)).faults

/**
 * What a night is held against: a plan at a time, a document at a time, each settled and entered by the steps that payments
 * take too.
 */
async function issueOneByOne({ db, transact, clock }: Platform): Promise<number> {
  let issued = 0
  const at = clock.now()
  for (const id of await duePlans(db, at, 10_000)) {
    try {
      issued += await transact(async (tx) => await issueOne(tx, id, at))
    } catch (error) {
      await transact(async (tx) => {
        const [plan] = await lockDuePlans(tx, [id], at)
        const today = at.toZonedDateTimeISO(plan!.snapshot.timeZone).toPlainDate()
        const { message } = error as Error
        await parkPlans(tx, [{ planId: id, reason: message, retryOn: today.add({ days: 1 }) }], at)
      })
    }
  }
  return issued
}

async function issueOne(tx: Tx, id: string, at: Temporal.Instant): Promise<number> {
  const [plan] = await lockDuePlans(tx, [id], at)
  if (!plan) return 0
  const { contractId, accountId, stockId, sellerId, snapshot } = plan
  const bill = billPlan(plan, at)
  for (const { priced, dueOn } of bill.invoices) {
    const document: NewDocument = {
      id: newId(),
      planId: id,
      contractId,
      accountId,
      stockId,
      sellerId,
      snapshot,
      priced,
      issuedOn: bill.today,
      dueOn,
      at,
    }
    await insertDocuments([document]).execute(tx)
    await insertLines([document]).execute(tx)
    const row = await lockDocument(tx, document.id)
    await issue(tx, row!, at)
    await (row!.gross === 0 ? settleFree(tx, row!, at) : useCredit(tx, row!, at))
    const payload = { documentId: document.id, contractId, accountId, stockId }
    publish(tx, fact(documentIssued, { aggregate: `contract:${contractId}`, stockId, at, payload }))
  }
  await movePlans(tx, [{ planId: id, billedUntil: bill.billedUntil, nextIssueOn: bill.nextIssueOn }])
  return bill.invoices.length
}

const BROKEN: readonly PlanWish[] = ['contract 0005 unpriced', 'contract 0020 taken'].map((contractId) => ({
  contractId,
  stock: 1,
  account: 0,
  startDay: '2026-10-20',
  durationMonths: 10,
  periodMonths: 1,
  rate: 5000,
  paid: 1,
}))
/** Terms that no engine prices, and a period that stands in the database already: the batch is refused by the engine, and by PostgreSQL. */
async function breakSome(index: number): Promise<void> {
  const { db } = platformOf(index)
  const [unpriced, taken] = BROKEN.map(({ contractId }) => contractId)
  await sql`update billing_plan set terms = jsonb_set(terms, '{rate}', '1.5') where contract_id = ${unpriced}`.execute(
    db,
  )
  await sql`
    insert into document (id, kind, contract_id, plan_id, account_id, stock_id, seller_id, status, period_from, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, snapshot, created_at)
    select 'in the way', 'invoice', contract_id, id, account_id, stock_id, seller_id, 'open', billed_until, billed_until, anchor_day, anchor_day, anchor_day, anchor_day, currency, 0, 0, 0, print, created_at
      from billing_plan where contract_id = ${taken}`.execute(db)
}

const NIGHTS = [
  '2026-11-30T09:59:59Z',
  '2026-11-30T10:00:01Z',
  '2027-01-02T07:59:00Z',
  '2027-02-14T23:00:00Z',
]

describe('a night in batches', () => {
  for (const seed of ['one', 'two']) {
    test(`writes the rows that one plan at a time would get: seed ${seed}`, async () => {
      const drawn = drawPlans(randomFrom(seed), 45)
      const wishes = [...drawn.slice(0, 20), ...BROKEN, ...drawn.slice(20)]
      for (const index of [0, 1]) {
        await open(index, wishes)
        await breakSome(index)
      }
      let issued = 0
      for (const night of NIGHTS) {
        for (const { running } of worlds) await move(running, night)
        const made = await issueDueInvoices(platformOf(0))
        expect(made).toBe(await issueOneByOne(platformOf(1)))
        issued += made
        const [ours, theirs] = [await allRows(platformOf(0).db), await allRows(platformOf(1).db)]
        for (const [table, rows] of Object.entries(theirs)) expect(ours[table], table).toEqual(rows)
      }
      expect(issued).toBeGreaterThan(75)
      const rows = await allRows(platformOf(0).db)
      // Chance has found what matters: paid from balances, in part and whole, free ones, parked ones.
      const settled = rows['settlements'] as { payment_id: string }[]
      expect(settled.filter(({ payment_id }) => payment_id === 'balance').length).toBeGreaterThan(5)
      expect(
        (rows['plans'] as { parked_tries: number }[])
          .map(({ parked_tries }) => parked_tries)
          .filter((tries) => tries > 0),
      ).toEqual([3, 3])
      await sql`delete from document where id = 'in the way'`.execute(platformOf(0).db)
      expect(await faults(0)).toEqual([])
      // Twice is once; what stood in the way is gone in the next night, and all that was missed is billed.
      expect(await issueDueInvoices(platformOf(0))).toBe(0)
      await move(worlds[0]!.running, '2027-02-15T23:00:00Z')
      expect(await issueDueInvoices(platformOf(0))).toBeGreaterThanOrEqual(4)
      const [unpriced, taken] = await platformOf(0)
        .db.selectFrom('billing_plan')
        .select(['parked_reason', 'parked_tries', 'retry_on', 'billed_until'])
        .where(
          'contract_id',
          'in',
          BROKEN.map(({ contractId }) => contractId),
        )
        .orderBy('contract_id')
        .execute()
      expect(unpriced).toMatchObject({ parked_tries: 4, billed_until: Temporal.PlainDate.from('2026-11-20') })
      expect(unpriced?.parked_reason).toContain('1.5')
      expect(taken).toEqual({
        parked_reason: null,
        parked_tries: 0,
        retry_on: null,
        billed_until: Temporal.PlainDate.from('2027-03-20'),
      })
      expect(await faults(0)).toEqual([])
    })
  }

  test('by four servers at once, in batches of five, after three missed nights: one invoice per contract and period, no gap, no balance twice', async () => {
    await open(0, drawPlans(randomFrom('many'), 60))
    await open(1, drawPlans(randomFrom('many'), 60))
    await move(worlds[0]!.running, '2026-12-20T12:00:00Z')
    await move(worlds[1]!.running, '2026-12-20T12:00:00Z')
    // The first goes on behind its first two batches once another has issued something: however busy the machine is, one is not all.
    const shared = Promise.withResolvers<void>()
    const paceOf = (server: number): Pace => {
      let steps = 0
      return {
        async step(most, work) {
          steps += 1
          if (server === 1 && steps > 2) await shared.promise
          const run = await work(most)
          if (server > 1 && (run as IssueRun).issued > 0) shared.resolve()
          return run
        },
        done: () => undefined,
      }
    }
    const counts = await Promise.all(
      [1, 2, 3, 4].map(async (server) => await issueDueInvoices(platformOf(0), 5, undefined, paceOf(server))),
    )
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1)
    expect(counts.reduce((sum, count) => sum + count)).toBe(await issueOneByOne(platformOf(1)))
    expect(await faults(0)).toEqual([])
    const [ours, theirs] = [await allRows(platformOf(0).db), await allRows(platformOf(1).db)]
    // Whose turn it was decides over numbers and over which of two invoices a balance pays; over nothing else.
    for (const table of ['lines', 'plans', 'series']) expect(ours[table], table).toEqual(theirs[table])
  })

  test('beside people, in steps as small as they come, stopped in the middle and gone on with: the same rows', async () => {
    await open(0, drawPlans(randomFrom('steps'), 25))
    await open(1, drawPlans(randomFrom('steps'), 25))
    await move(worlds[0]!.running, '2026-12-20T12:00:00Z')
    await move(worlds[1]!.running, '2026-12-20T12:00:00Z')
    const stop = new Error('the process stops')
    const stopping = new AbortController()
    const asked: number[] = []
    let ends = 0
    const pace = (steps: number): Pace => ({
      async step(most, work) {
        if (asked.length === steps) stopping.abort(stop)
        if (steps > 0) stopping.signal.throwIfAborted()
        asked.push(most)
        return await work(Math.min(most, 1 + (asked.length % 3)))
      },
      done: () => (ends += 1),
    })
    const issued = async (): Promise<number> =>
      (await platformOf(0).db.selectFrom('document').select('id').where('number', 'is not', null).execute())
        .length
    const before = await issued()
    const stopped = issueDueInvoices(platformOf(0), 5, stopping.signal, pace(6))
    await expect(stopped).rejects.toBe(stop)
    // It was told while it waited for its turn: nothing was begun, what was done stays, the night is not at its end.
    expect(asked).toHaveLength(6)
    expect(await issued()).toBeGreaterThan(before)
    expect(ends).toBe(0)

    const made = (await issued()) - before
    expect(made + (await issueDueInvoices(platformOf(0), 5, undefined, pace(-1)))).toBe(
      await issueOneByOne(platformOf(1)),
    )
    expect(Math.max(...asked)).toBe(5)
    expect(ends).toBe(1)
    expect(await faults(0)).toEqual([])
    const [ours, theirs] = [await allRows(platformOf(0).db), await allRows(platformOf(1).db)]
    for (const table of ['lines', 'plans', 'series']) expect(ours[table], table).toEqual(theirs[table])
  })
})

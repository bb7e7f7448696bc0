import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { accountForBooking } from '../accounts/index.ts'
import { contractMarked } from '../contracts/index.ts'
import { judgeOpenings } from './judge-openings.ts'
import { createTakeEvents, type TakeEvents } from './take-events.ts'

let world: World
let stock: SmallStock
let take: TakeEvents
let sequence = 0

// Noon in Berlin, the day before the world's present.
const AT = '2026-11-20T11:00:00Z'

beforeAll(async () => {
  world = await createWorld()
  const { platform, modules } = world.running
  stock = await createSmallStock({ platform, catalog: modules.catalog })
  const site = { stockId: stock.stockId, keyId: 'k1', secret: 'secret' }
  await modules.access.sites.register(platform.transact, site)
  take = createTakeEvents(platform, () => undefined)
})
afterAll(async () => await world.close())

interface Wish {
  readonly contract?: Readonly<Record<string, unknown>>
  /** Rent that fell due on this day, and when it was paid. */
  readonly rent?: { readonly dueOn: string; readonly paidAt: string | null }
  readonly at?: string
  readonly lockId?: string
  /** Staff have marked the contract since. */
  readonly markedAt?: string
}

/** The code that stands in the record of an opening by PIN; undefined: nobody has looked at it. */
async function judged({
  contract = {},
  rent,
  at = AT,
  lockId = '1:01:01',
  markedAt,
}: Wish): Promise<number | null | undefined> {
  const { platform, modules } = world.running
  const tenant = await createTenant(platform)
  const agreed = (await accountForBooking(platform.db, tenant))?.currentDocumentsVersion ?? ''
  await platform.db
    .updateTable('account')
    .set({ agreed_documents_version: agreed })
    .where('id', '=', tenant)
    .execute()
  const contractId = newId()
  const day = Temporal.PlainDate.from('2026-01-01')
  await platform.db
    .insertInto('contract')
    .values({
      id: contractId,
      number: contractId,
      status: 'active',
      box_id: stock.boxes[0]?.id ?? '',
      stock_id: stock.stockId,
      account_id: tenant,
      start_day: day,
      period_months: 1,
      currency: 'EUR',
      month_rate: 1,
      price: '{}',
      lease: '{}',
      answers: '{}',
      payment_method: 'manual',
      booked_at: Temporal.Instant.from('2026-01-01T00:00:00Z'),
      activated_at: Temporal.Instant.from('2026-01-01T00:00:00Z'),
      booked_by_id: tenant,
      ...contract,
    })
    .execute()
  if (rent) await owe(contractId, tenant, rent)
  if (markedAt !== undefined)
    await platform.transact(async (tx) =>
      publish(
        tx,
        fact(contractMarked, {
          aggregate: `contract:${contractId}`,
          stockId: stock.stockId,
          at: Temporal.Instant.from(markedAt),
          payload: { contractId, accountId: tenant, stockId: stock.stockId, boxId: stock.boxes[0]?.id ?? '' },
        }),
      ),
    )
  const id = randomUUID()
  const machineAt = new Date(Date.parse(at) - platform.clock.offset()).toISOString()
  await take(stock.stockId, 'k1', [
    {
      seq: (sequence += 1),
      id,
      type: 'access.granted',
      at: machineAt,
      lockId,
      subjectRef: `${contractId}.${tenant}`,
      source: 'pin',
      offline: true,
    },
  ])
  await judgeOpenings({ platform, catalog: modules.catalog })
  // A tenant has one box at a time here.
  await platform.db.updateTable('contract').set({ status: 'closed' }).where('id', '=', contractId).execute()
  const row = await platform.db
    .selectFrom('access_record')
    .select(['differs_code', 'judged_at'])
    .where('site_event_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.judged_at === null ? undefined : row.differs_code
}

async function owe(contractId: string, tenant: string, rent: NonNullable<Wish['rent']>): Promise<void> {
  const { db, clock } = world.running.platform
  const day = Temporal.PlainDate.from(rent.dueOn)
  await db
    .insertInto('billing_plan')
    .values({
      id: contractId,
      contract_id: contractId,
      account_id: tenant,
      stock_id: stock.stockId,
      seller_id: stock.sellerId,
      currency: 'EUR',
      anchor_day: day,
      period_months: 1,
      terms: '{}',
      print: '{}',
      created_at: clock.now(),
    })
    .execute()
  await db
    .insertInto('document')
    .values({
      id: newId(),
      kind: 'invoice',
      contract_id: contractId,
      plan_id: contractId,
      account_id: tenant,
      stock_id: stock.stockId,
      seller_id: stock.sellerId,
      status: rent.paidAt === null ? 'open' : 'paid',
      issued_on: day,
      due_on: day,
      accounting_date: day,
      document_date: day,
      period_from: day,
      period_to: day,
      currency: 'EUR',
      net: 100,
      vat: 0,
      gross: 100,
      paid: rent.paidAt === null ? 0 : 100,
      paid_at: rent.paidAt === null ? null : Temporal.Instant.from(rent.paidAt),
      snapshot: '{}',
      created_at: Temporal.Instant.from('2026-01-02T00:00:00Z'),
    })
    .execute()
}
const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)

test('what was right then stays right, whatever has happened since', async () => {
  expect(await judged({})).toBe(null)
  expect(await judged({ contract: { status: 'ended', ended_at: instant('2026-11-20T12:00:00Z') } })).toBe(
    null,
  )
  expect(await judged({ contract: { blocked_by_staff: true }, markedAt: '2026-11-20T12:00:00Z' })).toBe(null)
  expect(await judged({ rent: { dueOn: '2026-10-01', paidAt: '2026-10-02T00:00:00Z' } })).toBe(null)
  expect(await judged({ at: '2026-11-20T22:30:00Z', lockId: '1:01:90' })).toBe(null)
})

test('what was wrong then is flagged with the code that would have been said, also when it is right by now', async () => {
  expect(await judged({ contract: { status: 'ended', ended_at: instant('2026-11-20T10:00:00Z') } })).toBe(
    7008,
  )
  expect(await judged({ contract: { blocked_by_staff: true }, markedAt: '2026-11-20T10:00:00Z' })).toBe(7007)
  expect(await judged({ rent: { dueOn: '2026-10-01', paidAt: null } })).toBe(7006)
  expect(await judged({ rent: { dueOn: '2026-10-01', paidAt: '2026-11-20T12:00:00Z' } })).toBe(7006)
  expect(await judged({ at: '2026-11-20T22:30:00Z' })).toBe(7002)
  expect(await judged({ contract: { start_day: Temporal.PlainDate.from('2026-11-21') } })).toBe(7003)
})

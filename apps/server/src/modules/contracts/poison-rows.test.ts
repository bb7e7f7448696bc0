import { bookBox } from '@stowage/api/booking'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { choice, openDesk } from '../../testing/booking-desk.ts'

// One row that the database refuses keeps no other row of its job waiting.

const desk = await openDesk()
const { platform } = desk.world.running
const now = Date.now()

/** The database refuses every change of this row. */
async function refuse(table: 'contract' | 'reservation' | 'kyc_document', id: string): Promise<void> {
  await sql
    .raw(
      `create function refuse_${table}() returns trigger language plpgsql as $$ begin
         if new.id = '${id}' then raise exception 'broken row'; end if; return new; end $$;
       create trigger refuse_${table} before update on ${table} for each row execute function refuse_${table}()`,
    )
    .execute(platform.db)
}
const lift = async (table: 'contract' | 'reservation' | 'kyc_document'): Promise<void> =>
  void (await sql
    .raw(`drop trigger refuse_${table} on ${table}; drop function refuse_${table}`)
    .execute(platform.db))
const failed = async (job: string) =>
  await platform.db
    .selectFrom('job_failure')
    .select(['row_key as key', 'reason'])
    .where('job', '=', job)
    .execute()
const statuses = async (table: 'contract' | 'reservation', ids: readonly string[]) => {
  const rows = await platform.db.selectFrom(table).select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}
const at = async (day: string): Promise<void> =>
  void (await desk.world.running.moveClock({ offsetMs: Date.parse(day) - now }))

const [holds, terms, reservations]: [string[], string[], string[]] = [[], [], []]
const people: string[] = []
beforeAll(async () => {
  for (const n of [1, 2, 3]) {
    const [hold, term, wish] = await Promise.all(
      ['hold', 'term', 'wish'].map(async (name) => await desk.ready(`${name}${n}@tenants.example`)),
    )
    people.push(hold!.id)
    const held = await desk.book(hold!, desk.boxNamed(`YA00${n}`))
    const running = await desk.book(term!, desk.boxNamed(`YA01${n}`))
    const body = { stockId: desk.stock.stockId, boxId: desk.boxNamed(`YA02${n}`), ...choice }
    const reserved = await wish!.call(bookBox, { body })
    for (const reply of [held, running, reserved]) expect(reply.status, reply.raw).toBe(200)
    holds.push(held.body.id)
    terms.push(running.body.id)
    reservations.push(reserved.body.id)
  }
  await platform.db
    .updateTable('contract')
    .set({ status: 'active', hold_until: null, end_day: Temporal.PlainDate.from('2026-12-01') })
    .where('id', 'in', terms)
    .execute()
})

test.each([
  ['expire-reservations', 'reservation', reservations, 'live', 'expired'],
  ['cancel-lapsed-holds', 'contract', holds, 'pending', 'cancelled'],
  ['end-past-contracts', 'contract', terms, 'active', 'ended'],
] as const)('A4: %s: a row that is refused keeps no other waiting', async (job, table, ids, before, after) => {
  await refuse(table, ids[0]!)
  await at('2026-12-28T10:00:00Z')
  expect(await statuses(table, ids)).toEqual([before, after, after])
  expect(await failed(job)).toEqual([{ key: ids[0], reason: 'broken row' }])
  await lift(table)
  await platform.db.updateTable('job_failure').set({ next_attempt_at: Temporal.Instant.from('2026-01-01T00:00:00Z') }).execute()
  await desk.world.settle()
  expect(await statuses(table, ids)).toEqual([after, after, after])
  expect(await failed(job)).toEqual([])
})

test('A4: shred-documents: an account that is refused keeps no other waiting', async () => {
  const files = platform.db.selectFrom('kyc_document').select(['id', 'account_id as accountId', 'shredded_at as gone'])
  const [poison] = await files.where('account_id', '=', people[0]!).execute()
  await refuse('kyc_document', poison!.id)
  await at('2027-12-28T10:00:00Z')
  const left = await files.where('shredded_at', 'is', null).where('account_id', 'in', people).execute()
  expect([...new Set(left.map(({ accountId }) => accountId))]).toEqual([people[0]])
  expect(await failed('shred-documents')).toEqual([{ key: people[0], reason: 'broken row' }])
  await lift('kyc_document')
})

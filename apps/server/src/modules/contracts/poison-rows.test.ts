import { bookBox } from '@stowage/api/booking'
import { hurryJob } from '@stowage/api/system'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { choice, openDesk } from '../../testing/booking-desk.ts'

// One row that the database refuses keeps no other row of its job waiting.

const desk = await openDesk()
const { platform } = desk.world.running

type Table = 'contract' | 'reservation' | 'kyc_document'
/** The database refuses every change of these rows. */
async function refuse(table: Table, ids: readonly string[]): Promise<void> {
  await sql
    .raw(
      `create function refuse_${table}() returns trigger language plpgsql as $$ begin
         if new.id in (${ids.map((id) => `'${id}'`).join()}) then raise exception 'broken row'; end if; return new; end $$;
       create trigger refuse_${table} before update on ${table} for each row execute function refuse_${table}()`,
    )
    .execute(platform.db)
}
const lift = async (table: Table): Promise<void> =>
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

const files = platform.db.selectFrom('kyc_document').select(['id', 'account_id as accountId'])
const unshredded = async (): Promise<string[]> => {
  const rows = await files.where('shredded_at', 'is', null).where('account_id', 'in', people).execute()
  return [...new Set(rows.map(({ accountId }) => accountId))]
}

beforeAll(async () => {
  // The first of them rents on: its hold cannot be ended.
  const [file] = await files.where('account_id', '=', people[1]!).execute()
  await refuse('contract', [holds[0]!, terms[0]!])
  await refuse('reservation', [reservations[0]!])
  await refuse('kyc_document', [file!.id])
  await desk.world.setTime('2027-12-28T10:00:00Z')
})

const jobs = [
  ['expire-reservations', 'reservation', reservations, 'live', 'expired'],
  ['cancel-lapsed-holds', 'contract', holds, 'pending', 'cancelled'],
  ['end-past-contracts', 'contract', terms, 'active', 'ended'],
] as const

test.each(jobs)('A4: %s: a row that is refused keeps no other waiting', async (job, table, ids, was, is) => {
  expect(await statuses(table, ids)).toEqual([was, is, is])
  expect(await failed(job)).toEqual([{ key: ids[0], reason: 'broken row' }])
})

test('A4: shred-documents: an account that is refused keeps no other waiting', async () => {
  expect((await unshredded()).toSorted()).toEqual(people.slice(0, 2).toSorted())
  expect(await failed('shred-documents')).toEqual([{ key: people[1], reason: 'broken row' }])
})

test('A4: what failed is done when its job is asked to take its turn, and its failure is gone', async () => {
  for (const table of ['contract', 'reservation', 'kyc_document'] as const) await lift(table)
  for (const name of [...jobs.map(([job]) => job), 'shred-documents'])
    expect((await desk.people.sofia.call(hurryJob, { params: { name } })).status).toBe(200)
  await desk.world.settle()
  for (const [job, table, ids, , is] of jobs) {
    expect(await statuses(table, ids)).toEqual([is, is, is])
    expect(await failed(job)).toEqual([])
  }
  expect(await unshredded()).not.toContain(people[1])
  expect(await failed('shred-documents')).toEqual([])
})

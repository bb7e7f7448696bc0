import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Tx } from '../database/transaction.ts'
import { later } from '../database/transaction.ts'

/** Forgets what was told about one thing and has been handled by everybody; nobody need wait for the 90 days. */
export async function forgetFactsOf(tx: Tx, aggregate: string): Promise<void> {
  await later(
    tx,
    sql`delete from event e where e.id in (
      select x.id from event x where x.aggregate = ${aggregate}
         and not exists (select 1 from event_delivery d where d.event_id = x.id and d.done_at is null))`,
  )
}

/** Takes one word out of facts that everybody has handled. @param name of a field of the payload; an index finds the facts that have it */
export async function forgetInFacts(db: Database, name: 'erasedAddress' | 'formerAddress'): Promise<void> {
  await sql`
    update event e set payload = e.payload - ${name}::text
     where e.payload ? ${sql.lit(name)} and not exists (select 1 from event_delivery d where d.event_id = e.id and d.done_at is null)`.execute(
    db,
  )
}

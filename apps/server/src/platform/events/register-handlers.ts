import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Handler } from './dispatcher.ts'

/**
 * Handlers that earlier versions had under these names. A name is never taken again for something else: a server of the version before may
 * still leave deliveries for it.
 */
export const RETIRED_HANDLERS: readonly string[] = []

/** Servers of earlier versions, which may run for a while yet, do the deliveries of what is retired until then. */
const LEFT_TO_OTHERS = { hours: 1 }

/**
 * Says in the database which handlers this version has, so that servers of every version leave deliveries for them. A handler that only
 * another version has stays registered, whichever server starts last.
 */
export async function registerHandlers(
  db: Database,
  handlers: readonly Pick<Handler, 'name' | 'type'>[],
  retired = RETIRED_HANDLERS,
): Promise<void> {
  const taken = handlers.find(({ name }) => retired.includes(name))
  if (taken) throw new Error(`the event handler ${taken.name} has the name of a retired one`)
  const rows = JSON.stringify(handlers.map(({ name, type }) => ({ name, type })))
  await sql`
    insert into event_handler (name, type)
    select name, type from jsonb_to_recordset(${rows}::jsonb) as h(name text, type text) order by name
    on conflict (name) do nothing`.execute(db)
  await sql`delete from event_handler where name = any(${retired}::text[])`.execute(db)
}

/** What waits for a retired handler has no effect any more. */
export async function forgetRetiredDeliveries(
  db: Database,
  now: Temporal.Instant,
  retired = RETIRED_HANDLERS,
): Promise<void> {
  if (retired.length === 0) return
  await sql`
    delete from event_delivery
     where handler = any(${retired}::text[]) and done_at is null and next_attempt_at < ${now.subtract(LEFT_TO_OTHERS)}`.execute(
    db,
  )
}

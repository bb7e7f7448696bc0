import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

export interface CountedTry {
  readonly refused: boolean
  /** Milliseconds of the oldest try that still counts. */
  readonly oldest: number
  /** How many count now, this one among them. */
  readonly count: number
}

/**
 * Counts one try, unless `limit` others of the last `windowMs` stand already: then it is refused and not counted, so that
 * hammering does not lengthen the wait. One statement on one row: a hundred at the same moment are counted one by one.
 */
export async function countTry(
  db: Database,
  given: { key: string; limit: number; windowMs: number; now: number },
): Promise<CountedTry> {
  const { key, limit, windowMs, now } = given
  const forgetAt = new Date(now + windowMs).toISOString()
  const { rows } = await sql<CountedTry>`
    insert into sign_in_try as t (key, tries, refused, forget_at) values (${key}, jsonb_build_array(${now}::bigint), false, ${forgetAt}::timestamptz)
    on conflict (key) do update set (tries, refused, forget_at) = (
      select case when jsonb_array_length(r.recent) >= ${limit}::int then r.recent else r.recent || to_jsonb(${now}::bigint) end,
             jsonb_array_length(r.recent) >= ${limit}::int, excluded.forget_at
        from (select coalesce(jsonb_agg(e order by e::bigint), '[]'::jsonb) as recent from jsonb_array_elements(t.tries) e where e::bigint > ${now - windowMs}::bigint) r
    ) returning refused, (tries->>0)::bigint as oldest, jsonb_array_length(tries) as count`.execute(db)
  return rows[0] ?? { refused: true, oldest: now, count: limit }
}

/** Takes back one try that turned out to be a right one; others of the same millisecond were not. */
export async function uncountTry(db: Database, key: string, at: number): Promise<void> {
  await sql`update sign_in_try set tries = tries - (
    select (e.number - 1)::int from jsonb_array_elements(tries) with ordinality e (at, number) where e.at::bigint = ${at}::bigint limit 1)
    where key = ${key} and tries @> to_jsonb(${at}::bigint)`.execute(db)
}

export async function forgetTries(db: Database, key: string): Promise<void> {
  await sql`delete from sign_in_try where key = ${key}`.execute(db)
}

import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Adds calls that this process has counted to those of all processes.
 * @returns how many there are of each caller now
 */
export async function addCalls(
  db: Database,
  about: { readonly name: string; readonly minute: number },
  calls: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  // In one order, so that two processes that add for the same callers do not wait for one another crosswise.
  const callers = [...calls.keys()].sort()
  const { rows } = await sql<{ caller: string; calls: number }>`
    insert into rate_count as c (minute, name, caller, calls)
    select ${about.minute}::int, ${about.name}, u.caller, u.calls
      from unnest(${callers}::text[], ${callers.map((caller) => calls.get(caller) ?? 0)}::int[]) as u(caller, calls)
    on conflict (minute, name, caller) do update set calls = c.calls + excluded.calls
    returning c.caller, c.calls`.execute(db)
  return new Map(rows.map((row) => [row.caller, row.calls]))
}

/** @param before the first minute that still counts */
export async function forgetCalls(db: Database, before: number): Promise<void> {
  await db.deleteFrom('rate_count').where('minute', '<', before).execute()
}

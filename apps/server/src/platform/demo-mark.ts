import type { Database } from './database/connect.ts'

/** The setting that says that a database holds the demo company, and how far its filling is. */
export const DEMO_MARK = 'demo-company'

/** `filling`, `filled`, or undefined for a database with somebody's own company or none. */
export async function readDemoMark(db: Database): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', DEMO_MARK).executeTakeFirst()
  return row?.value
}

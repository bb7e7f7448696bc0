import { ConfigError } from './config-error.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'

/** The setting that says that a database holds the demo company, and how far its filling is. */
export const DEMO_MARK = 'demo-company'

/** `filling`, `filled`, or undefined for a database with somebody's own company or none. */
export async function readDemoMark(db: Database): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', DEMO_MARK).executeTakeFirst()
  return row?.value
}

/**
 * Whichever way it is started: everybody knows the password of the demo's accounts.
 * @throws ConfigError DEMO
 */
export async function refuseDemoData(
  db: Database,
  { demo, dataDir }: Pick<Config, 'demo' | 'dataDir'>,
): Promise<void> {
  if (!demo && (await readDemoMark(db)) !== undefined)
    throw new ConfigError(
      'DEMO',
      `on for these data: they hold the demo company, whose accounts have a public password. A company of your own needs an empty DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
    )
}

import type { reach } from '@stowage/server/platform/database/migrate'
import { DEMO_MARK } from '@stowage/server/platform/demo-mark'

/**
 * `nobody`: no company in it yet. `demo`: the demo company. `brokenOff`: a filling of it that was cut off in the middle.
 * `somebody`: anything else, which the demo must not touch.
 */
export type WhoseData = 'nobody' | 'demo' | 'brokenOff' | 'somebody'

/** Made by every start, with nobody in the house: settings, and the traces of calls and jobs. */
const NOBODYS = ['migration', 'setting', 'event', 'event_delivery', 'idempotency', 'sign_in_try'] as const

/**
 * Asked before anything is written, the migrations included: the data may be somebody's, of any older version. Whatever
 * table holds a row makes it somebody's; so one that comes later counts without being named here.
 */
export async function whoseData(
  reader: Pick<Awaited<ReturnType<typeof reach>>, 'query'>,
): Promise<WhoseData> {
  const { rows } = await reader.query<{ name: string; quoted: string }>(
    "select tablename as name, quote_ident(tablename) as quoted from pg_tables where schemaname = 'public'",
  )
  if (rows.some(({ name }) => name === 'setting')) {
    const [mark] = (
      await reader.query<{ value: unknown }>('select value from setting where name = $1', [DEMO_MARK])
    ).rows
    if (mark) return mark.value === 'filling' ? 'brokenOff' : 'demo'
  }
  for (const { name, quoted } of rows) {
    if ((NOBODYS as readonly string[]).includes(name)) continue
    // The built-in roles are rows, too: each start puts them there.
    const some = name === 'role' ? 'role where not built_in' : quoted
    const { rows: found } = await reader.query(`select 1 from ${some} limit 1`)
    if (found.length > 0) return 'somebody'
  }
  return 'nobody'
}

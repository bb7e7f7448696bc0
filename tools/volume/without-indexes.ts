import type pg from 'pg'

/** All of it or nothing. */
export async function inOneTransaction<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await run()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Fills a table with millions of rows, within a transaction: its indexes but the keys are made anew behind them, and foreign keys and
 * triggers are asked nothing. Row by row all of that takes five times as long.
 */
export async function withoutIndexes<T>(
  client: pg.Client,
  table: string,
  fill: () => Promise<T>,
): Promise<T> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = $1::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  const { rows: roles } = await client.query<{ session_replication_role: string }>(
    'show session_replication_role',
  )
  await client.query('set local session_replication_role = replica')
  await client.query(`set local maintenance_work_mem = '512MB'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const filled = await fill()
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`set local session_replication_role = ${roles[0]?.session_replication_role ?? 'origin'}`)
  return filled
}

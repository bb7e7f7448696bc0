import pg from 'pg'

/** Every row of every table that a backup holds, by a sum of the database's own: `<rows> <md5>` by the name of the table. */
export async function rowSums(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1",
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
      )
      found[name] = rows[0]?.sum ?? ''
    }
    // When each migration ran is a machine's own.
    delete found['migration']
    return found
  } finally {
    await client.end()
  }
}

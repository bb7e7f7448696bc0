import pg from 'pg'

/** Every row of every table that a backup holds, by a sum of the database's own: `<rows> <md5>` by the name of the table. */
export async function rowSums(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Numbers of transactions are a cluster's own.
    const { rows: tables } = await client.query<{ name: string; columns: string }>(`
      select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
         and a.atttypid <> 'xid8'::regtype
       group by c.relname order by 1`)
    const found: Record<string, string> = {}
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum
           from (select ${columns} from "${name}") t`,
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

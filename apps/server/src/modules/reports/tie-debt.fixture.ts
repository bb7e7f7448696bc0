import { sql } from 'kysely'
import { expect } from 'vitest'
import { reportAgedDebt } from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import type { People } from '../../testing/people.ts'

/** Aged debt of past days, held against what each document's receivable came to by the end of them. */
export async function tieDebt(
  { db, sofia }: { readonly db: Database; readonly sofia: People['sofia'] },
  ...days: readonly string[]
): Promise<void> {
  for (const on of days) {
    const { rows } = await sql<{ currency: string; owed: number; documents: number }>`
      select currency, sum(owed)::bigint as owed, count(*)::int as documents
        from (select currency, sum(amount) as owed from ledger_entry where account = 'receivable' and business_day <= ${on}::date group by document_id, currency) x
       where owed > 0 group by 1 order by 1`.execute(db)
    const { body } = await sofia.call(reportAgedDebt, { query: { on } })
    expect(body.on).toBe(on)
    const said = body.rows.map(({ currency, total: owed, documents }) => ({ currency, owed, documents }))
    expect([on, said.toSorted((a, b) => a.currency.localeCompare(b.currency))]).toEqual([on, rows])
    for (const row of body.rows)
      expect(row.notDue + row.upTo30 + row.upTo60 + row.upTo90 + row.older).toBe(row.total)
    // What nobody has paid too early for the book is the receivable of that day, to the cent.
    const { rows: sums } = await sql<{ early: number; receivable: number }>`
      select coalesce(sum(owed) filter (where owed < 0), 0)::bigint as early, coalesce(sum(owed), 0)::bigint as receivable
        from (select sum(amount) as owed from ledger_entry where account = 'receivable' and business_day <= ${on}::date group by document_id) x`.execute(
      db,
    )
    const { early = 0, receivable = 0 } = sums[0] ?? {}
    expect([on, body.rows.reduce((sum, row) => sum + row.total, 0) + early]).toEqual([on, receivable])
  }
}

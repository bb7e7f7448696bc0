import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/**
 * Counts what was added to the book since the last turn into its sums (decision record 265). One statement takes it away and another
 * counts it in, in one transaction: a reader sees it in one of the two places, never in both. Of several servers one has the turn.
 * @returns how many rows were taken
 */
export async function countIn(tx: Tx): Promise<number> {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('sums of the book', 0)) as mine`.execute(tx)
  if (turn[0]?.mine !== true) return 0
  const { rows: sums } = await sql<{ taken: number }>`
    with taken as (delete from ledger_sum_added returning *),
    counted as (
      insert into ledger_sum (month, stock_id, seller_id, currency, account, reason, entries, debit, credit)
      select month, stock_id, seller_id, currency, account, reason, sum(entries), sum(debit), sum(credit) from taken group by 1, 2, 3, 4, 5, 6
      on conflict (month, stock_id, seller_id, currency, account, reason)
      do update set entries = ledger_sum.entries + excluded.entries, debit = ledger_sum.debit + excluded.debit, credit = ledger_sum.credit + excluded.credit)
    select count(*)::int as taken from taken having count(*) > 0`.execute(tx)
  const { rows: taxes } = await sql<{ taken: number }>`
    with taken as (delete from tax_sum_added returning *),
    counted as (
      insert into tax_sum (month, stock_id, seller_id, currency, line, is_credit, vat_percent, net, vat)
      select t.month, d.stock_id, d.seller_id, d.currency, l.kind, d.kind = 'credit_note', l.vat_percent, sum(t.sign * l.net), sum(t.sign * l.vat)
        from taken t join document d on d.id = t.document_id join document_line l on l.document_id = d.id
       group by 1, 2, 3, 4, 5, 6, 7
      on conflict (month, stock_id, seller_id, currency, line, is_credit, vat_percent)
      do update set net = tax_sum.net + excluded.net, vat = tax_sum.vat + excluded.vat)
    select count(*)::int as taken from taken having count(*) > 0`.execute(tx)
  return (sums[0]?.taken ?? 0) + (taxes[0]?.taken ?? 0)
}

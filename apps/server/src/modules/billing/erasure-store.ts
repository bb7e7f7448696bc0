import { sql } from 'kysely'
import { keptYears, keptYearsElsewhere } from '@stowage/domain/retention'
import type { Tx } from '../../platform/database/transaction.ts'

const NOBODY = {
  name: '',
  addressLines: [],
  country: '',
  taxNumber: null,
  vatId: null,
  email: '',
  phone: null,
}

/**
 * Takes the buyer out of papers that nothing keeps any more: those without a number, and those past their years. Sums, VAT,
 * numbers and days stay, so that the book still adds up.
 * @param accountId of one erased person; null: of all
 * @returns the ids of the papers
 */
export async function blankPapers(
  tx: Tx,
  { now, accountId }: { readonly now: Temporal.Instant; readonly accountId: string | null },
): Promise<string[]> {
  const year = now.toZonedDateTimeISO('UTC').year
  const { rows } = await sql<{ id: string }>`
    with due as (
      select d.id from document d join account a on a.id = d.account_id join seller l on l.id = d.seller_id
       where a.erased_at is not null and d.erased_at is null and (${accountId}::text is null or d.account_id = ${accountId})
         and (d.number is null or extract(year from d.document_date)::int
              < ${year}::int - coalesce((${JSON.stringify(keptYears)}::jsonb->>l.country)::int, ${keptYearsElsewhere}::int))
       order by d.id limit 500 for update of d)
    update document d set erased_at = ${now.toString()}::timestamptz, comment = null, write_off_reason = null,
           snapshot = case when d.snapshot ? 'buyer' then jsonb_set(d.snapshot, '{buyer}', ${JSON.stringify(NOBODY)}::jsonb) else d.snapshot end
      from due where d.id = due.id returning d.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * What never was on a paper goes at once: what plans would print, why they, debits and automatic payments stopped (words of banks
 * and of our own machinery), and by which words money was sent back to him.
 */
export async function blankPlans(tx: Tx, accountId: string): Promise<void> {
  await sql`update billing_plan set parked_reason = case when closed_at is null then parked_reason end, print = case when print ? 'buyer' then jsonb_set(print, '{buyer}', ${JSON.stringify(NOBODY)}::jsonb) else print end
     where account_id = ${accountId}`.execute(tx)
  await sql`update debit d set reason = null from subscription s where s.id = d.subscription_id and s.account_id = ${accountId} and d.reason is not null`.execute(
    tx,
  )
  await sql`update subscription set reason = null where account_id = ${accountId}`.execute(tx)
  await sql`update payout set reference = null where account_id = ${accountId}`.execute(tx)
}

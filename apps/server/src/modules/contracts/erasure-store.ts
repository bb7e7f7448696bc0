import { sql } from 'kysely'
import { keptYears, keptYearsElsewhere } from '@stowage/domain/retention'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface KeptPapers {
  readonly papers: number
  readonly leases: number
  /** YYYY-MM-DD */
  readonly keptUntil: string | null
}

const yearsOf = (country: string) =>
  sql`coalesce((${JSON.stringify(keptYears)}::jsonb->>${sql.ref(country)})::int, ${keptYearsElsewhere}::int)`

// A lease without a seller's paper was never more than a wish.
const LEASE_YEAR = sql`extract(year from greatest(coalesce(c.end_day, c.start_day), (select max(d.document_date) from document d where d.contract_id = c.id and d.number is not null)))::int`
const HAS_PAPER = sql<boolean>`exists (select 1 from document d where d.contract_id = c.id and d.number is not null)`
const LEASES = sql`contract c join stock s on s.id = c.stock_id join seller l on l.id = s.seller_id`

/** Papers with a number and leases that the law keeps: how many, and until which day. */
export async function keptPapers(db: Database, accountId: string): Promise<KeptPapers> {
  const { rows } = await sql<KeptPapers>`
    with paper as (
      select make_date(extract(year from d.document_date)::int + ${yearsOf('l.country')}, 12, 31) as until
        from document d join seller l on l.id = d.seller_id where d.account_id = ${accountId} and d.number is not null and d.erased_at is null
    ), lease as (
      select make_date(${LEASE_YEAR} + ${yearsOf('l.country')}, 12, 31) as until
        from ${LEASES} where c.account_id = ${accountId} and c.erased_at is null and ${HAS_PAPER})
    select (select count(*)::int from paper) as papers, (select count(*)::int from lease) as leases,
           (select max(until)::text from (select until from paper union all select until from lease) u) as "keptUntil"`.execute(
    db,
  )
  return rows[0] ?? { papers: 0, leases: 0, keptUntil: null }
}

/**
 * Takes the tenant out of leases that nothing keeps any more: those that never led to a paper, and those past their years.
 * Price, box, days and the hash of the signed text stay.
 * @param accountId of one erased person; null: of all
 * @returns the ids of the contracts
 */
export async function blankLeases(
  tx: Tx,
  { now, accountId }: { readonly now: Temporal.Instant; readonly accountId: string | null },
): Promise<string[]> {
  const year = now.toZonedDateTimeISO('UTC').year
  const { rows } = await sql<{ id: string }>`
    with due as (
      select c.id from ${LEASES} join account a on a.id = c.account_id
       where a.erased_at is not null and c.erased_at is null and (${accountId}::text is null or c.account_id = ${accountId})
         and (not ${HAS_PAPER} or ${LEASE_YEAR} < ${year}::int - ${yearsOf('l.country')})
       order by c.id limit 500 for update of c
    ), signed as (
      update contract_signature s set name_typed = '', address = null from due where s.contract_id = due.id)
    update contract c set erased_at = ${now.toString()}::timestamptz, answers = '{}'::jsonb, pin_hash = null,
           lease = case when c.lease ? 'tenant' then jsonb_set(c.lease, '{tenant}', ${JSON.stringify(NOBODY)}::jsonb) else c.lease end
      from due where c.id = due.id returning c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What no paper shows goes with the person: what he answered when he booked, and the code of his door. */
export async function blankAnswers(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ answers: '{}', pin_hash: null })
    .where('account_id', '=', accountId)
    .execute()
}

const NOBODY = {
  name: '',
  accountType: 'individual',
  isIndividualEntrepreneur: false,
  addressLines: [],
  country: '',
  email: '',
  phone: null,
  taxNumber: null,
  vatId: null,
  personalId: null,
}

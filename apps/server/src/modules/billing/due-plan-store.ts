import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { isGivenUp, printNow, vatOfStock, type DatedVat } from './plan-view.ts'
import type { DocumentSnapshot, StoredTerms } from './plan.ts'

export interface PlanRow {
  readonly id: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  /** In order, each beginning where the one before ends. */
  readonly terms: readonly StoredTerms[]
  readonly snapshot: DocumentSnapshot
  readonly billedUntil: Temporal.PlainDate | null
  readonly nextIssueOn: Temporal.PlainDate | null
  readonly endDay: Temporal.PlainDate | null
  readonly isParked: boolean
  /** Of its stock, as they are now. */
  readonly vat: DatedVat
}

/**
 * A plan is due on its stock's own day, and not before its first document has become an invoice: while a contract may still
 * be given up, nothing more is asked for it; one that was taken over without a deposit has none. A day is compared with the latest
 * day on earth first, for the index.
 */
const hasCome = (column: 'next_issue_on' | 'retry_on', now: Temporal.Instant) => sql<SqlBool>`
  (p.${sql.ref(column)} <= ${now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate().toString()}::date
   and p.${sql.ref(column)} <= (${now.toString()}::timestamptz at time zone (p.print->>'timeZone'))::date)`

const isBilled = sql<SqlBool>`
  p.closed_at is null and (exists (select 1 from document d where d.contract_id = p.contract_id and d.number is not null)
   or not exists (select 1 from document d where d.contract_id = p.contract_id))`

const isFresh = (now: Temporal.Instant) =>
  sql<SqlBool>`p.parked_reason is null and ${hasCome('next_issue_on', now)} and ${isBilled}`

/** One that could not be billed is tried again in its next night, whatever has become of its next invoice meanwhile. */
const isRetried = (now: Temporal.Instant) =>
  sql<SqlBool>`p.parked_reason is not null and ${hasCome('retry_on', now)} and ${isBilled} and not ${isGivenUp}`

/** Ids of plans whose next invoice is to be issued: the longest overdue are among them first, and those of a stock stand together. */
export async function duePlans(db: Database, now: Temporal.Instant, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select * from (select p.id, p.stock_id, p.next_issue_on from billing_plan p
        where ${isFresh(now)} order by p.next_issue_on, p.id limit ${limit}) fresh
      union all
      select * from (select p.id, p.stock_id, p.next_issue_on from billing_plan p
        where ${isRetried(now)} order by p.retry_on, p.id limit ${limit}) parked
    ) due order by stock_id, next_issue_on, id`.execute(db)
  return rows.map((row) => row.id)
}

/** Those of the plans that are still due, locked, in the order given; without those that another process works on or has worked on. */
export async function lockDuePlans(
  tx: Tx,
  ids: readonly string[],
  now: Temporal.Instant,
): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select p.id, p.contract_id as "contractId", p.account_id as "accountId", p.stock_id as "stockId", p.seller_id as "sellerId", jsonb_build_array(p.terms) || p.later_terms as terms, ${printNow} as snapshot,
           p.billed_until as "billedUntil", p.next_issue_on as "nextIssueOn", p.end_day as "endDay", p.parked_reason is not null as "isParked", ${vatOfStock('p.stock_id')} as vat
      from billing_plan p where p.id = any(${ids}) and (${isFresh(now)} or ${isRetried(now)}) for update of p skip locked`.execute(
    tx,
  )
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

export interface MovedPlan {
  readonly planId: string
  readonly billedUntil: Temporal.PlainDate | null
  readonly nextIssueOn: Temporal.PlainDate | null
}

/** Plans that were billed stand where they were billed to, and none of them is parked any more. */
export async function movePlans(tx: Tx, moved: readonly MovedPlan[]): Promise<void> {
  if (moved.length === 0) return
  await later(
    tx,
    sql`update billing_plan p set billed_until = m.billed_until, next_issue_on = m.next_issue_on, parked_reason = null, parked_at = null, parked_tries = 0, retry_on = null
          from unnest(${moved.map(({ planId }) => planId)}::text[], ${moved.map(({ billedUntil }) => billedUntil)}::date[], ${moved.map(({ nextIssueOn }) => nextIssueOn)}::date[]) as m(id, billed_until, next_issue_on)
         where p.id = m.id`,
  )
}

/** @param parked a plan that is parked already is one try older; `retryOn` is a day at its stock */
export async function parkPlans(
  tx: Tx,
  parked: readonly {
    readonly planId: string
    readonly reason: string
    readonly retryOn: Temporal.PlainDate
  }[],
  at: Temporal.Instant,
): Promise<void> {
  if (parked.length === 0) return
  await sql`
    update billing_plan p set parked_reason = k.reason, parked_at = coalesce(p.parked_at, ${at.toString()}::timestamptz), parked_tries = p.parked_tries + 1, retry_on = k.retry_on
      from unnest(${parked.map(({ planId }) => planId)}::text[], ${parked.map(({ reason }) => reason.slice(0, 500))}::text[], ${parked.map(({ retryOn }) => retryOn)}::date[]) as k(id, reason, retry_on)
     where p.id = k.id and p.closed_at is null`.execute(tx)
}

/** Parked plans that are to be tried now: of one contract, or the longest parked. */
export async function makeParkedDue(
  tx: Tx,
  contractId: string | null,
  limit: number,
): Promise<{ id: string; contractId: string; stockId: string; reason: string; tries: number }[]> {
  const { rows } = await sql<{
    id: string
    contractId: string
    stockId: string
    reason: string
    tries: number
  }>`
    update billing_plan p set retry_on = p.anchor_day
     where p.id in (select id from billing_plan
                     where parked_reason is not null and closed_at is null and (${contractId}::text is null or contract_id = ${contractId})
                     order by parked_at, id limit ${limit} for update)
    returning p.id, p.contract_id as "contractId", p.stock_id as "stockId", p.parked_reason as reason, p.parked_tries as tries`.execute(
    tx,
  )
  return rows
}

import { sql } from 'kysely'
import type { Money } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { StoredTerms } from './plan.ts'
import { vatOfStock, type DatedVat } from './plan-view.ts'

/** The plan of a contract with what a rise of its rent asks for. */
export interface RisePlanRow {
  readonly planId: string
  readonly contractId: string
  readonly contractStatus: string
  readonly accountId: string
  readonly stockId: string
  readonly timeZone: string
  readonly currency: Money['currency']
  readonly terms: readonly StoredTerms[]
  readonly vat: DatedVat
  readonly billedUntil: string | null
  readonly leavesOn: string | null
  readonly isParked: boolean
  readonly isClosed: boolean
  readonly noticeDays: number
  readonly capPercent: number
  /** What a new tenant of the box would be promised; null where it has no price in the contract's currency. */
  readonly streetRate: number | null
  /** A notice that is announced and not served yet. */
  readonly isOnItsWay: boolean
}

/** Of `p` billing_plan, `c` contract, `s` stock, `b` box; the notice of a tenant ends a fixed term at its end and an open one on its day. */
export const RISE_PLAN = sql`p.id as "planId", p.contract_id as "contractId", c.status as "contractStatus", p.account_id as "accountId", p.stock_id as "stockId", s.time_zone as "timeZone", p.currency,
  jsonb_build_array(p.terms) || p.later_terms as terms, ${vatOfStock('p.stock_id')} as vat, p.billed_until::text as "billedUntil",
  coalesce(c.planned_leave_day, case when c.duration_months is null then p.end_day end)::text as "leavesOn", p.parked_reason is not null as "isParked", p.closed_at is not null as "isClosed",
  s.rise_notice_days as "noticeDays", s.rise_cap_percent as "capPercent", case when s.currency = p.currency then b.month_rate end as "streetRate",
  exists (select 1 from rent_rise r where r.plan_id = p.id and r.served_at is null and r.withdrawn_at is null) as "isOnItsWay"`
export const RISE_TABLES = sql`billing_plan p join contract c on c.id = p.contract_id join stock s on s.id = p.stock_id join box b on b.id = c.box_id`

/** The plans of these contracts, locked in order of id: nothing is invoiced, extended or ended meanwhile. */
export async function lockRisePlans(tx: Tx, contractIds: readonly string[]): Promise<RisePlanRow[]> {
  const ids = [...contractIds]
  await sql`select id from billing_plan where contract_id = any(${ids}::text[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<RisePlanRow>`
    select ${RISE_PLAN} from ${RISE_TABLES} where p.contract_id = any(${ids}::text[]) order by p.id`.execute(
    tx,
  )
  return rows
}

/** What a notice says: kept with it and told by its mail. Days YYYY-MM-DD, amounts in minor units. */
export interface NoticeFacts {
  readonly rateBefore: number
  readonly rate: number
  readonly effectiveOn: string
  readonly periodUntil: string
  readonly months: number
  readonly netBefore: number
  readonly grossBefore: number
  readonly netAfter: number
  readonly grossAfter: number
  readonly promisedUntil: string | null
}

const columnsOf = (facts: NoticeFacts) => ({
  rate_before: facts.rateBefore,
  rate: facts.rate,
  effective_on: Temporal.PlainDate.from(facts.effectiveOn),
  period_until: Temporal.PlainDate.from(facts.periodUntil),
  period_months: facts.months,
  net_before: facts.netBefore,
  gross_before: facts.grossBefore,
  net_after: facts.netAfter,
  gross_after: facts.grossAfter,
  promised_until: facts.promisedUntil === null ? null : Temporal.PlainDate.from(facts.promisedUntil),
})

export async function insertRise(
  tx: Tx,
  id: string,
  plan: RisePlanRow,
  facts: NoticeFacts,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('rent_rise')
    .values({
      id,
      plan_id: plan.planId,
      contract_id: plan.contractId,
      account_id: plan.accountId,
      stock_id: plan.stockId,
      currency: plan.currency,
      ...columnsOf(facts),
      announced_at: at,
    })
    .execute()
}

export interface RiseRow {
  readonly id: string
  readonly planId: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly rate: number
  readonly effectiveOn: Temporal.PlainDate
  readonly servedAt: Temporal.Instant | null
  readonly withdrawnAt: Temporal.Instant | null
}

/** The notice; whoever changes it holds its contract's plan and reads it again then. */
export async function findRise(tx: Tx, id: string): Promise<RiseRow | undefined> {
  return await tx
    .selectFrom('rent_rise')
    .select([
      'id',
      'plan_id as planId',
      'contract_id as contractId',
      'account_id as accountId',
      'stock_id as stockId',
      'rate',
      'effective_on as effectiveOn',
      'served_at as servedAt',
      'withdrawn_at as withdrawnAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The mail is written: the notice counts, on the day and with the figures that it tells. */
export async function markServed(
  tx: Tx,
  id: string,
  served: { facts: NoticeFacts; mailId: string; on: Temporal.PlainDate; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('rent_rise')
    .set({
      ...columnsOf(served.facts),
      mail_id: served.mailId,
      served_on: served.on,
      served_at: served.at,
    })
    .where('id', '=', id)
    .execute()
}

/** @param reason why it could not be served; null: somebody took it back */
export async function markWithdrawn(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  reason: string | null = null,
): Promise<void> {
  await tx
    .updateTable('rent_rise')
    .set({ withdrawn_at: at, dropped_reason: reason })
    .where('id', '=', id)
    .execute()
}

/**
 * Writes the dated rates of a plan into each of its terms, from the notices that count. They are written anew whenever one
 * is served or withdrawn and never by hand, so that notices and prices cannot differ.
 */
export async function writeRates(tx: Tx, planId: string): Promise<void> {
  await sql`
    with rates as (
      select coalesce(jsonb_agg(jsonb_build_object('from', effective_on, 'rate', rate, 'noticeId', id, 'servedOn', served_on) order by effective_on), '[]') as list
        from rent_rise where plan_id = ${planId} and served_at is not null and withdrawn_at is null
    )
    update billing_plan p set terms = p.terms || jsonb_build_object('laterRates', r.list),
           later_terms = (select coalesce(jsonb_agg(t.term || jsonb_build_object('laterRates', r.list) order by t.place), '[]') from jsonb_array_elements(p.later_terms) with ordinality as t(term, place))
      from rates r where p.id = ${planId}`.execute(tx)
}

/** Whether a notice of a new rent behind a day has been announced or served that was not taken back. */
export async function isRiseComing(
  db: Database | Tx,
  contractId: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const row = await db
    .selectFrom('rent_rise')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('withdrawn_at', 'is', null)
    .where('effective_on', '>', day)
    .executeTakeFirst()
  return row !== undefined
}

import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** A contract of the copy whose tenant has an account here and whose unit is a box here. */
export interface CopiedContract {
  readonly id: string
  readonly number: string
  readonly boxId: string
  readonly accountId: string
  readonly startDay: string
  readonly endDay: string | null
  readonly noticeLeaveDay: string | null
  readonly leaveDay: string | null
  readonly paidUntil: string | null
  readonly periodMonths: number
  readonly currency: string
  readonly monthRate: number
  readonly discountPercent: number
  readonly vatPercent: number
  readonly insuranceAmount: number | null
  readonly insuranceCoverage: number | null
  readonly depositAmount: number | null
  readonly balance: number
  /** The earliest due day of an open invoice. */
  readonly openDue: string | null
}

export async function contractsOfKnown(db: Database, stockId: string): Promise<CopiedContract[]> {
  const { rows } = await sql<CopiedContract>`
    select c.id, c.number, b.id as "boxId", k.account_id as "accountId", c.start_day::text as "startDay", c.end_day::text as "endDay", c.notice_leave_day::text as "noticeLeaveDay", c.leave_day::text as "leaveDay", c.paid_until::text as "paidUntil", c.period_months as "periodMonths", c.currency, c.month_rate as "monthRate",
           c.discount_percent::float8 as "discountPercent", c.vat_percent::float8 as "vatPercent", c.insurance_amount as "insuranceAmount", c.insurance_coverage as "insuranceCoverage", c.deposit_amount as "depositAmount", c.balance,
           (select min(coalesce(d.due_date, d.document_date))::text from external_document d where d.stock_id = c.stock_id and d.contract_id = c.id and d.kind = 'Invoice' and d.open_amount > 0) as "openDue"
      from external_contract c join external_customer k on k.stock_id = c.stock_id and k.id = c.customer_id join box b on b.stock_id = c.stock_id and b.external_id = c.unit_id and b.deleted_at is null
     where c.stock_id = ${stockId} and k.account_id is not null
     order by c.id`.execute(db)
  return rows
}

/** How the reading of a site stands, and what its copy holds. */
export interface SiteState {
  readonly syncedAt: Temporal.Instant | null
  readonly triedAt: Temporal.Instant | null
  readonly trouble: string | null
  readonly problems: readonly string[]
  readonly isRunning: boolean
  readonly units: number
  readonly customers: number
  readonly imported: number
  readonly contracts: number
  readonly documents: number
  readonly openTasks: number
}

export async function siteState(
  db: Database,
  stockId: string,
  now: Temporal.Instant,
): Promise<SiteState | undefined> {
  const { rows } = await sql<SiteState>`
    select e.synced_at as "syncedAt", e.tried_at as "triedAt", e.trouble, coalesce(e.problems, '[]') as problems, coalesce(e.lease_until > ${now.toString()}::timestamptz, false) as "isRunning",
           (select count(*)::int from box b where b.stock_id = s.id and b.deleted_at is null and b.external_id is not null) as units,
           (select count(*)::int from external_customer c where c.stock_id = s.id) as customers,
           (select count(*)::int from external_customer c where c.stock_id = s.id and c.account_id is not null) as imported,
           (select count(*)::int from external_contract c where c.stock_id = s.id) as contracts,
           (select count(*)::int from external_document d where d.stock_id = s.id) as documents,
           (select count(*)::int from external_task t where t.stock_id = s.id and t.done_at is null) as "openTasks"
      from stock s left join external_site e on e.stock_id = s.id where s.id = ${stockId} and s.is_external and s.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Which stock a site of the external system is. */
export async function stockOfSite(db: Database, siteId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from stock where external_id = ${siteId} and is_external and deleted_at is null`.execute(db)
  return rows[0]?.id
}

/** A contract names a customer who was not read: one of the whole company, whose row is older than his first contract here. */
export async function namesUnknownCustomer(db: Database, stockId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from external_contract c where c.stock_id = ${stockId} and not exists (select 1 from external_customer k where k.stock_id = c.stock_id and k.id = c.customer_id) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

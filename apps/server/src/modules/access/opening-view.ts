import { sql } from 'kysely'
import type { ContractStatus } from '@stowage/domain/contract-life'
import type { Database } from '../../platform/database/connect.ts'

/** What stands in the database about a person and a box (or all boxes of a stock), read in one query. */
export interface HoldingRow {
  readonly kind: 'reservation' | 'contract'
  readonly boxId: string
  readonly contractId: string | null
  /** Whose contract it is: not the person's own where it is internal for him. */
  readonly tenantId: string | null
  readonly status: ContractStatus | null
  /** Withdrawn from, and its box not handed back yet. */
  readonly isHeldBehind: boolean
  readonly firstPaymentReversed: boolean
  readonly blockedByStaff: boolean
  readonly startDay: string | null
  readonly endDay: string | null
  /** Noted for the last day; null: 12:00. */
  readonly leavingTime: string | null
  readonly moveOutUntil: string | null
  readonly oldestUnpaidRentDue: string | null
  readonly isPaymentUnderWay: boolean
}

export interface BoxRow {
  readonly id: string
  readonly stockId: string
  readonly unitNumber: string
  readonly size: number
  readonly lockId: string | null
  readonly holdings: readonly HoldingRow[]
}

// Who has withdrawn has his box until it is handed back (decision 20).
const isHeldBehind = sql`(c.status = 'cancelled' and c.withdrawn_at is not null and c.cleared_at is null)`

// What an opening asks of contract c on box b of stock s; as JSON it is a HoldingRow.
const contractColumns = sql`
  'contract' as kind, c.box_id as "boxId", c.id as "contractId", c.account_id as "tenantId", c.status, ${isHeldBehind} as "isHeldBehind", c.first_payment_reversed as "firstPaymentReversed", c.blocked_by_staff as "blockedByStaff", c.start_day::text as "startDay", c.end_day::text as "endDay",
  case when c.planned_leave_day = c.end_day then to_char(c.planned_leave_time, 'HH24:MI') end as "leavingTime", (c.move_out_window_until at time zone s.time_zone)::text as "moveOutUntil",
  case when c.door_closing_agreed then coalesce(
    c.source_due_on::text,
    (select min(d.due_on)::text from document d
      where d.contract_id = c.id and d.status = 'open' and d.kind = 'invoice')
  ) end as "oldestUnpaidRentDue",
  exists (
    select 1 from document d join payment p on p.reference = 'document:' || d.id
     where d.contract_id = c.id and d.status = 'open' and d.kind = 'invoice' and p.status = 'pending'
  ) as "isPaymentUnderWay"`

// A person's contracts and live reservations on box b, as JSON; the alias of the account's parameter is fixed by the caller.
const holdingsOf = (accountId: string, now: Temporal.Instant) => sql`
  (select coalesce(json_agg(h), '[]') from (
     select ${contractColumns}
       from contract c where c.box_id = b.id and (c.account_id = ${accountId} or c.internal_user_id = ${accountId}) and (c.status in ('pending', 'active', 'ended') or ${isHeldBehind})
     union all
     select 'reservation', r.box_id, null, null, null, false, false, false, null, null, null, null, null, false
       from reservation r where r.box_id = b.id and r.account_id = ${accountId} and r.status = 'live' and r.expires_at > ${now.toString()}::timestamptz) h)`

/** A contract whose tenant may have a right to open, with its door. */
export interface TenancyRow extends HoldingRow {
  readonly contractId: string
  readonly tenantId: string
  readonly internalUserId: string | null
  readonly unitNumber: string
  readonly lockId: string | null
}

/** Every contract of a stock behind which somebody may stand at a door, in the order of its boxes. */
export async function tenanciesAtStock(db: Database, stockId: string): Promise<TenancyRow[]> {
  const { rows } = await sql<TenancyRow>`
    select ${contractColumns}, c.internal_user_id as "internalUserId", b.unit_number as "unitNumber", b.lock_id as "lockId"
      from contract c join box b on b.id = c.box_id join stock s on s.id = c.stock_id
     where c.stock_id = ${stockId} and b.deleted_at is null and (c.status in ('active', 'ended') or ${isHeldBehind})
     order by b.unit_number, c.id`.execute(db)
  return rows
}

/** The boxes with this id or this number in their source, with what the person holds of them. */
export async function boxesForOpening(
  db: Database,
  boxId: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<BoxRow[]> {
  const { rows } = await sql<BoxRow>`
    select b.id, b.stock_id as "stockId", b.unit_number as "unitNumber", b.size, b.lock_id as "lockId", ${holdingsOf(accountId, now)} as holdings
      from box b join stock s on s.id = b.stock_id
     where (b.id = ${boxId} or b.external_id = ${boxId}) and b.deleted_at is null and s.deleted_at is null`.execute(
    db,
  )
  return rows
}

/** Everything a person holds at a stock; from the person to the boxes, who are few, not the other way round. */
export async function holdingsAtStock(
  db: Database,
  stockId: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<HoldingRow[]> {
  const { rows } = await sql<{ holdings: HoldingRow[] }>`
    select ${holdingsOf(accountId, now)} as holdings from box b join stock s on s.id = b.stock_id
     where b.stock_id = ${stockId} and b.id in (
       select c.box_id from contract c where c.account_id = ${accountId} and (c.status in ('pending', 'active', 'ended') or ${isHeldBehind})
       union all select c.box_id from contract c where c.internal_user_id = ${accountId} and c.status in ('pending', 'active', 'ended')
       union all select r.box_id from reservation r where r.account_id = ${accountId} and r.status = 'live')`.execute(
    db,
  )
  return rows.flatMap((row) => row.holdings)
}

/** Whether an account has an active or ended contract at a stock: what Wi-Fi, doors and availability hang on. */
export async function hasRunningContract(db: Database, stockId: string, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from contract where stock_id = ${stockId} and account_id = ${accountId} and status in ('active', 'ended') limit 1`.execute(
      db,
    )
  return rows.length > 0
}

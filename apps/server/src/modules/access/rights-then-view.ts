import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { HoldingRow } from './opening-view.ts'

export interface RightThen {
  readonly holding: HoldingRow
  /** Whether the account was blocked by staff then, as far as it is now. */
  readonly accountBlocked: boolean
}

/**
 * What somebody had by a contract at a moment that is over: its life and its invoices have dates. What has none is taken as it is
 * today, but a block that was set behind that moment is not held against anybody. Null where the contract is gone.
 * @param at business time; @param recordedAfter the same in machine time
 */
export async function rightThen(
  db: Database,
  contractId: string,
  accountId: string,
  at: Temporal.Instant,
  recordedAfter: Temporal.Instant,
): Promise<RightThen | null> {
  const then = sql`${at.toString()}::timestamptz`
  const { rows } = await sql<RightThen>`
    with c as (
      select c.*, case when c.activated_at is null or c.activated_at > ${then} then 'pending' when c.cancelled_at <= ${then} then 'cancelled' when c.closed_at <= ${then} then 'closed' when c.ended_at <= ${then} then 'ended' else 'active' end as status_then
        from contract c where c.id = ${contractId}
    ), unpaid as (
      select d.id, d.kind, d.due_on from document d
       where d.contract_id = ${contractId} and d.created_at <= ${then} and (d.voided_at is null or d.voided_at > ${then}) and (d.status = 'open' or d.paid_at > ${then})
    )
    select json_build_object(
        'kind', 'contract', 'boxId', c.box_id, 'contractId', c.id, 'tenantId', c.account_id, 'status', c.status_then,
        'isHeldBehind', c.status_then = 'cancelled' and c.withdrawn_at <= ${then} and (c.cleared_at is null or c.cleared_at > ${then}),
        'firstPaymentReversed', c.first_payment_reversed,
        'blockedByStaff', c.blocked_by_staff and not exists (select 1 from event e where e.stock_id = c.stock_id and e.type = 'contract-marked' and e.payload ->> 'contractId' = c.id and e.happened_at > ${then}),
        'startDay', c.start_day, 'endDay', c.end_day,
        'leavingTime', case when c.planned_leave_day = c.end_day then to_char(c.planned_leave_time, 'HH24:MI') end,
        'moveOutUntil', (c.move_out_window_until at time zone s.time_zone)::text,
        'oldestUnpaidRentDue', case when c.door_closing_agreed then coalesce(c.source_due_on, (select min(due_on) from unpaid where kind = 'invoice')) end,
        'isPaymentUnderWay', exists (select 1 from unpaid u join payment p on p.reference = 'document:' || u.id where p.created_at <= ${then} and (p.status = 'pending' or p.succeeded_at > ${then}))
      ) as holding,
      a.blocked_by_staff and coalesce(a.blocked_at <= ${then}, not exists (select 1 from event e where e.recorded_at > ${recordedAfter.toString()}::timestamptz and e.type = 'account-changed' and e.payload ->> 'accountId' = a.id)) as "accountBlocked"
      from c join stock s on s.id = c.stock_id join account a on a.id = ${accountId} and a.id in (c.account_id, c.internal_user_id)`.execute(
    db,
  )
  return rows[0] ?? null
}

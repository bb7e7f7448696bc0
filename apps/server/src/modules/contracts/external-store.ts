import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { ExternalContract } from './take-external.ts'

/** A contract of an external stock as its row is. */
export type ExternalRow = Omit<ExternalContract, 'endsToday'> & { readonly id: string }

/** Those of a stock, locked in the order of their ids. */
export async function lockExternal(tx: Tx, stockId: string): Promise<ExternalRow[]> {
  const { rows } = await sql<ExternalRow>`
    select id, external_id as "externalId", number, box_id as "boxId", account_id as "accountId", status, start_day::text as "startDay", end_day::text as "endDay", planned_leave_day::text as "plannedLeaveDay",
           (leave_at at time zone 'UTC')::date::text as "leaveDay", duration_months as "durationMonths", period_months as "periodMonths", currency, month_rate as "monthRate", price,
           source_paid_until::text as "paidUntil", source_debt as debt, source_due_on::text as "dueOn", source_deposit as deposit
      from contract where stock_id = ${stockId} and external_id is not null order by id for update`.execute(
    tx,
  )
  return rows
}

/** Which contract or reservation holds each box of a stock that somebody holds. */
export async function holdersAt(tx: Tx, stockId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ boxId: string; holderId: string }>`
    select box_id as "boxId", holder_id as "holderId" from box_claim where stock_id = ${stockId} and released_at is null`.execute(
    tx,
  )
  return new Map(rows.map(({ boxId, holderId }) => [boxId, holderId]))
}

/** Who books what the source keeps: nobody here. */
const BY_SOURCE = 'source'

export async function putExternal(
  tx: Tx,
  stockId: string,
  row: ExternalRow,
  at: Temporal.Instant,
): Promise<void> {
  const [now, price] = [sql`${at.toString()}::timestamptz`, sql`${JSON.stringify(row.price)}::jsonb`]
  // Noon: the same day in every zone where a warehouse stands.
  const leaveAt = sql`(${row.leaveDay}::date + time '12:00') at time zone 'UTC'`
  await sql`
    insert into contract (id, external_id, number, status, box_id, stock_id, account_id, start_day, end_day, planned_leave_day, leave_at, duration_months, period_months, currency, month_rate, price, lease, answers,
      payment_method, booked_at, booked_by_id, activated_at, ended_at, closed_at, source_paid_until, source_debt, source_due_on, source_deposit)
    values (${row.id}, ${row.externalId}, ${row.number}, ${row.status}, ${row.boxId}, ${stockId}, ${row.accountId}, ${row.startDay}::date, ${row.endDay}::date, ${row.plannedLeaveDay}::date, ${leaveAt}, ${row.durationMonths}::int, ${row.periodMonths}, ${row.currency},
      ${row.monthRate}, ${price}, '{}', '{}', 'external', ${now}, ${BY_SOURCE}, ${now}, case when ${row.status} = 'ended' then ${now} end, case when ${row.status} = 'closed' then ${now} end, ${row.paidUntil}::date, ${row.debt}, ${row.dueOn}::date, ${row.deposit}::bigint)
    on conflict (id) do update
      set number = excluded.number, status = excluded.status, box_id = excluded.box_id, start_day = excluded.start_day, end_day = excluded.end_day, planned_leave_day = excluded.planned_leave_day, leave_at = excluded.leave_at,
          duration_months = excluded.duration_months, period_months = excluded.period_months, currency = excluded.currency, month_rate = excluded.month_rate, price = excluded.price,
          ended_at = case when excluded.status = 'ended' then coalesce(contract.ended_at, excluded.ended_at) end, closed_at = case when excluded.status = 'closed' then coalesce(contract.closed_at, excluded.closed_at) end,
          source_paid_until = excluded.source_paid_until, source_debt = excluded.source_debt, source_due_on = excluded.source_due_on, source_deposit = excluded.source_deposit, updated_at = ${now}`.execute(
    tx,
  )
}

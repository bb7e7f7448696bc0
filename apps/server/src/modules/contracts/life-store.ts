import { sql } from 'kysely'
import type { ContractStatus } from '@stowage/domain/contract-life'
import type { Tx } from '../../platform/database/transaction.ts'
import type { StoredTerms } from '../billing/index.ts'
import type { ContractRow } from './contract-store.ts'

/** A running contract with what extending, notice and its withdrawal look at. */
export interface RunningContract extends ContractRow {
  /** The first day of the last term. */
  readonly termStartDay: Temporal.PlainDate
  readonly isOpenEnded: boolean
  /** The stock's day of the last extension. */
  readonly extendedOn: Temporal.PlainDate | null
  readonly plannedLeaveDay: Temporal.PlainDate | null
  readonly timeZone: string
  readonly isExternal: boolean
  /** Of its first term: its tariff's rules hold for all of them. */
  readonly terms: StoredTerms
}

/**
 * The running contracts of a box, locked: of one account where it is named, else whosesoever they are. More than one only where
 * sources of several stocks have given boxes the same number.
 * @param unitId the box's id or its number in the source
 */
export async function lockRunning(
  tx: Tx,
  of: { readonly unitId: string; readonly accountId: string | null },
): Promise<RunningContract[]> {
  const { rows } = await sql<RunningContract>`
    select c.id, c.number, c.status, c.box_id as "boxId", c.stock_id as "stockId", c.account_id as "accountId", c.start_day as "startDay", c.end_day as "endDay", c.hold_until as "holdUntil",
           c.first_document_id as "firstDocumentId", c.first_payment_reversed as "firstPaymentReversed", c.payment_method as "paymentMethod", c.internal_user_id as "internalUserId", c.booked_at as "bookedAt", c.updated_at as "updatedAt",
           coalesce(c.term_start_day, c.start_day) as "termStartDay", c.duration_months is null as "isOpenEnded", (c.extended_at at time zone s.time_zone)::date as "extendedOn", c.planned_leave_day as "plannedLeaveDay", s.time_zone as "timeZone", s.is_external as "isExternal", c.price as terms
      from contract c join box b on b.id = c.box_id join stock s on s.id = c.stock_id
     where (b.id = ${of.unitId} or b.external_id = ${of.unitId}) and c.status in ('active', 'ended') and (${of.accountId}::text is null or c.account_id = ${of.accountId})
     order by c.id for update of c`.execute(tx)
  return rows
}

/** One more term; a notice is taken back by it (decision 17). */
export async function setExtended(
  tx: Tx,
  id: string,
  to: {
    readonly status: ContractStatus
    readonly termStartDay: Temporal.PlainDate
    readonly endDay: Temporal.PlainDate
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({
      status: to.status,
      term_start_day: to.termStartDay,
      end_day: to.endDay,
      extended_at: to.at,
      ended_at: null,
      planned_leave_day: null,
      planned_leave_time: null,
      notice_given_at: null,
      move_out_window_until: null,
      updated_at: to.at,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Notes the leaving day, or takes it back with null.
 * @param contract `endsByNotice`: it has no end of its own, so that the day is its end (decision 13)
 * @param at when it was noted; kept from the first day that was noted until it is taken back
 */
export async function setLeaving(
  tx: Tx,
  contract: { readonly id: string; readonly endsByNotice: boolean },
  leaving: { readonly day: Temporal.PlainDate; readonly time: Temporal.PlainTime | null } | null,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('contract')
    .set(({ fn, ref, val }) => ({
      planned_leave_day: leaving?.day ?? null,
      planned_leave_time: leaving?.time ?? null,
      notice_given_at: leaving === null ? null : fn.coalesce(ref('notice_given_at'), val(at)),
      ...(contract.endsByNotice ? { end_day: leaving?.day ?? null } : {}),
      updated_at: at,
    }))
    .where('id', '=', contract.id)
    .execute()
}

/** Until when the tenant of an ended contract is let in once more. */
export async function setMoveOutWindow(
  tx: Tx,
  id: string,
  until: Temporal.Instant,
  at: Temporal.Instant,
): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ before: Temporal.Instant | null }>`
    with known as (select id, move_out_window_until as before from contract where id = ${id})
    update contract c set move_out_window_until = ${until.toString()}::timestamptz, updated_at = ${at.toString()}::timestamptz from known k where c.id = k.id returning k.before`.execute(
    tx,
  )
  return rows[0]?.before ?? null
}

import { sql, type SqlBool } from 'kysely'
import type { ContractStatus } from '@stowage/domain/contract-life'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import type { StoredTerms } from '../billing/index.ts'

export interface NewContractRow {
  readonly id: string
  readonly year: number
  readonly boxId: string
  readonly stockId: string
  readonly accountId: string
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  readonly durationMonths: number | null
  /** Where the term began behind the contract's own first day. */
  readonly termStartDay?: Temporal.PlainDate
  readonly periodMonths: number
  readonly currency: string
  readonly monthRate: number
  readonly price: unknown
  /** What the lease says: kept whether somebody signed or staff booked. */
  readonly lease: unknown
  readonly answers: unknown
  readonly holdUntil: Temporal.Instant
  readonly paymentMethod: string
  /** Of the document that follows in the same transaction; null where none does. */
  readonly firstDocumentId: string | null
  readonly bookedAt: Temporal.Instant
  readonly bookedById: string
}

export interface NewSignatureRow {
  readonly nameTyped: string
  readonly isAdult: boolean
  readonly textVersion: string
  readonly textHash: string
  readonly language: string
  readonly signedAt: Temporal.Instant
  readonly address: string
}

/**
 * The contract with its number of the running series and, when it was signed, its signature: one round trip. Gaps are allowed in
 * this series (documents have none), so bookings do not wait for one another.
 * @returns the number, `2026-000123`
 */
export async function insertContract(
  tx: Tx,
  row: NewContractRow,
  signature: NewSignatureRow | null,
): Promise<string> {
  const contract = sql`
    insert into contract (id, number, status, box_id, stock_id, account_id, start_day, term_start_day, end_day, duration_months, period_months, currency, month_rate, price, lease, answers, hold_until, payment_method, first_document_id, booked_at, booked_by_id)
    values (${row.id}, ${row.year}::text || '-' || to_char(nextval('contract_number'), 'FM999999999000000'), 'pending', ${row.boxId}, ${row.stockId}, ${row.accountId}, ${row.startDay.toString()}::date, ${row.termStartDay?.toString() ?? null}::date, ${row.endDay?.toString() ?? null}::date, ${row.durationMonths}, ${row.periodMonths},
      ${row.currency}, ${row.monthRate}, ${JSON.stringify(row.price)}::jsonb, ${JSON.stringify(row.lease)}::jsonb, ${JSON.stringify(row.answers)}::jsonb, ${row.holdUntil.toString()}::timestamptz, ${row.paymentMethod}, ${row.firstDocumentId}, ${row.bookedAt.toString()}::timestamptz, ${row.bookedById})
    returning number`
  const { rows } = await (
    signature === null
      ? sql<{ number: string }>`${contract}`
      : sql<{ number: string }>`with contract as (${contract}), signature as (
        insert into contract_signature (contract_id, name_typed, documents_agreed, is_adult, text_version, text_hash, language, signed_at, address)
        values (${row.id}, ${signature.nameTyped}, true, ${signature.isAdult}, ${signature.textVersion}, ${signature.textHash}, ${signature.language}, ${signature.signedAt.toString()}::timestamptz, ${signature.address}))
      select number from contract`
  ).execute(tx)
  return rows[0]?.number ?? ''
}

export interface ContractRow {
  readonly id: string
  readonly number: string
  readonly status: ContractStatus
  readonly boxId: string
  readonly stockId: string
  readonly accountId: string
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  readonly holdUntil: Temporal.Instant | null
  readonly firstDocumentId: string | null
  /** The money of its first document went back: its tenant is as one who has not paid (7000). */
  readonly firstPaymentReversed: boolean
  readonly paymentMethod: string
  /** The staff user for whom it is internal. */
  readonly internalUserId: string | null
  readonly bookedAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

const columns = [
  'id',
  'number',
  'status',
  'box_id as boxId',
  'stock_id as stockId',
  'account_id as accountId',
  'start_day as startDay',
  'end_day as endDay',
  'hold_until as holdUntil',
  'first_document_id as firstDocumentId',
  'first_payment_reversed as firstPaymentReversed',
  'payment_method as paymentMethod',
  'internal_user_id as internalUserId',
  'booked_at as bookedAt',
  'updated_at as updatedAt',
] as const

/** The documents with which these contracts began; no other changes what becomes of them when it is paid. */
export async function firstDocumentsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select first_document_id as id from contract where id = any(${[...ids]}) and first_document_id is not null`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function lockContract(tx: Tx, id: string): Promise<ContractRow | undefined> {
  return (await tx
    .selectFrom('contract')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ContractRow | undefined
}

/** The pending contract of a box and an account, if any: booking the same box again answers the same id. */
export async function pendingContractOf(
  tx: Tx,
  of: { boxId: string; accountId: string },
): Promise<(ContractRow & { readonly price: StoredTerms }) | undefined> {
  const row = await tx
    .selectFrom('contract')
    .select([...columns, 'price'])
    .where('box_id', '=', of.boxId)
    .where('account_id', '=', of.accountId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row as (ContractRow & { readonly price: StoredTerms }) | undefined
}

/** Pending contracts whose hold has run out, the longest ago first; with the zone whose business days count. */
export async function lapsedHolds(
  db: Database,
  now: Temporal.Instant,
  at: Temporal.Instant,
): Promise<{ id: string; timeZone: string }[]> {
  const { rows } = await sql<{ id: string; timeZone: string }>`
    select c.id, s.time_zone as "timeZone" from contract c join stock s on s.id = c.stock_id where c.status = 'pending' and c.hold_until <= ${now.toString()}::timestamptz
       and ${isNotPutOff('cancel-lapsed-holds', sql`c.id`, at)} order by c.hold_until limit 5000`.execute(db)
  return rows
}

/** One of them, if it still is; undefined when somebody works on it. */
export async function lockLapsedHold(
  tx: Tx,
  id: string,
  now: Temporal.Instant,
): Promise<ContractRow | undefined> {
  return (await tx
    .selectFrom('contract')
    .select(columns)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as ContractRow | undefined
}

/** Past its leaving time, in the stock's own zone; 12:00 unless another was noted for the last day (decisions.md C13). */
const isPastEnd = (now: Temporal.Instant) => sql<SqlBool>`
  c.status = 'active' and c.end_day is not null
   and c.end_day <= (${now.toString()}::timestamptz at time zone s.time_zone)::date
   and (c.end_day + case when c.planned_leave_day = c.end_day then coalesce(c.planned_leave_time, time '12:00')
     else time '12:00' end) at time zone s.time_zone <= ${now.toString()}::timestamptz`

/** Active contracts past their leaving time, but for those that failed and wait. */
export async function pastEnd(
  db: Database,
  now: Temporal.Instant,
  { limit, at }: { readonly limit: number; readonly at: Temporal.Instant },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from contract c join stock s on s.id = c.stock_id
     where ${isPastEnd(now)} and ${isNotPutOff('end-past-contracts', sql`c.id`, at)}
     order by c.end_day, c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** One of them, if it still is; undefined when another transaction works on it. */
export async function lockPastEnd(
  tx: Tx,
  now: Temporal.Instant,
  id: string,
): Promise<ContractRow | undefined> {
  const { rows } = await sql<ContractRow>`
    select c.id, c.number, c.status, c.box_id as "boxId", c.stock_id as "stockId", c.account_id as "accountId", c.start_day as "startDay", c.end_day as "endDay", c.hold_until as "holdUntil",
           c.first_document_id as "firstDocumentId", c.first_payment_reversed as "firstPaymentReversed", c.payment_method as "paymentMethod", c.internal_user_id as "internalUserId", c.booked_at as "bookedAt", c.updated_at as "updatedAt"
      from contract c join stock s on s.id = c.stock_id
     where c.id = ${id} and ${isPastEnd(now)} for update of c skip locked`.execute(tx)
  return rows[0]
}

export async function setStatus(
  tx: Tx,
  id: string,
  status: ContractStatus,
  at: Temporal.Instant,
): Promise<void> {
  const stamp = {
    pending: {},
    active: { activated_at: at, first_paid_at: at, hold_until: null },
    ended: { ended_at: at },
    closed: { closed_at: at, leave_at: at },
    cancelled: { cancelled_at: at, hold_until: null },
  }[status]
  await tx
    .updateTable('contract')
    .set({ status, updated_at: at, ...stamp })
    .where('id', '=', id)
    .execute()
}

/** The rental begins and ends with its billing plan; the day that was planned and signed is kept. */
export async function moveBeginning(
  tx: Tx,
  id: string,
  to: { readonly startDay: Temporal.PlainDate; readonly endDay: Temporal.PlainDate | null },
): Promise<void> {
  await sql`
    update contract set planned_start_day = coalesce(planned_start_day, start_day), start_day = ${to.startDay.toString()}::date,
           end_day = ${to.endDay?.toString() ?? null}::date,
           price = jsonb_set(price, '{startDay}', to_jsonb(${to.startDay.toString()}::text))
     where id = ${id}`.execute(tx)
}

export async function setFirstPaymentReversed(
  tx: Tx,
  id: string,
  isReversed: boolean,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ first_payment_reversed: isReversed, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** @returns whether it was otherwise before */
export async function setBlockedByStaff(
  tx: Tx,
  id: string,
  isBlocked: boolean,
  at: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('contract')
    .set({ blocked_by_staff: isBlocked, updated_at: at })
    .where('id', '=', id)
    .where('blocked_by_staff', '=', !isBlocked)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setHold(tx: Tx, id: string, until: Temporal.Instant): Promise<void> {
  await tx.updateTable('contract').set({ hold_until: until }).where('id', '=', id).execute()
}

export async function setInternalUser(
  tx: Tx,
  id: string,
  userId: string | null,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ internal_user_id: userId, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** A contract of a stock, locked, with what planning and closing look at. */
export async function lockContractAt(
  tx: Tx,
  of: { stockId: string; id: string },
): Promise<
  | (ContractRow & {
      readonly plannedLeaveDay: Temporal.PlainDate | null
      readonly isOpenEnded: boolean
      readonly currency: string
      readonly monthRate: number
      readonly timeZone: string
      readonly externalBoxId: string | null
      /** Its source keeps it: only that can change it (decision 21). */
      readonly isExternal: boolean
      readonly refundsUnusedTime: boolean
      readonly withdrawnAt: Temporal.Instant | null
      /** It was withdrawn from while its billing had stopped: staff settle it. */
      readonly isUnsettled: boolean
    })
  | undefined
> {
  const row = await tx
    .selectFrom('contract')
    .select([
      ...columns,
      'planned_leave_day as plannedLeaveDay',
      sql<boolean>`external_id is not null`.as('isExternal'),
      'withdrawn_at as withdrawnAt',
      sql<boolean>`(withdrawn_at is not null and exists (select 1 from billing_plan p where p.contract_id = contract.id and p.closed_at is null))`.as(
        'isUnsettled',
      ),
      'currency',
      'month_rate as monthRate',
      ({ eb }) => eb('duration_months', 'is', null).as('isOpenEnded'),
      // As it was signed; the stock's own switch for what was imported without a lease.
      sql<boolean>`coalesce((lease->'rules'->>'refundsUnusedTime')::boolean, (select refund_unused_time from stock where stock.id = contract.stock_id))`.as(
        'refundsUnusedTime',
      ),
      ({ selectFrom }) =>
        selectFrom('stock').select('time_zone').whereRef('stock.id', '=', 'contract.stock_id').as('timeZone'),
      ({ selectFrom }) =>
        selectFrom('box')
          .select('external_id')
          .whereRef('box.id', '=', 'contract.box_id')
          .as('externalBoxId'),
    ])
    .where('id', '=', of.id)
    .where('stock_id', '=', of.stockId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      ...row,
      status: row.status as ContractStatus,
      isOpenEnded: Boolean(row.isOpenEnded),
      timeZone: row.timeZone ?? 'UTC',
    }
  )
}

/** What its tenant has agreed to; a late fee that was not agreed before counts from this day on. */
export async function setAgreed(
  tx: Tx,
  id: string,
  agreed: {
    readonly lateFeeAgreed: boolean
    readonly doorClosingAgreed: boolean
    readonly today: Temporal.PlainDate
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await sql`
    update contract set late_fee_from = case when ${agreed.lateFeeAgreed} and not late_fee_agreed then ${agreed.today.toString()}::date else late_fee_from end,
           late_fee_agreed = ${agreed.lateFeeAgreed}, door_closing_agreed = ${agreed.doorClosingAgreed}, updated_at = ${agreed.at.toString()}::timestamptz
     where id = ${id}`.execute(tx)
}

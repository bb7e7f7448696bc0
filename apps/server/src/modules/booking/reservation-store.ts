import { sql } from 'kysely'
import {
  reservationLife,
  reservationStatuses,
  type ReservationEvent,
  type ReservationStatus,
} from '@stowage/domain/reservation-life'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import type { StoredTerms } from '../billing/index.ts'

export interface NewReservation {
  readonly id: string
  readonly boxId: string
  readonly stockId: string
  readonly accountId: string
  readonly arrivalDay: Temporal.PlainDate
  /** null: open-ended. */
  readonly durationMonths: number | null
  readonly periodMonths: number
  readonly withInsurance: boolean
  readonly price: StoredTerms
  readonly answers: unknown
  readonly reservedAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly bookedById: string
}

/** @throws Failure 9105 when the account has a live one at this stock: the index has the last word */
export async function insertReservation(tx: Tx, row: NewReservation): Promise<void> {
  const inserted = tx
    .insertInto('reservation')
    .values({
      id: row.id,
      box_id: row.boxId,
      stock_id: row.stockId,
      account_id: row.accountId,
      status: 'live',
      arrival_day: row.arrivalDay,
      duration_months: row.durationMonths,
      period_months: row.periodMonths,
      with_insurance: row.withInsurance,
      price: JSON.stringify(row.price),
      answers: JSON.stringify(row.answers),
      reserved_at: row.reservedAt,
      expires_at: row.expiresAt,
      booked_by_id: row.bookedById,
    })
    .execute()
  await inserted.catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'reservation_one_live') fail(9105, { cause: error })
    throw error
  })
}

export interface ReservationRow {
  readonly id: string
  readonly boxId: string
  readonly stockId: string
  readonly accountId: string
  readonly status: ReservationStatus
  readonly price: StoredTerms
  readonly answers: Readonly<Record<string, unknown>>
  readonly expiresAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
  readonly withInsurance: boolean
  /** Set once it has become a contract. */
  readonly contractId: string | null
}

const columns = [
  'id',
  'box_id as boxId',
  'stock_id as stockId',
  'account_id as accountId',
  'status',
  'price',
  'answers',
  'expires_at as expiresAt',
  'ended_at as endedAt',
  'with_insurance as withInsurance',
  'contract_id as contractId',
] as const

export async function lockReservation(tx: Tx, id: string): Promise<ReservationRow | undefined> {
  return (await tx
    .selectFrom('reservation')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ReservationRow | undefined
}

/** All reservations of an account at a stock that still matter: live ones, and ended ones of the last days. */
export async function recentReservations(
  tx: Tx,
  of: { accountId: string; stockId: string; since: Temporal.Instant },
): Promise<ReservationRow[]> {
  return (await tx
    .selectFrom('reservation')
    .select(columns)
    .where('account_id', '=', of.accountId)
    .where('stock_id', '=', of.stockId)
    .where('expires_at', '>=', of.since)
    .execute()) as ReservationRow[]
}

/** Ends a reservation where its life has that step. @returns false when it is live no more: who ended it has told of it */
export async function endReservation(
  tx: Tx,
  id: string,
  status: ReservationEvent,
  at: Temporal.Instant,
  contractId?: string,
): Promise<boolean> {
  const ended = await tx
    .updateTable('reservation')
    .set({ status, ended_at: at, ...(contractId === undefined ? {} : { contract_id: contractId }) })
    .where('id', '=', id)
    .where(
      'status',
      'in',
      reservationStatuses.filter((from) => reservationLife.allows(from, status)),
    )
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Live reservations whose time is over, but for those that failed and wait. */
export async function expired(
  db: Database,
  now: Temporal.Instant,
  { limit, at }: { readonly limit: number; readonly at: Temporal.Instant },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reservation')
    .select('id')
    .where('status', '=', 'live')
    .where('expires_at', '<=', now)
    .where(isNotPutOff('expire-reservations', sql.ref('reservation.id'), at))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** One of them, if it still is; undefined when another transaction works on it. */
export async function lockExpired(
  tx: Tx,
  now: Temporal.Instant,
  id: string,
): Promise<ReservationRow | undefined> {
  return (await tx
    .selectFrom('reservation')
    .select(columns)
    .where('id', '=', id)
    .where('status', '=', 'live')
    .where('expires_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as ReservationRow | undefined
}

/** Answers of a person to the questions of the wizard. */
export async function blankReservations(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('reservation').set({ answers: '{}' }).where('account_id', '=', accountId).execute()
}

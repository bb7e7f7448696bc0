import { sql } from 'kysely'
import type { ContractStatus } from '@stowage/domain/contract-life'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** The contract that has this number and belongs to who has this e-mail. @param emailKey as accounts compare them */
export async function contractNamed(
  db: Database,
  named: { readonly number: string; readonly emailKey: string },
): Promise<{ id: string; accountId: string; stockId: string; boxId: string } | undefined> {
  const { rows } = await sql<{ id: string; accountId: string; stockId: string; boxId: string }>`
    select c.id, c.account_id as "accountId", c.stock_id as "stockId", c.box_id as "boxId" from contract c join account a on a.id = c.account_id
     where c.number = ${named.number} and a.email_key = ${named.emailKey} and a.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

export async function insertRequest(
  tx: Tx,
  request: {
    readonly id: string
    readonly contractId: string
    readonly codeHash: string
    readonly at: Temporal.Instant
    readonly expiresAt: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('withdrawal_request')
    .values({
      id: request.id,
      contract_id: request.contractId,
      code_hash: request.codeHash,
      created_at: request.at,
      expires_at: request.expiresAt,
      used_at: null,
    })
    .execute()
}

export interface RequestRow {
  readonly id: string
  readonly contractId: string
  readonly stockId: string
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | null
}

/** The request that a code belongs to; locked where it is to be used. */
export async function requestOf(
  tx: Tx,
  codeHash: string,
  isLocked: boolean,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select r.id, r.contract_id as "contractId", c.stock_id as "stockId", r.expires_at as "expiresAt", r.used_at as "usedAt"
      from withdrawal_request r join contract c on c.id = r.contract_id where r.code_hash = ${codeHash} ${isLocked ? sql`for update of r` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

export async function markUsed(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('withdrawal_request').set({ used_at: at }).where('id', '=', id).execute()
}

/** What a withdrawal is decided and told by. */
export interface WithdrawalRow {
  readonly number: string
  readonly unitNumber: string
  readonly stockName: string
  readonly timeZone: string
  readonly status: ContractStatus
  readonly isConsumer: boolean
  readonly isExternal: boolean
  readonly signedAt: Temporal.Instant
  readonly startDay: Temporal.PlainDate
}

export async function withdrawalRow(tx: Tx, contractId: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await sql<WithdrawalRow>`
    select c.number, b.unit_number as "unitNumber", s.name as "stockName", s.time_zone as "timeZone", c.status, a.account_type = 'individual' and not a.is_individual_entrepreneur as "isConsumer", s.is_external as "isExternal",
           coalesce(g.signed_at, c.booked_at) as "signedAt", c.start_day as "startDay"
      from contract c join box b on b.id = c.box_id join stock s on s.id = c.stock_id join account a on a.id = c.account_id left join contract_signature g on g.contract_id = c.id where c.id = ${contractId}`.execute(
    tx,
  )
  return rows[0]
}

/** The right was used. @param clearedAt null: things may be inside, and the box is held until somebody has looked */
export async function setWithdrawn(
  tx: Tx,
  id: string,
  at: Temporal.Instant,
  clearedAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ withdrawn_at: at, cleared_at: clearedAt, leave_at: at })
    .where('id', '=', id)
    .execute()
}

/** Staff have seen that the box is empty; false where it was not held any more. */
export async function setCleared(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('contract')
    .set({ cleared_at: at, move_out_window_until: null, updated_at: at })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

import { sql, type SqlBool } from 'kysely'
import type { SubscriptionStatus } from '@stowage/domain/subscription-life'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'

export interface SubscriptionRecord {
  readonly id: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly status: SubscriptionStatus
  readonly methodId: string | null
  readonly reason: string | null
}

const select = (tx: Tx) =>
  tx
    .selectFrom('subscription')
    .select([
      'id',
      'contract_id as contractId',
      'account_id as accountId',
      'stock_id as stockId',
      'status',
      'method_id as methodId',
      'reason',
    ])
    .forUpdate()

/** What a tenant has asked for, once per contract: a second press, or another tab, changes nothing. */
export async function insertSubscription(
  tx: Tx,
  of: Pick<SubscriptionRecord, 'contractId' | 'accountId' | 'stockId'>,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('subscription')
    .values({
      id: newId(),
      contract_id: of.contractId,
      account_id: of.accountId,
      stock_id: of.stockId,
      status: 'starting',
      method_id: null,
      reason: null,
      created_at: at,
      activated_at: null,
      ended_at: null,
    })
    // The index's own words: with a parameter in their place a plan made once for all parameters no longer finds the index.
    .onConflict((conflict) =>
      conflict
        .column('contract_id')
        .where(sql<SqlBool>`status <> 'cancelled'`)
        .doNothing(),
    )
    .execute()
}

/** The one of a contract that is not cancelled, locked. */
export async function lockLiveSubscription(
  tx: Tx,
  contractId: string,
): Promise<SubscriptionRecord | undefined> {
  return (await select(tx)
    .where('contract_id', '=', contractId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()) as SubscriptionRecord | undefined
}

export async function lockSubscription(tx: Tx, id: string): Promise<SubscriptionRecord | undefined> {
  return (await select(tx).where('id', '=', id).executeTakeFirst()) as SubscriptionRecord | undefined
}

/** @param change.activatedAt, change.endedAt left as they are where not given */
export async function subscriptionsOfMethod(tx: Tx, methodId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscription')
    .select('id')
    .where('method_id', '=', methodId)
    .where('status', '<>', 'cancelled')
    .execute()
  return rows.map(({ id }) => id)
}

export async function changeSubscription(
  tx: Tx,
  id: string,
  change: {
    readonly status: SubscriptionStatus
    readonly methodId?: string | null
    readonly reason: string | null
    readonly activatedAt?: Temporal.Instant
    readonly endedAt?: Temporal.Instant
  },
): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({
      status: change.status,
      reason: change.reason,
      ...(change.methodId === undefined ? {} : { method_id: change.methodId }),
      ...(change.activatedAt === undefined ? {} : { activated_at: change.activatedAt }),
      ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
    })
    .where('id', '=', id)
    .execute()
}

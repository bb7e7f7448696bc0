import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { PasswordResetTable, RefreshSessionTable } from '../../platform/database/schema/accounts.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { forgetOldConfirmations } from './confirmation-store.ts'
import { forgetOldProofs } from './proof-store.ts'
import { forgetOldSignIns } from './sign-in-store.ts'

export type SessionRow = Selectable<RefreshSessionTable>
export type ResetRow = Selectable<PasswordResetTable>

export async function insertSession(tx: Tx, row: Insertable<RefreshSessionTable>): Promise<void> {
  await tx.insertInto('refresh_session').values(row).execute()
}

export async function findSession(db: Database, tokenHash: string): Promise<SessionRow | undefined> {
  return await db
    .selectFrom('refresh_session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return await tx
    .selectFrom('refresh_session')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The one session of a family that has not been rotated yet. */
export async function findLiveSession(tx: Tx, familyId: string): Promise<SessionRow | undefined> {
  return await tx
    .selectFrom('refresh_session')
    .selectAll()
    .where('family_id', '=', familyId)
    .where('rotated_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function markRotated(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('refresh_session').set({ rotated_at: at }).where('id', '=', id).execute()
}

/** @returns whether anything of it was still open */
export async function endFamily(tx: Tx, familyId: string, at: Temporal.Instant): Promise<boolean> {
  const ended = await tx
    .updateTable('refresh_session')
    .set({ ended_at: at })
    .where('family_id', '=', familyId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** Ends the sign-ins of an account, all but one if said. @returns the families that were open */
export async function endFamiliesOf(
  tx: Tx,
  accountId: string,
  at: Temporal.Instant,
  except?: string,
): Promise<string[]> {
  let query = tx
    .updateTable('refresh_session')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (except !== undefined) query = query.where('family_id', '<>', except)
  return [...new Set((await query.returning('family_id').execute()).map((row) => row.family_id))]
}

export async function familiesEndedSince(db: Database, since: Temporal.Instant): Promise<string[]> {
  return (
    await db
      .selectFrom('refresh_session')
      .select('family_id')
      .distinct()
      .where('ended_at', '>=', since)
      .execute()
  ).map((row) => row.family_id)
}

export async function insertReset(tx: Tx, row: Insertable<PasswordResetTable>): Promise<void> {
  await tx.insertInto('password_reset').values(row).execute()
}

export async function findReset(db: Database, codeHash: string): Promise<ResetRow | undefined> {
  return await db
    .selectFrom('password_reset')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

export async function lockReset(tx: Tx, id: string): Promise<ResetRow | undefined> {
  return await tx.selectFrom('password_reset').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A password was set: no link that is still under way may set another. */
export async function useResetsOf(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('password_reset')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
}

/** Sign-ins whose last token ran out without being used: nobody has ended them. */
export async function lapsedFamilies(
  tx: Tx,
  now: Temporal.Instant,
): Promise<{ accountId: string; families: string[] }[]> {
  const rows = await tx
    .selectFrom('refresh_session')
    .select(['account_id as accountId', 'family_id as familyId'])
    .where('expires_at', '<', now)
    .where('ended_at', 'is', null)
    .where('rotated_at', 'is', null)
    .execute()
  return [...Map.groupBy(rows, ({ accountId }) => accountId)].map(([accountId, its]) => ({
    accountId,
    families: its.map(({ familyId }) => familyId),
  }))
}

/**
 * Removes what no longer says anything. Rotated tokens are kept for a week to recognise their second use; a refresh
 * every 15 minutes would otherwise leave thousands of rows per user.
 */
export async function forgetOldSessions(tx: Tx, now: Temporal.Instant): Promise<void> {
  const weekAgo = now.subtract({ hours: 7 * 24 })
  await tx
    .deleteFrom('refresh_session')
    .where((row) =>
      row.or([row('expires_at', '<', now), row('rotated_at', '<', weekAgo), row('ended_at', '<', weekAgo)]),
    )
    .execute()
  await tx.deleteFrom('password_reset').where('expires_at', '<', weekAgo).execute()
  await forgetOldSignIns(tx, weekAgo)
  await forgetOldProofs(tx, now.subtract({ hours: 1 }))
  await forgetOldConfirmations(tx, weekAgo)
  await tx.deleteFrom('sign_in_try').where('forget_at', '<', now).execute()
}

import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { AccountRow } from './account-store.ts'
import type { Trace } from './trace.ts'

/** Where a sign-in was last seen: its row is made by the first time. */
export async function seeSignIn(
  tx: Tx,
  seen: { readonly familyId: string; readonly accountId: string; readonly at: Temporal.Instant } & Trace,
): Promise<void> {
  await tx
    .insertInto('sign_in')
    .values({
      family_id: seen.familyId,
      account_id: seen.accountId,
      user_agent: seen.userAgent,
      address: seen.address,
      first_seen_at: seen.at,
      last_seen_at: seen.at,
    })
    .onConflict((conflict) =>
      conflict
        .column('family_id')
        .doUpdateSet({ user_agent: seen.userAgent, address: seen.address, last_seen_at: seen.at }),
    )
    .execute()
}

export interface SignInRow {
  readonly familyId: string
  readonly userAgent: string | null
  readonly address: string | null
  readonly firstSeenAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
}

/** The sign-ins of an account that are open, the last seen first. */
export async function openSignIns(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select s.family_id as "familyId", s.user_agent as "userAgent", s.address, s.first_seen_at as "firstSeenAt", s.last_seen_at as "lastSeenAt"
      from sign_in s
     where s.account_id = ${accountId}
       and exists (select from refresh_session r where r.family_id = s.family_id and r.ended_at is null and r.rotated_at is null and r.expires_at > ${now.toString()}::timestamptz)
     order by s.last_seen_at desc, s.family_id desc`.execute(db)
  return rows
}

/** Whether an account has been signed in at all, as far as that is still known. */
export async function hasSignedIn(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_in')
    .select('family_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** One sign-in, for the mail about it; undefined when it is forgotten. */
export async function signInOf(db: Database, familyId: string): Promise<SignInRow | undefined> {
  return await db
    .selectFrom('sign_in')
    .select([
      'family_id as familyId',
      'user_agent as userAgent',
      'address',
      'first_seen_at as firstSeenAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('family_id', '=', familyId)
    .executeTakeFirst()
}

/** When a sign-in began; undefined for one of no device, which a script on the server opened. */
export async function beganAt(db: Database, familyId: string): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('sign_in')
    .select('first_seen_at')
    .where('family_id', '=', familyId)
    .executeTakeFirst()
  return row?.first_seen_at
}

/** Of an account whose sign-in is opened or renewed. */
export async function roleOf(db: Database, accountId: string): Promise<AccountRow['platform_role']> {
  const account = await db
    .selectFrom('account')
    .select('platform_role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.platform_role
}

/** Removes sign-ins of which no token is left. */
export async function forgetOldSignIns(tx: Tx, before: Temporal.Instant): Promise<void> {
  await sql`delete from sign_in s where s.last_seen_at < ${before.toString()}::timestamptz
    and not exists (select from refresh_session r where r.family_id = s.family_id)`.execute(tx)
}

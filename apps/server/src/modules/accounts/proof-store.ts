import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

interface Entry {
  readonly familyId: string
  readonly accountId: string
  readonly at: Temporal.Instant
}

/** A sign-in has begun by password. */
export async function enterProof(tx: Tx, { familyId, accountId, at }: Entry): Promise<void> {
  await tx
    .insertInto('sign_in_proof')
    .values({ family_id: familyId, account_id: accountId, entered_at: at, proved_at: null })
    .execute()
}

/** Its owner has proved that it is he: good for calls of the next minutes, and for one that takes it. */
export async function putProof(tx: Tx, { familyId, accountId, at }: Entry): Promise<void> {
  await tx
    .insertInto('sign_in_proof')
    .values({
      family_id: familyId,
      account_id: accountId,
      entered_at: null,
      proved_at: at,
      is_unspent: true,
    })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet({ proved_at: at, is_unspent: true }))
    .execute()
}

export interface ProofStanding {
  readonly enteredAt: Temporal.Instant | null
  readonly provedAt: Temporal.Instant | null
  readonly hasSecondFactor: boolean
}

export async function readProof(db: Database, familyId: string): Promise<ProofStanding | undefined> {
  const { rows } = await sql<ProofStanding>`
    select p.entered_at as "enteredAt", p.proved_at as "provedAt",
           exists (select from second_factor f where f.account_id = p.account_id and f.confirmed_at is not null)
             as "hasSecondFactor"
      from sign_in_proof p where p.family_id = ${familyId}`.execute(db)
  return rows[0]
}

/** @returns whether there was one since then; two calls at the same moment take it once */
export async function takeProof(db: Database, familyId: string, since: Temporal.Instant): Promise<boolean> {
  const taken = await db
    .updateTable('sign_in_proof')
    .set({ is_unspent: false })
    .where('family_id', '=', familyId)
    .where('is_unspent', '=', true)
    .where('proved_at', '>=', since)
    .returning('family_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The call for which it was taken did nothing. */
export async function giveBackProof(db: Database, familyId: string): Promise<void> {
  await db
    .updateTable('sign_in_proof')
    .set({ is_unspent: true })
    .where('family_id', '=', familyId)
    .where('proved_at', 'is not', null)
    .execute()
}

export async function forgetOldProofs(tx: Tx, before: Temporal.Instant): Promise<void> {
  const at = before.toString()
  await sql`delete from sign_in_proof where coalesce(entered_at < ${at}::timestamptz, true)
    and coalesce(proved_at < ${at}::timestamptz, true)`.execute(tx)
}

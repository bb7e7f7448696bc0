import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

export interface NumberRow {
  readonly number: string
  readonly confirmedAt: Temporal.Instant | null
  readonly kinds: readonly string[]
  readonly codeExpiresAt: Temporal.Instant | null
  readonly unreachableSince: Temporal.Instant | null
}

export async function numberOf(db: Database | Tx, accountId: string): Promise<NumberRow | undefined> {
  const { rows } = await sql<NumberRow>`
    select n.number, n.confirmed_at as "confirmedAt", n.kinds, n.code_expires_at as "codeExpiresAt", u.since as "unreachableSince"
      from sms_number n left join unreachable_number u on u.number = n.number where n.account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]
}

/** The country of an account, for numbers that are written as at home. */
export async function countryOf(db: Database, accountId: string): Promise<string> {
  const row = await db.selectFrom('account').select('country').where('id', '=', accountId).executeTakeFirst()
  return row?.country ?? ''
}

/** A code is out for this number; another number than before is not confirmed, and what waits for the old one stays there. */
export async function putCode(
  tx: Tx,
  given: {
    accountId: string
    number: string
    codeId: string
    expiresAt: Temporal.Instant
    at: Temporal.Instant
  },
): Promise<void> {
  const { accountId, number, codeId, expiresAt, at } = given
  await sql`
    insert into sms_number (account_id, number, code_id, code_expires_at, code_tries, updated_at) values (${accountId}, ${number}, ${codeId}, ${expiresAt.toString()}::timestamptz, 0, ${at.toString()}::timestamptz)
    on conflict (account_id) do update set number = excluded.number, code_id = excluded.code_id, code_expires_at = excluded.code_expires_at, code_tries = 0, updated_at = excluded.updated_at,
       confirmed_at = case when sms_number.number = excluded.number then sms_number.confirmed_at end`.execute(
    tx,
  )
}

/** Counts a try at the code that is out, before it is looked at: who guesses in many tabs has no more tries. @returns undefined: none is out */
export async function countCodeTry(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
  most: number,
): Promise<{ number: string; codeId: string } | undefined> {
  const { rows } = await sql<{ number: string; codeId: string }>`
    update sms_number set code_tries = code_tries + 1
     where account_id = ${accountId} and code_id is not null and code_expires_at > ${now.toString()}::timestamptz and code_tries < ${most}
    returning number, code_id as "codeId"`.execute(db)
  return rows[0]
}

/** The code was right; it works once. @returns false where another was sent meanwhile */
export async function confirmNumber(
  tx: Tx,
  accountId: string,
  given: { number: string; codeId: string },
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sms_number')
    .set({ confirmed_at: at, code_id: null, code_expires_at: null, code_tries: 0, updated_at: at })
    .where('account_id', '=', accountId)
    .where('code_id', '=', given.codeId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // Its owner holds a message that came there.
  await tx.deleteFrom('unreachable_number').where('number', '=', given.number).execute()
  return true
}

/** A number whose owner has shown it elsewhere (the demo's people). */
export async function putConfirmedNumber(
  tx: Tx,
  given: { accountId: string; number: string; kinds: readonly string[]; at: Temporal.Instant },
): Promise<void> {
  const facts = {
    number: given.number,
    confirmed_at: given.at,
    kinds: [...given.kinds],
    updated_at: given.at,
  }
  await tx
    .insertInto('sms_number')
    .values({ account_id: given.accountId, ...facts })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(facts))
    .execute()
}

/** @returns what was chosen before; undefined: there is no confirmed number */
export async function putKinds(
  tx: Tx,
  accountId: string,
  kinds: readonly string[],
  at: Temporal.Instant,
): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ kinds: readonly string[] }>`
    with found as (select account_id, kinds from sms_number where account_id = ${accountId} and confirmed_at is not null for update)
    update sms_number n set kinds = ${[...kinds]}::text[], updated_at = ${at.toString()}::timestamptz from found f where n.account_id = f.account_id returning f.kinds`.execute(
    tx,
  )
  return rows[0]?.kinds
}

/** What waits for it is not sent. @returns what was chosen before; undefined: there was none */
export async function dropNumber(tx: Tx, accountId: string): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ kinds: readonly string[] }>`
    delete from sms_number where account_id = ${accountId} returning kinds`.execute(tx)
  await sql`update sms set status = 'failed', failure = 'gone' where account_id = ${accountId} and status = 'waiting'`.execute(
    tx,
  )
  return rows[0]?.kinds
}

/** Takes a person out of what was sent to him, and forgets his number. */
export async function blankSms(tx: Tx, accountId: string): Promise<void> {
  await sql`delete from unreachable_number where number in (
    select number from sms_number where account_id = ${accountId} union select recipient from sms where account_id = ${accountId})`.execute(
    tx,
  )
  await tx.deleteFrom('sms_number').where('account_id', '=', accountId).execute()
  await sql`
    update sms set recipient = '', natural_key = 'erased:' || id, body = null, data = '{}'::jsonb, last_error = null,
           failure = case when status in ('waiting', 'sending') then 'gone' else failure end,
           status = case when status in ('waiting', 'sending') then 'failed' else status end
     where account_id = ${accountId}`.execute(tx)
}

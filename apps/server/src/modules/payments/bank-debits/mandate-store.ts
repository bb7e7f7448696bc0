import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { later, type Tx } from '../../../platform/database/transaction.ts'
import type { Language } from '../../../platform/http/actor.ts'
import { isNotPutOff } from '../../../platform/rows-of-job.ts'

/** A tenant's order to his bank to pay what a seller collects. */
export interface MandateRow {
  readonly id: string
  readonly accountId: string
  /** What it is for, in the word of who asked for it. */
  readonly subject: string
  readonly sellerId: string
  readonly stockId: string
  readonly reference: string
  readonly creditorId: string
  readonly creditorName: string
  readonly creditorAddress: string
  readonly holder: string | null
  readonly ibanSealed: string | null
  readonly accountLabel: string | null
  readonly signedAt: Temporal.Instant
  readonly signedOn: Temporal.PlainDate
  readonly methodId: string | null
  readonly usedOn: Temporal.PlainDate | null
  readonly endedAt: Temporal.Instant | null
}

const columns = [
  'id',
  'account_id as accountId',
  'subject',
  'seller_id as sellerId',
  'stock_id as stockId',
  'reference',
  'creditor_id as creditorId',
  'creditor_name as creditorName',
  'creditor_address as creditorAddress',
  'holder',
  'iban_sealed as ibanSealed',
  'account_label as accountLabel',
  'signed_at as signedAt',
  'signed_on as signedOn',
  'method_id as methodId',
  'used_on as usedOn',
  'ended_at as endedAt',
] as const

export type NewMandate = Omit<MandateRow, 'methodId' | 'usedOn' | 'endedAt'> & {
  readonly language: Language
  readonly wording: string
  readonly textHash: string
  readonly address: string | null
  readonly userAgent: string | null
}

export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<void> {
  await tx
    .insertInto('mandate')
    .values({
      id: mandate.id,
      account_id: mandate.accountId,
      subject: mandate.subject,
      seller_id: mandate.sellerId,
      stock_id: mandate.stockId,
      reference: mandate.reference,
      creditor_id: mandate.creditorId,
      creditor_name: mandate.creditorName,
      creditor_address: mandate.creditorAddress,
      holder: mandate.holder,
      iban_sealed: mandate.ibanSealed,
      account_label: mandate.accountLabel,
      language: mandate.language,
      wording: mandate.wording,
      text_hash: mandate.textHash,
      signed_at: mandate.signedAt,
      signed_on: mandate.signedOn,
      address: mandate.address,
      user_agent: mandate.userAgent,
      method_id: null,
      used_on: null,
      ended_at: null,
      ended_by: null,
      end_code: null,
    })
    .execute()
}

export async function bindMethod(tx: Tx, id: string, methodId: string): Promise<void> {
  await tx.updateTable('mandate').set({ method_id: methodId }).where('id', '=', id).execute()
}

export async function lockMandate(tx: Tx, id: string): Promise<MandateRow | undefined> {
  return await tx.selectFrom('mandate').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** How many mandates there have been for something: the next one's number. */
export async function countMandates(db: Database | Tx, subject: string): Promise<number> {
  const { count } = await db
    .selectFrom('mandate')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return count
}

export type MandateEnd = 'payer' | 'replaced' | 'bank' | 'unused' | 'erased'

/** @returns the mandates that ended with this; one that has ended stays as it was */
export async function endMandates(
  tx: Tx,
  of: { readonly id: string } | { readonly subject: string } | { readonly accountId: string },
  end: { readonly by: MandateEnd; readonly at: Temporal.Instant; readonly code?: string | null },
): Promise<{ id: string; methodId: string | null }[]> {
  return await tx
    .updateTable('mandate')
    .set({ ended_at: end.at, ended_by: end.by, end_code: end.code ?? null })
    .where('ended_at', 'is', null)
    .$call((query) =>
      'id' in of
        ? query.where('id', '=', of.id)
        : 'subject' in of
          ? query.where('subject', '=', of.subject)
          : query.where('account_id', '=', of.accountId),
    )
    .returning(['id', 'method_id as methodId'])
    .execute()
}

export async function noteUsed(tx: Tx, id: string, day: Temporal.PlainDate): Promise<void> {
  await sql`update mandate set used_on = greatest(used_on, ${day.toString()}::date) where id = ${id}`.execute(
    tx,
  )
}

/** Mandates that count and by which nothing was collected since then, nor signed. */
export async function unusedSince(
  db: Database,
  day: Temporal.PlainDate,
  { limit, turn }: { readonly limit: number; readonly turn: Temporal.Instant },
): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from mandate where ended_at is null and coalesce(used_on, signed_on) < ${day.toString()}::date
       and ${isNotPutOff('void-unused-mandates', sql`mandate.id`, turn)} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The payer's own words go; that there was a mandate, of which day and under which reference stays with the debits made by it. */
export async function blankMandates(tx: Tx, accountId: string): Promise<void> {
  await later(
    tx,
    sql`update mandate set holder = null, iban_sealed = null, account_label = null, address = null, user_agent = null, end_code = null where account_id = ${accountId}`,
  )
  await later(
    tx,
    sql`update bank_debit b set remittance = '', return_code = null from payment p where p.id = b.payment_id and p.account_id = ${accountId}`,
  )
}

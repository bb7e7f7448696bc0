import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { PAID_BY_TOLERANCE, PAID_FROM_BALANCE } from './events.ts'

/** What of a document is paid by one payment, or by the balance, and still stands; in minor units. */
export interface Share {
  readonly documentId: string
  readonly amount: number
}

export async function sharesOf(tx: Tx, paymentId: string): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select s.document_id as "documentId", sum(s.amount)::bigint as amount from settlement s where s.payment_id = ${paymentId}
     group by s.document_id having sum(s.amount) > 0 order by s.document_id`.execute(tx)
  return rows
}

/** What a tenant's balance with a seller has paid and still stands, the last first. */
export async function sharesOfBalance(
  tx: Tx,
  of: { accountId: string; sellerId: string; currency: string },
): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select s.document_id as "documentId", sum(s.amount)::bigint as amount from settlement s join document d on d.id = s.document_id
     where s.payment_id = ${PAID_FROM_BALANCE} and d.account_id = ${of.accountId} and d.seller_id = ${of.sellerId} and d.currency = ${of.currency}
     group by s.document_id having sum(s.amount) > 0 order by max(s.settled_at) desc, max(s.id) desc`.execute(
    tx,
  )
  return rows
}

/** Whether nothing is left to pay on a document now: what went back does not count, since it stands open again by that. */
export async function isDocumentPaid(tx: Tx, documentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document')
    .select('id')
    .where('id', '=', documentId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the tenant's balance has paid a document, at least in part. */
export async function isPaidFromBalance(db: Database | Tx, documentId: string): Promise<boolean> {
  const { rows } = await sql<{ isPaid: boolean }>`
    select coalesce(sum(amount), 0) > 0 as "isPaid" from settlement where document_id = ${documentId} and payment_id = ${PAID_FROM_BALANCE}`.execute(
    db,
  )
  return rows[0]?.isPaid === true
}

/** What had paid a document is gone: it asks for it again. */
export async function takePaid(tx: Tx, documentId: string, amount: number): Promise<void> {
  await tx
    .updateTable('document')
    .set((eb) => ({ paid: eb('paid', '-', amount), status: 'open', paid_at: null }))
    .where('id', '=', documentId)
    .execute()
}

/** The deposit on a document and on the credit notes that correct it, in minor units. */
export async function depositLines(tx: Tx, documentId: string): Promise<number> {
  const { rows } = await sql<{ deposit: number }>`
    select coalesce(sum(l.gross), 0)::bigint as deposit from document d join document_line l on l.document_id = d.id
     where (d.id = ${documentId} or d.corrects_id = ${documentId}) and d.status <> 'void' and l.kind = 'deposit'`.execute(
    tx,
  )
  return rows[0]?.deposit ?? 0
}

/** The same of many documents; those that ask for none are not in it. */
export async function depositsOf(
  tx: Tx,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; deposit: number }>`
    select x.id, sum(l.gross)::bigint as deposit from unnest(${[...documentIds]}::text[]) x(id)
      join document d on (d.id = x.id or d.corrects_id = x.id) and d.status <> 'void' join document_line l on l.document_id = d.id and l.kind = 'deposit'
     group by x.id`.execute(tx)
  return new Map(rows.map(({ id, deposit }) => [id, deposit]))
}

/** Nothing is asked for any more on a document, though nobody has paid the rest of it. */
export async function setWrittenOff(
  tx: Tx,
  documentId: string,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  await tx
    .updateTable('document')
    .set((eb) => ({
      paid: eb('paid', '+', amount),
      written_off: eb('written_off', '+', amount),
      write_off_reason: reason,
      status: 'paid',
      paid_at: null,
    }))
    .where('id', '=', documentId)
    .execute()
}

/** A part of what was given up is asked for again. */
export async function takeWriteOffBack(tx: Tx, documentId: string, amount: number): Promise<void> {
  await tx
    .updateTable('document')
    .set((eb) => ({
      paid: eb('paid', '-', amount),
      written_off: eb('written_off', '-', amount),
      status: 'open',
    }))
    .where('id', '=', documentId)
    .execute()
}

/** Why a document's debt cannot be given up, as the sentence of 9134 calls it; what it stands on is read under the document's lock. */
export async function writeOffFacts(
  tx: Tx,
  documentId: string,
): Promise<{ isRunning: boolean; isUnderWay: boolean }> {
  const { rows } = await sql<{ isRunning: boolean; isUnderWay: boolean }>`
    select exists (select 1 from billing_plan p where p.contract_id = d.contract_id and p.closed_at is null) as "isRunning",
           exists (select 1 from payment p where p.reference = 'document:' || d.id and (p.status = 'pending' or (p.status = 'succeeded' and not exists (select 1 from ledger_entry e where e.payment_id = p.id)))) as "isUnderWay"
      from document d where d.id = ${documentId}`.execute(tx)
  return rows[0] ?? { isRunning: false, isUnderWay: false }
}

/** By how much a contract's first invoice may be paid short with its seller, in minor units; undefined for any other document. */
export async function toleranceFor(tx: Tx, documentId: string): Promise<number | undefined> {
  const { rows } = await sql<{ tolerance: number }>`
    select l.payment_tolerance as tolerance from document d
      join contract c on c.id = d.contract_id and c.first_document_id = d.id join seller l on l.id = d.seller_id
     where d.id = ${documentId}`.execute(tx)
  return rows[0]?.tolerance
}

/** What of a document counts as paid though it never came. */
export async function toleratedOf(tx: Tx, documentId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from settlement
     where document_id = ${documentId} and payment_id = ${PAID_BY_TOLERANCE}`.execute(tx)
  return rows[0]?.amount ?? 0
}

/** What has paid a document and still stands, by payment. */
export async function partsOf(
  tx: Tx,
  documentId: string,
): Promise<readonly { readonly paymentId: string; readonly amount: number }[]> {
  const { rows } = await sql<{ paymentId: string; amount: number }>`
    select payment_id as "paymentId", sum(amount)::bigint as amount from settlement where document_id = ${documentId}
     group by payment_id having sum(amount) > 0 order by min(id)`.execute(tx)
  return rows
}

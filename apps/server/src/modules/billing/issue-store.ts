import { sql } from 'kysely'
import { later, type Tx } from '../../platform/database/transaction.ts'
import type { DocumentRow } from './billing-store.ts'
import { insertEntries, type NewEntry } from './ledger-store.ts'
import { insertDocuments, insertLines, type WrittenDocument } from './new-document-store.ts'

/** Whose money with whom. */
export interface Tenant {
  readonly accountId: string
  readonly sellerId: string
  readonly currency: string
}

export const keyOf = ({ accountId, sellerId, currency }: Tenant): string =>
  `${accountId} ${sellerId} ${currency}`

/** As `takeTenantTurn`, for many at once, always in the same order: two batches never wait for one another in a circle. */
export async function takeTenantTurns(tx: Tx, tenants: readonly Tenant[]): Promise<void> {
  const keys = [...new Set(tenants.map((tenant) => `tenant ${keyOf(tenant)}`))].sort()
  await later(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(t.key, 0)) from unnest(${keys}::text[]) with ordinality as t(key, place) order by t.place`,
  )
}

/** What we owe tenants, of those to whom we owe anything; in minor units, by `keyOf`. */
export async function creditsOf(tx: Tx, tenants: readonly Tenant[]): Promise<Map<string, number>> {
  const different = [...new Map(tenants.map((tenant) => [keyOf(tenant), tenant])).values()]
  const { rows } = await sql<Tenant & { credit: number }>`
    select t.account_id as "accountId", t.seller_id as "sellerId", t.currency, c.credit
      from unnest(${different.map(({ accountId }) => accountId)}::text[], ${different.map(({ sellerId }) => sellerId)}::text[], ${different.map(({ currency }) => currency)}::text[]) as t(account_id, seller_id, currency),
           lateral (select -sum(e.amount)::bigint as credit from ledger_entry e
                     where e.account_holder_id = t.account_id and e.seller_id = t.seller_id and e.currency = t.currency and e.account = 'tenantCredit') c
     where c.credit > 0`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row.credit]))
}

export interface OpenRow extends Pick<
  DocumentRow,
  'id' | 'kind' | 'contractId' | 'accountId' | 'stockId' | 'sellerId'
> {
  readonly currency: DocumentRow['currency']
  readonly gross: number
  readonly paid: number
  readonly dueOn: Temporal.PlainDate
  readonly timeZone: string
  /** The deposit on it and on the credit notes that correct it, in minor units. */
  readonly deposit: number
}

/** The numbered documents of tenants that are not paid, locked in order of id. */
export async function lockOpenOf(tx: Tx, tenants: readonly Tenant[]): Promise<OpenRow[]> {
  if (tenants.length === 0) return []
  const { rows } = await sql<OpenRow>`
    select d.id, d.kind, d.contract_id as "contractId", d.account_id as "accountId", d.stock_id as "stockId", d.seller_id as "sellerId", d.currency, d.gross, d.paid, d.due_on as "dueOn", d.snapshot->>'timeZone' as "timeZone",
           (select coalesce(sum(l.gross), 0) from document c join document_line l on l.document_id = c.id where (c.id = d.id or c.corrects_id = d.id) and c.status <> 'void' and l.kind = 'deposit')::bigint as deposit
      from document d
     where d.account_id = any(${tenants.map(({ accountId }) => accountId)}) and d.status = 'open' and d.kind <> 'credit_note' and d.number is not null
     order by d.id for update of d`.execute(tx)
  const wanted = new Set(tenants.map(keyOf))
  return rows.filter((row) => wanted.has(keyOf(row)))
}

/** A payment from the balance, of one document. */
export interface Share {
  readonly id: string
  readonly paymentId: string
  readonly documentId: string
  readonly amount: number
  readonly currency: string
}

export interface Writing {
  readonly documents: readonly WrittenDocument[]
  readonly shares: readonly Share[]
  /** What was open before and is paid by that: how much in all, and whether nothing is left. */
  readonly paid: readonly { readonly documentId: string; readonly amount: number; readonly isFull: boolean }[]
  readonly entries: readonly NewEntry[]
}

/**
 * Writes documents and all that comes with them, a statement for each table, in one go with what follows. The statement that
 * numbers documents locks their series until the commit: nobody is asked anything behind it.
 */
export async function write(
  tx: Tx,
  { documents, shares, paid, entries }: Writing,
  at: Temporal.Instant,
): Promise<void> {
  const settledAt = sql`${at.toString()}::timestamptz`
  if (paid.length > 0)
    await later(
      tx,
      sql`update document d set paid = d.paid + p.amount, status = case when p.is_full then 'paid' else d.status end, paid_at = case when p.is_full then ${settledAt} else d.paid_at end
            from unnest(${paid.map(({ documentId }) => documentId)}::text[], ${paid.map(({ amount }) => amount)}::bigint[], ${paid.map(({ isFull }) => isFull)}::boolean[]) as p(id, amount, is_full) where d.id = p.id`,
    )
  if (documents.length > 0) {
    await later(tx, insertDocuments(documents))
    await later(tx, insertLines(documents))
  }
  if (shares.length > 0)
    await later(
      tx,
      sql`insert into settlement (id, payment_id, document_id, amount, currency, settled_at)
          select s.id, s.payment_id, s.document_id, s.amount, s.currency, ${settledAt}
            from unnest(${shares.map(({ id }) => id)}::text[], ${shares.map(({ paymentId }) => paymentId)}::text[], ${shares.map(({ documentId }) => documentId)}::text[], ${shares.map(({ amount }) => amount)}::bigint[], ${shares.map(({ currency }) => currency)}::text[]) as s(id, payment_id, document_id, amount, currency)`,
    )
  await insertEntries(tx, entries)
}

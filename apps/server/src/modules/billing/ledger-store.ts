import { sql, type Insertable } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { LedgerEntryTable } from '../../platform/database/schema/billing.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'

export type NewEntry = Insertable<LedgerEntryTable>

const ENTRY_TYPES: Readonly<Record<keyof NewEntry, string>> = {
  id: 'text',
  posting_id: 'text',
  position: 'int',
  reason: 'text',
  account: 'text',
  account_holder_id: 'text',
  seller_id: 'text',
  stock_id: 'text',
  contract_id: 'text',
  document_id: 'text',
  payment_id: 'text',
  currency: 'text',
  amount: 'bigint',
  business_day: 'date',
  recorded_at: 'timestamptz',
}
const ENTRY_COLUMNS = Object.keys(ENTRY_TYPES) as (keyof NewEntry)[]

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
/** What comes late for a month that is closed goes to the first open day (decision record 170). */
const openDay = sql`greatest(n.business_day, open.day)`

/** Adds to the book, together with the next statement whose answer is waited for; the entries of a night come by the thousand. */
export async function insertEntries(tx: Tx, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length === 0) return
  const columns = ENTRY_COLUMNS.map(
    (column) => sql`${rows.map((row) => row[column] ?? null)}::${sql.raw(ENTRY_TYPES[column])}[]`,
  )
  await later(
    tx,
    sql`insert into ledger_entry (${names(ENTRY_COLUMNS)})
        select ${sql.join(ENTRY_COLUMNS.map((column) => (column === 'business_day' ? openDay : sql.ref(`n.${column}`))))}
          from unnest(${sql.join(columns)}) as n(${names(ENTRY_COLUMNS)})
          left join (select seller_id, (max(month) + interval '1 month')::date as day from book_month where closed_at is not null group by seller_id) open on open.seller_id = n.seller_id`,
  )
}

/** What we owe a tenant (surplus), per seller and currency: the fold of the entries, never a kept figure. */
export async function tenantCredit(
  db: Database | Tx,
  of: { accountId: string; sellerId: string; currency: string },
): Promise<number> {
  const row = await db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<number>('amount').as('sum'))
    .where('account_holder_id', '=', of.accountId)
    .where('seller_id', '=', of.sellerId)
    .where('currency', '=', of.currency)
    .where('account', '=', 'tenantCredit')
    .executeTakeFirst()
  // Credit stands below zero in the book.
  return -(row?.sum ?? 0)
}

/** The deposit that is held for a contract in its currency: paid and not given back, in minor units. */
export async function depositHeld(db: Database | Tx, contractId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(-sum(e.amount), 0)::bigint as held from ledger_entry e join document d on d.id = e.document_id
     where d.contract_id = ${contractId} and e.account = 'deposit'`.execute(db)
  return rows[0]?.held ?? 0
}

/**
 * What of a payment stands in the book, in minor units: its money, what of it is surplus, and what went back in part and was
 * waived (its documents stayed paid).
 */
export async function paymentInBook(
  tx: Tx,
  paymentId: string,
): Promise<{ cash: number; surplus: number; waived: number }> {
  const { rows } = await sql<{ cash: number; surplus: number; waived: number }>`
    select coalesce(sum(amount) filter (where account like 'cash:%'), 0)::bigint as cash,
           coalesce(-sum(amount) filter (where account = 'tenantCredit'), 0)::bigint as surplus,
           coalesce(sum(amount) filter (where account = 'writeOff'), 0)::bigint as waived
      from ledger_entry where payment_id = ${paymentId}`.execute(tx)
  return rows[0] ?? { cash: 0, surplus: 0, waived: 0 }
}

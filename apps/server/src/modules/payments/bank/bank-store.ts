import { sql } from 'kysely'
import type { CsvForm } from '@stowage/api/bank'
import { later, type Tx } from '../../../platform/database/transaction.ts'
import type { KeyedLine } from './natural-key.ts'

/** Who imports an account waits for who is at it: what is known of it is decided one after the other. */
export async function takeBankTurn(tx: Tx, accounts: readonly string[]): Promise<void> {
  for (const account of [...new Set(accounts)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`bank ${account}`}, 0))`.execute(tx)
}

export interface NewImport {
  readonly id: string
  readonly format: 'camt' | 'csv'
  readonly fileName: string
  readonly fileHash: string
  readonly statements: readonly object[]
  readonly fresh: number
  readonly known: number
  readonly skipped: number
  readonly importedAt: Temporal.Instant
  readonly importedById: string
}

export async function insertImport(tx: Tx, row: NewImport): Promise<void> {
  await later(
    tx,
    tx.insertInto('bank_import').values({
      id: row.id,
      format: row.format,
      file_name: row.fileName,
      file_hash: row.fileHash,
      statements: JSON.stringify(row.statements),
      fresh: row.fresh,
      known: row.known,
      skipped: row.skipped,
      imported_at: row.importedAt,
      imported_by_id: row.importedById,
    }),
  )
}

const AT_ONCE = 500

/** Writes movements that are not there yet. @returns the keys of those that were written */
export async function insertEntries(
  tx: Tx,
  importId: string,
  lines: readonly (KeyedLine & { readonly id: string; readonly sellerId: string })[],
): Promise<Set<string>> {
  const written = new Set<string>()
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    const rows = await tx
      .insertInto('bank_entry')
      .values(
        lines.slice(start, start + AT_ONCE).map((line) => ({
          id: line.id,
          import_id: importId,
          seller_id: line.sellerId,
          account: line.account,
          natural_key: line.key,
          booked_on: Temporal.PlainDate.from(line.bookedOn),
          value_on: line.valueOn === null ? null : Temporal.PlainDate.from(line.valueOn),
          direction: line.direction,
          amount: line.amount,
          currency: line.currency,
          bank_reference: line.bankReference,
          end_to_end_id: line.endToEndId,
          batch_reference: line.batchReference,
          payer_name: line.payerName,
          payer_account: line.payerAccount,
          purpose: line.purpose,
          reference: line.reference,
          return_reason: line.returnReason,
          is_reversal: line.isReversal,
          is_batch: line.isBatch,
          state: 'open',
          asked_why: null,
          ignore_reason: null,
          payout_id: null,
          decided_at: null,
          decided_by_id: null,
          updated_at: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['account', 'natural_key']).doNothing())
      .returning('natural_key as key')
      .execute()
    for (const { key } of rows) written.add(key)
  }
  return written
}

export interface EntryRow {
  readonly id: string
  readonly importId: string
  readonly sellerId: string
  readonly account: string
  readonly bookedOn: Temporal.PlainDate
  readonly direction: 'in' | 'out'
  readonly amount: number
  readonly currency: string
  readonly payerName: string | null
  readonly payerAccount: string | null
  readonly purpose: string
  readonly reference: string | null
  readonly endToEndId: string | null
  readonly batchReference: string | null
  readonly returnReason: string | null
  readonly isReversal: boolean
  readonly isBatch: boolean
  readonly state: 'open' | 'settled' | 'ignored' | 'noted'
  readonly askedWhy: string | null
  readonly payoutId: string | null
  readonly updatedAt: Temporal.Instant | null
}

const ENTRY = sql`select id, import_id as "importId", seller_id as "sellerId", account, booked_on as "bookedOn", direction, amount, currency, payer_name as "payerName", payer_account as "payerAccount", purpose, reference,
  end_to_end_id as "endToEndId", batch_reference as "batchReference", return_reason as "returnReason", is_reversal as "isReversal", is_batch as "isBatch", state, asked_why as "askedWhy", payout_id as "payoutId", updated_at as "updatedAt" from bank_entry`

export async function lockEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`${ENTRY} where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The oldest movement for which nothing has been sought yet; locked, what another is at left out. */
export async function freshEntry(tx: Tx): Promise<EntryRow | undefined> {
  const { rows } =
    await sql<EntryRow>`${ENTRY} where state = 'open' and asked_why is null order by id limit 1 for update skip locked`.execute(
      tx,
    )
  return rows[0]
}

export interface EntryChange {
  readonly state: EntryRow['state']
  readonly askedWhy?: string | null
  readonly ignoreReason?: string | null
  readonly payoutId?: string | null
  /** null: nobody, it was decided by itself. */
  readonly decidedById?: string | null
  readonly at: Temporal.Instant
}

/** What was decided of a movement; what is left out is none. */
export async function decideEntry(tx: Tx, id: string, change: EntryChange): Promise<void> {
  await tx
    .updateTable('bank_entry')
    .set({
      state: change.state,
      asked_why: change.askedWhy ?? null,
      ignore_reason: change.ignoreReason ?? null,
      payout_id: change.payoutId ?? null,
      decided_at: change.state === 'open' ? null : change.at,
      decided_by_id: change.state === 'open' ? null : (change.decidedById ?? null),
      updated_at: change.at,
    })
    .where('id', '=', id)
    .execute()
}

export interface NewAllocation {
  readonly id: string
  readonly entryId: string
  readonly paymentId: string
  readonly accountId: string
  readonly documentId: string
  readonly amount: number
  readonly isAutomatic: boolean
  readonly madeAt: Temporal.Instant
  readonly madeById: string
}

export async function insertAllocation(tx: Tx, row: NewAllocation): Promise<void> {
  await tx
    .insertInto('bank_allocation')
    .values({
      id: row.id,
      entry_id: row.entryId,
      payment_id: row.paymentId,
      account_id: row.accountId,
      document_id: row.documentId,
      amount: row.amount,
      is_automatic: row.isAutomatic,
      made_at: row.madeAt,
      made_by_id: row.madeById,
      undone_at: null,
      undone_by_id: null,
    })
    .execute()
}

/** Takes back what was put to documents. @returns the payments it was made with */
export async function undoAllocations(
  tx: Tx,
  entryId: string,
  by: { readonly at: Temporal.Instant; readonly actorId: string },
): Promise<{ paymentId: string; documentId: string; amount: number }[]> {
  return await tx
    .updateTable('bank_allocation')
    .set({ undone_at: by.at, undone_by_id: by.actorId })
    .where('entry_id', '=', entryId)
    .where('undone_at', 'is', null)
    .returning(['payment_id as paymentId', 'document_id as documentId', 'amount'])
    .execute()
}

export async function keepCsvForm(
  tx: Tx,
  sellerId: string,
  form: CsvForm,
  by: { readonly at: Temporal.Instant; readonly actorId: string },
): Promise<void> {
  const row = { form: JSON.stringify(form), updated_at: by.at, updated_by_id: by.actorId }
  await tx
    .insertInto('bank_csv_form')
    .values({ seller_id: sellerId, ...row })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(row))
    .execute()
}

/** The words of movements of which every part was put to this account. */
export async function blankEntriesOf(tx: Tx, accountId: string): Promise<void> {
  await later(
    tx,
    sql`update bank_entry e set payer_name = null, payer_account = null, purpose = '', reference = null, end_to_end_id = null, ignore_reason = null
         where (exists (select 1 from bank_allocation x where x.entry_id = e.id and x.account_id = ${accountId})
             or exists (select 1 from bank_debit b join payment p on p.id = b.payment_id where b.returned_entry_id = e.id and p.account_id = ${accountId}))
           and not exists (select 1 from bank_allocation x where x.entry_id = e.id and x.undone_at is null and x.account_id <> ${accountId})`,
  )
}

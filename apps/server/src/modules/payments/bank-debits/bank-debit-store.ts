import { sql } from 'kysely'
import type { SequenceType } from '@stowage/domain/bank-debit'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

/** A debit through the bank, with what of its payment and mandate decides about it. */
export interface BankDebitRow {
  readonly paymentId: string
  readonly mandateId: string
  readonly sellerId: string
  readonly accountId: string
  readonly announcedOn: Temporal.PlainDate
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly batchId: string | null
  readonly partId: string | null
  readonly sequence: SequenceType | null
  readonly collectOn: Temporal.PlainDate | null
  readonly settledOn: Temporal.PlainDate | null
  /** A movement was put to it as its money, whether it stayed or not. */
  readonly hasEntry: boolean
  readonly returnedOn: Temporal.PlainDate | null
  readonly remittance: string
  /** The creditor's identifier of its mandate, which a seller may have changed since. */
  readonly creditorId: string
  /** Nothing was collected by its mandate so far, nor is being. */
  readonly isFirst: boolean
  readonly timeZone: string
}

const ROW = sql`select b.payment_id as "paymentId", b.mandate_id as "mandateId", b.seller_id as "sellerId", p.account_id as "accountId", b.announced_on as "announcedOn", p.amount, p.currency, p.status,
  b.batch_id as "batchId", b.part_id as "partId", b.sequence, b.collect_on as "collectOn", b.settled_on as "settledOn", b.settled_entry_id is not null as "hasEntry", b.returned_on as "returnedOn", b.remittance, m.creditor_id as "creditorId", s.time_zone as "timeZone",
  not exists (select 1 from bank_debit o join payment q on q.id = o.payment_id where o.mandate_id = b.mandate_id and o.payment_id <> b.payment_id and o.batch_id is distinct from b.batch_id
     and (o.settled_on is not null or (q.status = 'pending' and o.batch_id is not null))) as "isFirst"
  from bank_debit b join payment p on p.id = b.payment_id join mandate m on m.id = b.mandate_id join stock s on s.id = p.stock_id`

/** Whoever holds it is the only one to make or change files of this seller. */
export async function takeSellerTurn(tx: Tx, sellerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`debit batch ${sellerId}`}, 0))`.execute(tx)
}

export async function insertBankDebit(
  tx: Tx,
  row: Pick<BankDebitRow, 'paymentId' | 'mandateId' | 'sellerId' | 'announcedOn' | 'remittance'>,
): Promise<void> {
  await tx
    .insertInto('bank_debit')
    .values({
      payment_id: row.paymentId,
      mandate_id: row.mandateId,
      seller_id: row.sellerId,
      announced_on: row.announcedOn,
      remittance: row.remittance,
      batch_id: null,
      part_id: null,
      sequence: null,
      collect_on: null,
      settled_entry_id: null,
      settled_on: null,
      returned_entry_id: null,
      returned_on: null,
      return_code: null,
    })
    .execute()
}

/** Debits of a seller that are in no file yet, in the order in which they were announced; locked. */
export async function waitingDebits(tx: Tx, sellerId: string): Promise<BankDebitRow[]> {
  const { rows } = await sql<BankDebitRow>`
    ${ROW} where b.seller_id = ${sellerId} and b.batch_id is null and p.status = 'pending' and m.ended_at is null and m.iban_sealed is not null
     order by b.announced_on, b.payment_id for update of b, p`.execute(tx)
  return rows
}

/** All that stands in a file, decided or not; locked. */
export async function debitsOfBatch(tx: Tx, batchId: string): Promise<BankDebitRow[]> {
  const { rows } = await sql<BankDebitRow>`
    ${ROW} where b.batch_id = ${batchId} order by b.announced_on, b.payment_id for update of b, p`.execute(tx)
  return rows
}

/** One debit by its payment, which is what banks call it by; locked. */
export async function lockBankDebit(tx: Tx, paymentId: string): Promise<BankDebitRow | undefined> {
  const { rows } =
    await sql<BankDebitRow>`${ROW} where b.payment_id = ${paymentId} for update of b, p`.execute(tx)
  return rows[0]
}

/** What is released together: of a reference, of a mandate; or what of a seller waits for nothing any more. */
export type Unsent =
  | { readonly reference: string }
  | { readonly mandateId: string }
  | { readonly staleOf: string }

/**
 * What is in no file that a bank may have. Stale is what waits for a file though its mandate has ended, or though other money has
 * come for the same: while a bank had its file, say, which it then refused.
 */
export async function unsentDebits(tx: Tx, of: Unsent): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from bank_debit b join payment p on p.id = b.payment_id left join debit_batch t on t.id = b.batch_id
     where p.status = 'pending' and (t.id is null or t.state = 'made') and ${whichUnsent(of)} order by p.id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

function whichUnsent(of: Unsent) {
  if ('reference' in of) return sql`p.reference = ${of.reference}`
  if ('mandateId' in of) return sql`b.mandate_id = ${of.mandateId}`
  return sql`b.seller_id = ${of.staleOf} and b.batch_id is null
    and (exists (select 1 from mandate m where m.id = b.mandate_id and m.ended_at is not null)
      or exists (select 1 from payment q where q.reference = p.reference and q.id > p.id and q.status = 'succeeded'))`
}

/** Takes the lock of a debit and looks once more: its file may have been handed out since it was found. */
export async function lockUnsent(tx: Tx, paymentId: string): Promise<boolean> {
  if ((await lockBankDebit(tx, paymentId)) === undefined) return false
  const { rows } = await sql`
    select 1 from bank_debit b join debit_batch t on t.id = b.batch_id where b.payment_id = ${paymentId} and t.state <> 'made'`.execute(
    tx,
  )
  return rows.length === 0
}

export interface Place {
  readonly paymentId: string
  readonly partId: string
  readonly sequence: SequenceType
  readonly collectOn: Temporal.PlainDate
}

export async function putInBatch(tx: Tx, batchId: string, places: readonly Place[]): Promise<void> {
  for (const { paymentId, partId, sequence, collectOn } of places)
    await tx
      .updateTable('bank_debit')
      .set({ batch_id: batchId, part_id: partId, sequence, collect_on: collectOn })
      .where('payment_id', '=', paymentId)
      .execute()
}

/** They wait for a file again; all of a batch, or some of it. */
export async function takeOut(tx: Tx, batchId: string, paymentIds?: readonly string[]): Promise<void> {
  if (paymentIds?.length === 0) return
  await tx
    .updateTable('bank_debit')
    .set({ batch_id: null, part_id: null, sequence: null, collect_on: null })
    .where('batch_id', '=', batchId)
    .$if(paymentIds !== undefined, (query) => query.where('payment_id', 'in', [...(paymentIds ?? [])]))
    .execute()
}

export async function noteSettled(
  tx: Tx,
  paymentId: string,
  of: { readonly on: Temporal.PlainDate; readonly entryId: string | null },
): Promise<void> {
  await tx
    .updateTable('bank_debit')
    .set({ settled_on: of.on, settled_entry_id: of.entryId })
    .where('payment_id', '=', paymentId)
    .execute()
}

/** Its money came after it had gone back already: the movement is its own, and nothing is paid by it. */
export async function noteMoneyOfReturned(tx: Tx, paymentId: string, entryId: string): Promise<void> {
  await tx
    .updateTable('bank_debit')
    .set({ settled_entry_id: entryId })
    .where('payment_id', '=', paymentId)
    .execute()
}

export async function noteReturned(
  tx: Tx,
  paymentId: string,
  of: { readonly on: Temporal.PlainDate; readonly entryId: string | null; readonly code: string | null },
): Promise<void> {
  await tx
    .updateTable('bank_debit')
    .set({ returned_on: of.on, returned_entry_id: of.entryId, return_code: of.code })
    .where('payment_id', '=', paymentId)
    .execute()
}

/** Whether a movement of the bank was put to debits: then it is theirs for good. */
export async function isOfDebits(db: Database | Tx, entryId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bank_debit where settled_entry_id = ${entryId} or returned_entry_id = ${entryId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Debits that a movement names by the name of a part or of its whole file, or that alone make up its sum. */
export async function debitsNamed(
  tx: Tx,
  of: { readonly sellerId: string } & (
    | { readonly names: readonly string[] }
    | { readonly booked: Temporal.PlainDate }
  ),
): Promise<BankDebitRow[]> {
  const which =
    'names' in of
      ? sql`(b.part_id = any(${[...of.names]}::text[]) or b.batch_id = any(${[...of.names]}::text[]))`
      : sql`b.collect_on between ${of.booked.toString()}::date - 7 and ${of.booked.toString()}::date and p.status = 'pending'`
  const { rows } = await sql<BankDebitRow>`
    ${ROW} join debit_batch t on t.id = b.batch_id
     where b.seller_id = ${of.sellerId} and t.state in ('sent', 'settled') and ${which} order by b.payment_id for update of b, p`.execute(
    tx,
  )
  return rows
}

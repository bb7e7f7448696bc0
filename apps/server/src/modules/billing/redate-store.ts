import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'

export interface DocumentDates {
  readonly accounting: Temporal.PlainDate
  readonly document: Temporal.PlainDate
}

export async function datesOf(tx: Tx, documentId: string): Promise<DocumentDates> {
  return await tx
    .selectFrom('document')
    .select(['accounting_date as accounting', 'document_date as document'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
}

export async function setDates(tx: Tx, documentId: string, dates: DocumentDates): Promise<void> {
  await tx
    .updateTable('document')
    .set({ accounting_date: dates.accounting, document_date: dates.document })
    .where('id', '=', documentId)
    .execute()
}

/**
 * What a document was entered with on one day is reversed on that day and entered on another: two postings of reason `redated`, per
 * account the sum of what stands there of it. Entries are only ever added.
 */
export async function moveEntries(
  tx: Tx,
  documentId: string,
  { from, to, at }: { from: Temporal.PlainDate; to: Temporal.PlainDate; at: Temporal.Instant },
): Promise<void> {
  for (const { day, sign } of [
    { day: to, sign: 1 },
    { day: from, sign: -1 },
  ]) {
    const posting = newId()
    await sql`
      insert into ledger_entry (id, posting_id, position, reason, account, account_holder_id, seller_id, stock_id, contract_id, document_id, payment_id, currency, amount, business_day, recorded_at)
      select ${posting}::text || '-' || row_number() over (order by e.account), ${posting}, row_number() over (order by e.account), 'redated', e.account, e.account_holder_id, e.seller_id, e.stock_id, e.contract_id, e.document_id, null, e.currency,
             ${sign}::int * sum(e.amount), ${day.toString()}::date, ${at.toString()}::timestamptz
        from ledger_entry e where e.document_id = ${documentId} and e.reason in ('issued', 'credited', 'redated') and e.business_day = ${from.toString()}::date
       group by e.account, e.account_holder_id, e.seller_id, e.stock_id, e.contract_id, e.document_id, e.currency having sum(e.amount) <> 0`.execute(
      tx,
    )
  }
}

import type { Answer } from '@stowage/api/endpoint'
import type { listInvoiceEmailings } from '@stowage/api/emails'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Currency } from '@stowage/domain/money'

export type InvoiceEmailing = Answer<typeof listInvoiceEmailings>[number]

/** Mails that carry an invoice and ask for its money: of the booking, of a transfer, and the reminder that staff send. */
const WITH_INVOICE = sql<SqlBool>`m.kind in ('bookingContract', 'paymentInstructions', 'invoiceIssued', 'invoiceReminder')`

/** When the mail of each invoice of an account went out last; what is not an invoice of that account is left out. */
export async function invoiceEmailings(
  db: Database | Tx,
  accountId: string,
  invoiceIds: readonly string[] | undefined,
): Promise<InvoiceEmailing[]> {
  const ofIds = invoiceIds === undefined ? sql`` : sql` and d.id = any(${[...invoiceIds]})`
  const { rows } = await sql<{
    invoiceId: string
    lastSending: Temporal.Instant | null
    status: InvoiceEmailing['status']
  }>`
    select d.id as "invoiceId", max(m.sent_at) filter (where m.status = 'sent') as "lastSending",
           coalesce((array_agg(m.status order by m.created_at desc, m.id desc) filter (where m.id is not null))[1], 'none') as status
      from document d left join mail m on m.document_id = d.id and ${WITH_INVOICE}
     where d.account_id = ${accountId} and d.kind = 'invoice'${ofIds} group by d.id order by d.id desc limit 1000`.execute(
    db,
  )
  return rows.map(({ lastSending, ...row }) => ({ ...row, lastSending: lastSending?.toString() ?? null }))
}

/** What decides whether a reminder goes out, and what it says. */
export interface ReminderFacts {
  readonly documentId: string
  readonly contractId: string
  readonly contractStatus: string
  readonly accountId: string
  readonly stockId: string
  readonly status: 'open' | 'paid' | 'void'
  readonly number: string | null
  /** By which a transfer names it. */
  readonly paymentNumber: number
  readonly currency: Currency
  readonly debt: number
  readonly periodFrom: string
  readonly periodTo: string
  readonly dueOn: string
  /** Of the stock: percent a day after the free days; after the contract's end another percent (decision 19). */
  readonly penaltyPercent: number
  readonly daysWithoutFee: number
  /** Whether the door closes behind the free days: only where its tenant agreed to that. */
  readonly doorClosingAgreed: boolean
}

/** An invoice as its reminder says it; undefined for what is none. */
export async function reminderFacts(
  db: Database | Tx,
  documentId: string,
): Promise<ReminderFacts | undefined> {
  const { rows } = await sql<ReminderFacts>`
    select d.id as "documentId", d.contract_id as "contractId", c.status as "contractStatus", d.account_id as "accountId", d.stock_id as "stockId", d.status, d.number, d.payment_number as "paymentNumber", d.currency, d.gross - d.paid as debt,
           coalesce(d.period_from, d.issued_on)::text as "periodFrom", coalesce(d.period_to, d.issued_on + 1)::text as "periodTo", d.due_on::text as "dueOn",
           (case when not c.late_fee_agreed then 0 when c.status = 'ended' then s.contract_ended_fee else s.invoice_not_paid_fee_percent end)::float8 as "penaltyPercent", s.days_without_fee as "daysWithoutFee", c.door_closing_agreed as "doorClosingAgreed"
      from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id where d.id = ${documentId} and d.kind = 'invoice'`.execute(
    db,
  )
  return rows[0]
}

/** Penalties have a mail of their own, when they are issued; the reminder is of invoices. */
export async function isPenalty(db: Database | Tx, documentId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from document where id = ${documentId} and kind = 'penalty'`.execute(db)
  return rows.length > 0
}

import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { PayMethod } from '@stowage/domain/pay-method'
import type { Database } from '../../platform/database/connect.ts'

/** What is debited, and the mandate of a bank account. */
export interface MethodFacts {
  readonly kind: PayMethod
  readonly card: string | null
  readonly mandate: string | null
  /** Of a mandate that the seller holds itself; a processor collects under its own, which is not known here. */
  readonly creditor: string | null
  readonly creditorId: string | null
  readonly wording: string | null
}

export interface DebitFacts extends MethodFacts {
  readonly contractId: string
  readonly documentId: string
  readonly invoiceNumber: string | null
  readonly status: string
  readonly amount: number
  /** What is left to pay on its invoice. */
  readonly debt: number
  readonly currency: Currency
  readonly dueOn: string
  /** When it begins, of the stock: a debit through the seller's bank some days before it is due. */
  readonly beginsOn: string
  readonly reason: string | null
}

const METHOD = sql`coalesce(m.kind, 'card') as kind, m.card, m.mandate, q.creditor_name as creditor, q.creditor_id as "creditorId", q.wording`
const OF_METHOD = sql`left join saved_method m on m.id = s.method_id left join mandate q on q.method_id = m.id`

/** A try to debit an invoice, with what is charged. */
export async function debitFacts(db: Database, id: string): Promise<DebitFacts | undefined> {
  const { rows } = await sql<DebitFacts>`
    select d.contract_id as "contractId", d.id as "documentId", d.number as "invoiceNumber", x.status, x.amount, case when d.status = 'open' then d.gross - d.paid else 0 end as debt, x.currency,
           x.due_on::text as "dueOn", (x.due_at at time zone (d.snapshot->>'timeZone'))::date::text as "beginsOn", x.reason, ${METHOD}
      from debit x join document d on d.id = x.document_id join subscription s on s.id = x.subscription_id ${OF_METHOD} where x.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** What a contract's automatic payments debit, while they are on; undefined: they are off by now. */
export async function methodOf(db: Database, contractId: string): Promise<MethodFacts | undefined> {
  const { rows } = await sql<MethodFacts>`
    select ${METHOD} from subscription s ${OF_METHOD} where s.contract_id = ${contractId} and s.status = 'active'`.execute(
    db,
  )
  return rows[0]
}

/** What they debited before they were switched off. */
export async function formerKind(db: Database, contractId: string): Promise<PayMethod> {
  const { rows } = await sql<MethodFacts>`
    select ${METHOD} from subscription s ${OF_METHOD} where s.contract_id = ${contractId} and s.status = 'cancelled' order by s.ended_at desc limit 1`.execute(
    db,
  )
  return rows[0]?.kind ?? 'card'
}

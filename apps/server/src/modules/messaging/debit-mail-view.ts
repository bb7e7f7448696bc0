import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'

export interface DebitFacts {
  readonly contractId: string
  readonly documentId: string
  readonly invoiceNumber: string | null
  readonly status: string
  readonly amount: number
  /** What is left to pay on its invoice. */
  readonly debt: number
  readonly currency: Currency
  readonly dueOn: string
  readonly reason: string | null
  readonly card: string | null
}

/** A try to debit an invoice, with the card that is charged. */
export async function debitFacts(db: Database, id: string): Promise<DebitFacts | undefined> {
  const { rows } = await sql<DebitFacts>`
    select d.contract_id as "contractId", d.id as "documentId", d.number as "invoiceNumber", x.status, x.amount, case when d.status = 'open' then d.gross - d.paid else 0 end as debt, x.currency,
           x.due_on::text as "dueOn", x.reason, m.card
      from debit x join document d on d.id = x.document_id join subscription s on s.id = x.subscription_id left join saved_method m on m.id = s.method_id where x.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The card of a contract's automatic payments, while they are on; undefined: they are off by now. */
export async function cardOf(
  db: Database,
  contractId: string,
): Promise<{ readonly card: string | null } | undefined> {
  const { rows } = await sql<{
    card: string | null
  }>`select m.card from subscription s join saved_method m on m.id = s.method_id where s.contract_id = ${contractId} and s.status = 'active'`.execute(
    db,
  )
  return rows[0]
}

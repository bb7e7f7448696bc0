import { sql } from 'kysely'
import type { MoneyPosting, TransactionShare } from '@stowage/domain/transaction'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { visibleTo } from './document-view.ts'

/** Every posting of the book in which money or the balance of an account moves, from the tenant's side. */
export async function moneyPostings(db: Database, accountId: string): Promise<MoneyPosting[]> {
  const { rows } = await sql<MoneyPosting>`
    select posting_id as id, min(reason) as reason, min(payment_id) as "paymentId", min(document_id) as "documentId", min(contract_id) as "contractId",
           min(seller_id) as "sellerId", min(currency) as currency, to_char(min(recorded_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, min(business_day)::text as day,
           coalesce(sum(amount) filter (where account like 'cash:%'), 0)::bigint as cash,
           coalesce(-sum(amount) filter (where account = 'tenantCredit'), 0)::bigint as credit,
           coalesce(-sum(amount) filter (where account = 'receivable'), 0)::bigint as settled,
           min(substring(account from 'cash:(.*)')) as processor
      from ledger_entry where account_holder_id = ${accountId}
     group by posting_id having bool_or(account like 'cash:%' or account = 'tenantCredit')`.execute(db)
  return rows
}

export interface SettledDocument {
  readonly id: string
  readonly number: string | null
  readonly kind: string
  readonly contractId: string
  readonly contractNumber: string
  readonly unitNumber: string
}

/** The account's documents that the actor may see, by id. */
export async function documentNames(
  db: Database,
  accountId: string,
  actor: Actor,
): Promise<ReadonlyMap<TransactionShare['documentId'], SettledDocument>> {
  const { rows } = await sql<SettledDocument>`
    select d.id, d.number, d.kind, d.contract_id as "contractId", d.snapshot->>'contractNumber' as "contractNumber", d.snapshot->>'unitNumber' as "unitNumber"
      from document d join contract c on c.id = d.contract_id where d.account_id = ${accountId} and ${visibleTo(actor)}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is known of the way by which money came or went, beyond the book. */
export interface PaymentFacts {
  readonly id: string
  readonly reference: string | null
  readonly card: string | null
  readonly cardHolder: string | null
  /** Of a payout: bankTransfer, card, cash. */
  readonly method: string | null
  /** The payer's bank took the money, and nothing of it was given back by us. */
  readonly isTakenBack: boolean
}

export async function paymentFacts(
  db: Database,
  accountId: string,
): Promise<ReadonlyMap<string, PaymentFacts>> {
  const { rows } = await sql<PaymentFacts>`
    select id, processor_payment_id as reference, card, card_holder as "cardHolder", null as method, coalesce((details->>'withdrawn')::bigint, 0) > 0 and coalesce((details->>'refunded')::bigint, 0) = 0 as "isTakenBack" from payment where account_id = ${accountId} and status in ('succeeded', 'refunded')
    union all
    select id, reference, null, null, method, false from payout where account_id = ${accountId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function sellerNames(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('seller').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whose contract it is; its documents may be nobody's yet. */
export async function holderOf(db: Database, contractId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('contract')
    .select('account_id')
    .where('id', '=', contractId)
    .executeTakeFirst()
  return row?.account_id
}

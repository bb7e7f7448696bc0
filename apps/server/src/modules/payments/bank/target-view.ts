import { sql } from 'kysely'
import type { NamedDocument, Suggestible } from '@stowage/domain/bank-match'
import type { ReferencesFound } from '@stowage/domain/bank-reference'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

const nameOf = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), nullif(a.company, ''), a.email)`

/** What money that has come in and is not in the book yet will take of a document. */
const UNDER_WAY = sql`coalesce((select sum(p.amount) from payment p where p.reference = 'document:' || d.id and p.status = 'succeeded' and not exists (select 1 from ledger_entry e where e.payment_id = p.id)), 0)`

/** A document as money may be put to it; what is under way counts as paid. */
export interface Target extends Suggestible {
  readonly stockId: string
  readonly timeZone: string
  readonly unitNumber: string
}

const TARGET = sql`d.id, d.account_id as "accountId", d.contract_id as "contractId", c.number as "contractNumber", d.payment_number as "paymentNumber", d.number, d.status, case when d.kind = 'penalty' then 'penalty' else 'rent' end as kind,
  d.due_on::text as "dueOn", greatest(d.gross - d.paid - ${UNDER_WAY}, 0)::bigint as debt, d.stock_id as "stockId", s.time_zone as "timeZone", d.snapshot->>'unitNumber' as "unitNumber", ${nameOf} as "accountName"`
const FROM = sql`from document d join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id join account a on a.id = d.account_id`

interface Sale {
  readonly sellerId: string
  readonly currency: string
}

/** Documents that references name, and the open ones of the contracts that they name: of this seller and in this currency only. */
export async function namedDocuments(
  db: Database | Tx,
  { sellerId, currency }: Sale,
  found: ReferencesFound,
): Promise<(NamedDocument & Target)[]> {
  const { payments, documents, contracts, doubtfulContracts } = found
  if (payments.length + documents.length + contracts.length + doubtfulContracts.length === 0) return []
  const { rows } = await sql<Target>`
    select ${TARGET}, false as "isPayerKnown" ${FROM}
     where d.seller_id = ${sellerId} and d.currency = ${currency} and d.kind in ('invoice', 'penalty')
       and d.id in (
         select id from document where payment_number = any(${[...payments]}::bigint[])
         union all select id from document where seller_id = ${sellerId} and number = any(${[...documents]}::text[])
         union all select o.id from contract n join document o on o.contract_id = n.id and o.status = 'open' where n.number = any(${[...contracts, ...doubtfulContracts]}::text[]))
     limit 500`.execute(db)
  return rows
}

/** Open documents that staff may mean: of this sum, of the payer's tenants so far, of a tenant of his name. */
export async function likelyDocuments(
  db: Database,
  entry: Sale & {
    readonly amount: number
    readonly payerName: string | null
    readonly payerAccount: string | null
  },
): Promise<Target[]> {
  const words = (entry.payerName ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .slice(0, 5)
  const { rows } = await sql<Target>`
    with payer as materialized (
      select distinct x.account_id from bank_entry e join bank_allocation x on x.entry_id = e.id and x.undone_at is null
       where e.payer_account = ${entry.payerAccount} and e.state = 'settled' and e.seller_id = ${entry.sellerId}),
    named as materialized (
      select a.id from account a where ${words.length > 0} and a.deleted_at is null
         and (lower(a.last_name) = any(${words}::text[]) or lower(split_part(a.company, ' ', 1)) = any(${words}::text[])) limit 50)
    select ${TARGET}, d.account_id in (select account_id from payer) as "isPayerKnown" ${FROM}
     where d.seller_id = ${entry.sellerId} and d.currency = ${entry.currency} and d.status = 'open' and d.kind in ('invoice', 'penalty')
       and (d.gross - d.paid = ${entry.amount} or d.account_id in (select account_id from payer) or d.account_id in (select id from named))
     order by d.account_id in (select account_id from payer) desc, d.account_id in (select id from named) desc, d.due_on limit 60`.execute(
    db,
  )
  return rows
}

/** Documents by their ids, whatever their state; those of others are left out. */
export async function documentsById(
  db: Database | Tx,
  { sellerId, currency }: Sale,
  ids: readonly string[],
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${TARGET}, false as "isPayerKnown" ${FROM}
     where d.id = any(${[...ids]}::text[]) and d.seller_id = ${sellerId} and d.currency = ${currency} and d.kind in ('invoice', 'penalty')`.execute(
    db,
  )
  return rows
}

/**
 * The document by which a tenant's balance is paid into: his oldest open one, which it pays first, else the one he had last. A first
 * document that is no invoice yet is none: it may still become void.
 */
export async function documentForBalance(
  db: Database | Tx,
  { sellerId, currency }: Sale,
  accountId: string,
): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select ${TARGET}, false as "isPayerKnown" ${FROM}
     where d.account_id = ${accountId} and d.seller_id = ${sellerId} and d.currency = ${currency} and d.kind in ('invoice', 'penalty') and d.status <> 'void' and d.number is not null
     order by (d.status = 'open') desc, d.written_off > 0, case when d.status = 'open' then d.due_on end, d.issued_on desc, d.id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** With what the numbers of a seller's documents begin. */
export async function stockCodes(db: Database | Tx, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from stock where seller_id = ${sellerId}`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** Whether a file of the other form has brought what looks like the same movement: nothing tells the two apart for certain. */
export async function perhapsTwice(tx: Tx, entryId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bank_entry e join bank_import i on i.id = e.import_id
      join bank_entry o on o.account = e.account and o.booked_on = e.booked_on and o.amount = e.amount and o.id <> e.id and o.direction = e.direction and o.currency = e.currency
      join bank_import j on j.id = o.import_id and j.format <> i.format
     where e.id = ${entryId} limit 1`.execute(tx)
  return rows.length > 0
}

export interface PayoutTarget {
  readonly payoutId: string
  readonly accountId: string
  readonly accountName: string
  readonly paidOn: string
  readonly reference: string | null
}

/** Payouts over the bank that no movement was put to yet, of this sum and of about this day. */
export async function likelyPayouts(
  db: Database | Tx,
  entry: Sale & { readonly amount: number; readonly bookedOn: Temporal.PlainDate | string },
): Promise<PayoutTarget[]> {
  const { rows } = await sql<PayoutTarget>`
    select p.id as "payoutId", p.account_id as "accountId", ${nameOf} as "accountName", p.paid_on::text as "paidOn", p.reference
      from payout p join account a on a.id = p.account_id
     where p.seller_id = ${entry.sellerId} and p.currency = ${entry.currency} and p.amount = ${entry.amount} and p.method = 'bankTransfer'
       and p.paid_on between ${String(entry.bookedOn)}::date - 10 and ${String(entry.bookedOn)}::date + 10
       and not exists (select 1 from bank_entry e where e.payout_id = p.id)
     order by p.paid_on, p.id limit 20`.execute(db)
  return rows
}

/** What staff look for by hand. */
export async function foundTargets(
  db: Database,
  { sellerId, currency }: Sale,
  search: string,
): Promise<{
  documents: Target[]
  tenants: { accountId: string; accountName: string; email: string }[]
}> {
  const like = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows: documents } = await sql<Target>`
    select ${TARGET}, false as "isPayerKnown" ${FROM}
     where d.seller_id = ${sellerId} and d.currency = ${currency} and d.status = 'open' and d.kind in ('invoice', 'penalty')
       and (a.search_text like ${like} or lower(d.number) like ${like} or c.number like ${like} or lower(d.snapshot->>'unitNumber') = ${search.toLowerCase()})
     order by d.due_on, d.id limit 20`.execute(db)
  const { rows: tenants } = await sql<{ accountId: string; accountName: string; email: string }>`
    select a.id as "accountId", ${nameOf} as "accountName", a.email from account a
     where a.deleted_at is null and a.search_text like ${like}
       and exists (select 1 from document d where d.account_id = a.id and d.seller_id = ${sellerId} and d.currency = ${currency} and d.number is not null)
     order by 2, 1 limit 10`.execute(db)
  return { documents, tenants }
}

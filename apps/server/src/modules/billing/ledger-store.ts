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

export interface LedgerFault {
  readonly what: string
  readonly id: string
  readonly detail: string
}

/** The tables of the checks with the rows of one seller only. Inlined, so that what is asked by id still finds its index. */
const tablesOf = (sellerId: string) => sql`
  with document as not materialized (select * from public.document where seller_id = ${sellerId}),
  ledger_entry as not materialized (select * from public.ledger_entry where seller_id = ${sellerId}),
  billing_plan as not materialized (select * from public.billing_plan where seller_id = ${sellerId}),
  payout as not materialized (select * from public.payout where seller_id = ${sellerId}),
  settlement as not materialized (select s.* from public.settlement s join public.document d on d.id = s.document_id where d.seller_id = ${sellerId})`

/**
 * Recomputes what must hold between entries and documents; every row that does not fit is named (I3, I4, I5).
 * @param sellerId whose; of all where it is not given
 */
export async function findLedgerFaults(db: Database | Tx, sellerId?: string): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    ${sellerId === undefined ? sql`` : tablesOf(sellerId)}
    select 'posting does not sum to zero' as what, posting_id as id, currency || ' ' || sum(amount) as detail from ledger_entry group by posting_id, currency having sum(amount) <> 0
    union all
    select 'receivable differs from the unpaid part of documents', coalesce(d.account_id, l.account_holder_id), coalesce(d.currency, l.currency) || ' ' || coalesce(d.debt, 0) || ' against ' || coalesce(l.balance, 0)
      from (select account_id, seller_id, currency, sum(gross - paid) as debt from document where number is not null and status <> 'void' and kind <> 'credit_note' group by 1, 2, 3) d
      full join (select account_holder_id, seller_id, currency, sum(amount) as balance from ledger_entry where account = 'receivable' group by 1, 2, 3) l
        on l.account_holder_id = d.account_id and l.seller_id = d.seller_id and l.currency = d.currency
     where coalesce(d.debt, 0) <> coalesce(l.balance, 0)
    union all
    select 'a balance was spent twice', account_holder_id, currency || ' ' || -sum(amount) from ledger_entry where account = 'tenantCredit' group by account_holder_id, seller_id, currency having sum(amount) > 0
    union all
    select 'a paid document asks for more, or an open one for nothing', id, status || ' ' || paid || ' of ' || gross from document where kind <> 'credit_note' and ((status = 'paid') <> (paid = gross)) and status <> 'void'
    union all
    select 'money stands on a document that is void', id, paid || ' of ' || gross from document where status = 'void' and paid <> 0
    union all
    select 'lines do not sum to the document', d.id, d.gross || ' against ' || coalesce(sum(l.gross), 0) from document d left join document_line l on l.document_id = d.id
     group by d.id, d.gross, d.net, d.vat having d.gross <> coalesce(sum(l.gross), 0) or d.net <> coalesce(sum(l.net), 0) or d.vat <> coalesce(sum(l.vat), 0)
    union all
    select 'settlements do not sum to what is paid', d.id, d.paid || ' against ' || coalesce(sum(s.amount), 0) from document d left join settlement s on s.document_id = d.id
     group by d.id, d.paid having d.paid <> coalesce(sum(s.amount), 0)
    union all
    select 'what was written off stands otherwise in the book', d.id, d.written_off || ' against ' || coalesce((select sum(s.amount) from settlement s where s.document_id = d.id and s.payment_id = 'write-off'), 0) || ' and ' || coalesce((select sum(e.amount) from ledger_entry e where e.document_id = d.id and e.account = 'writeOff'), 0)
      from document d where d.written_off <> coalesce((select sum(s.amount) from settlement s where s.document_id = d.id and s.payment_id = 'write-off'), 0)
        or d.written_off <> coalesce((select sum(e.amount) from ledger_entry e where e.document_id = d.id and e.account = 'writeOff'), 0)
    union all
    select 'a credit note is none', d.id, d.kind || ' ' || d.gross || ' on ' || coalesce(d.corrects_id, 'nothing') from document d left join document o on o.id = d.corrects_id
     where (d.kind = 'credit_note' and (d.gross > 0 or d.paid <> 0 or d.status <> 'paid' or o.id is null or o.kind = 'credit_note' or o.contract_id <> d.contract_id or o.currency <> d.currency or o.seller_id <> d.seller_id)) or (d.kind <> 'credit_note' and d.corrects_id is not null)
    union all
    select 'more is credited than was billed', o.id, l.kind || ' ' || sum(l.gross) from document o join document_line l on (l.document_id = o.id or l.document_id in (select c.id from document c where c.corrects_id = o.id))
     where o.id in (select corrects_id from document where corrects_id is not null) group by o.id, l.kind having sum(l.net) < 0 or sum(l.vat) < 0
    union all
    select 'a credit note stands otherwise in the book', d.id, d.gross || ' against ' || coalesce(sum(e.amount), 0) from document d
      left join ledger_entry e on e.document_id = d.id and e.account = 'tenantCredit' and e.reason = 'credited'
     where d.kind = 'credit_note' and d.status <> 'void' group by d.id, d.gross having d.gross <> coalesce(sum(e.amount), 0)
    union all
    select 'a document stands otherwise in the book', coalesce(x.id, b.id), coalesce(x.account, b.account) || ' ' || coalesce(x.amount, 0) || ' against ' || coalesce(b.amount, 0)
      from (select d.id, v.account, sum(v.amount) as amount from document d join document_line l on l.document_id = d.id
              cross join lateral (values
                (case l.kind when 'adjustment' then 'rent' else l.kind end, -l.net),
                (case l.kind when 'insurance' then 'insuranceTax' else 'vat' end, -l.vat),
                (case d.kind when 'credit_note' then 'tenantCredit' else 'receivable' end, l.gross)) as v(account, amount)
             where d.number is not null and d.status <> 'void' group by 1, 2) x
      full join (select document_id as id, case account when 'deferredRent' then 'rent' when 'depositAsked' then 'deposit' else account end as account, sum(amount) as amount
                   from ledger_entry where reason in ('issued', 'credited', 'redated') group by 1, 2) b on b.id = x.id and b.account = x.account
     where coalesce(x.amount, 0) <> coalesce(b.amount, 0)
    union all
    select 'what paid a document stands otherwise in the book', coalesce(x.document_id, b.document_id), coalesce(x.payment_id, b.payment_id) || ' ' || coalesce(x.amount, 0) || ' against ' || coalesce(b.amount, 0)
      from (select document_id, payment_id, sum(amount) as amount from settlement group by 1, 2) x
      full join (select document_id, coalesce(payment_id, 'write-off') as payment_id, -sum(amount) as amount from ledger_entry where account = 'receivable' and reason in ('payment', 'refund', 'writtenOff') group by 1, 2) b
        on b.document_id = x.document_id and b.payment_id = x.payment_id
     where coalesce(x.amount, 0) <> coalesce(b.amount, 0)
    union all
    select 'an account has no place in its posting', posting_id, reason || ' ' || account from ledger_entry
     where not case reason
       when 'issued' then account in ('receivable', 'rent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'penalty')
       when 'credited' then account in ('tenantCredit', 'rent', 'deferredRent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'deposit', 'penalty')
       when 'redated' then account in ('receivable', 'tenantCredit', 'rent', 'deferredRent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'deposit', 'penalty')
       when 'payment' then account in ('receivable', 'depositAsked', 'deposit') or (account = 'tenantCredit') = (payment_id in ('balance', 'credit note')) and (account = 'tenantCredit' or account like 'cash:%')
       when 'deferral' then account in ('rent', 'deferredRent')
       when 'writtenOff' then account in ('receivable', 'writeOff')
       when 'payout' then account = 'tenantCredit' or account like 'cash:%'
       when 'surplus' then account = 'tenantCredit' or account like 'cash:%'
       when 'refund' then account in ('receivable', 'tenantCredit', 'writeOff', 'depositAsked', 'deposit') or account like 'cash:%'
       else false end
    union all
    select 'money came in another way than its payment', e.posting_id, e.account || ' of ' || p.processor from ledger_entry e join payment p on p.id = e.payment_id
     where e.account like 'cash:%' and e.account <> 'cash:' || p.processor
    union all
    select 'a contract that cannot be billed is never tried again', id, parked_reason from billing_plan where parked_reason is not null and closed_at is null and retry_on is null
    union all
    select 'a statement asks for something', id, gross || ' ' || paid from document where kind = 'statement' and (gross <> 0 or paid <> 0)
    union all
    select 'the deposit held differs from what was paid and given back', coalesce(p.contract_id, h.contract_id), coalesce(p.deposit, 0) || ' against ' || coalesce(h.held, 0)
      from (select o.contract_id, sum(l.gross) as deposit from document o join document_line l on l.kind = 'deposit' and (l.document_id = o.id or l.document_id in (select c.id from document c where c.corrects_id = o.id and c.status <> 'void'))
             where o.kind = 'invoice' and o.status = 'paid' group by 1) p
      full join (select d.contract_id, -sum(e.amount) as held from ledger_entry e join document d on d.id = e.document_id where e.account = 'deposit' group by 1) h on h.contract_id = p.contract_id
     where coalesce(p.deposit, 0) <> coalesce(h.held, 0)
    union all
    select 'a payout stands otherwise in the book', coalesce(p.id, e.payment_id), coalesce(p.amount, 0) || ' against ' || coalesce(e.moved, 0)
      from payout p full join (select payment_id, account_holder_id, seller_id, currency, sum(amount) filter (where account = 'tenantCredit') as moved from ledger_entry where reason = 'payout' group by 1, 2, 3, 4) e
        on e.payment_id = p.id and e.account_holder_id = p.account_id and e.seller_id = p.seller_id and e.currency = p.currency
     where coalesce(p.amount, 0) <> coalesce(e.moved, 0)`.execute(db)
  return rows
}

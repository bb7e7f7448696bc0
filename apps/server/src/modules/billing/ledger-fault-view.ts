import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface LedgerFault {
  /** What must hold and does not, as a sentence. */
  readonly what: string
  readonly id: string
  readonly detail: string
}

interface Check {
  readonly what: string
  /** The rows that do not fit: `id` and `detail`. */
  readonly rows: RawBuilder<unknown>
}

/** The tables of the checks with the rows of one seller only. Inlined, so that what is asked by id still finds its index. */
const tablesOf = (sellerId: string) => sql`
  with document as not materialized (select * from public.document where seller_id = ${sellerId}),
  ledger_entry as not materialized (select * from public.ledger_entry where seller_id = ${sellerId}),
  billing_plan as not materialized (select * from public.billing_plan where seller_id = ${sellerId}),
  payout as not materialized (select * from public.payout where seller_id = ${sellerId}),
  settlement as not materialized (select s.* from public.settlement s join public.document d on d.id = s.document_id where d.seller_id = ${sellerId})`

/**
 * What must hold between entries and documents (I3, I4, I5). Each check is a statement of its own: a large seller has hundreds of
 * thousands of documents, and no statement may take longer than the time limit of all.
 */
const checks: readonly Check[] = [
  {
    what: 'posting does not sum to zero',
    rows: sql`
      select posting_id as id, currency || ' ' || sum(amount) as detail from ledger_entry group by posting_id, currency having sum(amount) <> 0`,
  },
  {
    what: 'receivable differs from the unpaid part of documents',
    rows: sql`
      select coalesce(d.account_id, l.account_holder_id) as id, coalesce(d.currency, l.currency) || ' ' || coalesce(d.debt, 0) || ' against ' || coalesce(l.balance, 0) as detail
        from (select account_id, seller_id, currency, sum(case when number is null then -paid else gross - paid end) as debt from document
               where status <> 'void' and kind <> 'credit_note' group by 1, 2, 3) d
        full join (select account_holder_id, seller_id, currency, sum(amount) as balance from ledger_entry where account = 'receivable' group by 1, 2, 3) l
          on l.account_holder_id = d.account_id and l.seller_id = d.seller_id and l.currency = d.currency
       where coalesce(d.debt, 0) <> coalesce(l.balance, 0)`,
  },
  {
    what: 'a balance was spent twice',
    rows: sql`
      select account_holder_id as id, currency || ' ' || -sum(amount) as detail from ledger_entry where account = 'tenantCredit' group by account_holder_id, seller_id, currency having sum(amount) > 0`,
  },
  {
    what: 'a paid document asks for more, or an open one for nothing',
    rows: sql`
      select id, status || ' ' || paid || ' of ' || gross as detail from document where kind <> 'credit_note' and ((status = 'paid') <> (paid = gross)) and status <> 'void'`,
  },
  {
    what: 'money stands on a document that is void',
    rows: sql`select id, paid || ' of ' || gross as detail from document where status = 'void' and paid <> 0`,
  },
  {
    what: 'lines do not sum to the document',
    rows: sql`
      select d.id, d.gross || ' against ' || coalesce(sum(l.gross), 0) as detail from document d left join document_line l on l.document_id = d.id
       group by d.id, d.gross, d.net, d.vat having d.gross <> coalesce(sum(l.gross), 0) or d.net <> coalesce(sum(l.net), 0) or d.vat <> coalesce(sum(l.vat), 0)`,
  },
  {
    what: 'settlements do not sum to what is paid',
    rows: sql`
      select d.id, d.paid || ' against ' || coalesce(sum(s.amount), 0) as detail from document d left join settlement s on s.document_id = d.id
       group by d.id, d.paid having d.paid <> coalesce(sum(s.amount), 0)`,
  },
  {
    what: 'what was written off stands otherwise in the book',
    rows: sql`
      select d.id, d.written_off || ' against ' || coalesce(s.amount, 0) || ' and ' || coalesce(e.amount, 0) as detail
        from document d
        left join (select document_id, sum(amount) as amount from settlement where payment_id = 'write-off' group by 1) s on s.document_id = d.id
        left join (select document_id, sum(amount) as amount from ledger_entry where account = 'writeOff' group by 1) e on e.document_id = d.id
       where d.written_off <> coalesce(s.amount, 0) or d.written_off <> coalesce(e.amount, 0)`,
  },
  {
    what: 'a credit note is none',
    rows: sql`
      select d.id, d.kind || ' ' || d.gross || ' on ' || coalesce(d.corrects_id, 'nothing') as detail from document d left join document o on o.id = d.corrects_id
       where (d.kind = 'credit_note' and (d.gross > 0 or d.paid <> 0 or d.status <> 'paid' or o.id is null or o.kind = 'credit_note' or o.contract_id <> d.contract_id or o.currency <> d.currency or o.seller_id <> d.seller_id)) or (d.kind <> 'credit_note' and d.corrects_id is not null)`,
  },
  {
    what: 'more is credited than was billed',
    // Not "its own lines or those of its credit notes": with an "or" each document would look through all lines there are.
    rows: sql`
      select own.id, l.kind || ' ' || sum(l.gross) as detail
        from (select o.id, o.id as paper_id from document o where o.id in (select corrects_id from document)
              union all select o.id, c.id from document o join document c on c.corrects_id = o.id) own
        join document_line l on l.document_id = own.paper_id
       group by own.id, l.kind having sum(l.net) < 0 or sum(l.vat) < 0`,
  },
  {
    what: 'a credit note stands otherwise in the book',
    rows: sql`
      select d.id, d.gross || ' against ' || coalesce(sum(e.amount), 0) as detail from document d
        left join ledger_entry e on e.document_id = d.id and e.account = 'tenantCredit' and e.reason = 'credited'
       where d.kind = 'credit_note' and d.status <> 'void' group by d.id, d.gross having d.gross <> coalesce(sum(e.amount), 0)`,
  },
  {
    what: 'a document stands otherwise in the book',
    rows: sql`
      select coalesce(x.id, b.id) as id, coalesce(x.account, b.account) || ' ' || coalesce(x.amount, 0) || ' against ' || coalesce(b.amount, 0) as detail
        from (select d.id, v.account, sum(v.amount) as amount from document d join document_line l on l.document_id = d.id
                cross join lateral (values
                  (case l.kind when 'adjustment' then 'rent' else l.kind end, -l.net),
                  (case l.kind when 'insurance' then 'insuranceTax' else 'vat' end, -l.vat),
                  (case d.kind when 'credit_note' then 'tenantCredit' else 'receivable' end, l.gross)) as v(account, amount)
               where d.number is not null and d.status <> 'void' group by 1, 2) x
        full join (select document_id as id, case account when 'deferredRent' then 'rent' when 'depositAsked' then 'deposit' else account end as account, sum(amount) as amount
                     from ledger_entry where reason in ('issued', 'credited', 'redated') group by 1, 2) b on b.id = x.id and b.account = x.account
       where coalesce(x.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    what: 'what paid a document stands otherwise in the book',
    rows: sql`
      select coalesce(x.document_id, b.document_id) as id, coalesce(x.payment_id, b.payment_id) || ' ' || coalesce(x.amount, 0) || ' against ' || coalesce(b.amount, 0) as detail
        from (select document_id, payment_id, sum(amount) as amount from settlement group by 1, 2) x
        full join (select document_id, coalesce(payment_id, 'write-off') as payment_id, -sum(amount) as amount from ledger_entry where account = 'receivable' and reason in ('payment', 'refund', 'writtenOff', 'tolerance', 'toBalance') group by 1, 2) b
          on b.document_id = x.document_id and b.payment_id = x.payment_id
       where coalesce(x.amount, 0) <> coalesce(b.amount, 0)`,
  },
  {
    what: 'an account has no place in its posting',
    rows: sql`
      select posting_id as id, reason || ' ' || account as detail from ledger_entry
       where not case reason
         when 'issued' then account in ('receivable', 'rent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'penalty')
         when 'credited' then account in ('tenantCredit', 'rent', 'deferredRent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'deposit', 'penalty')
         when 'redated' then account in ('receivable', 'tenantCredit', 'rent', 'deferredRent', 'vat', 'insurance', 'insuranceTax', 'depositAsked', 'deposit', 'penalty')
         when 'payment' then account in ('receivable', 'depositAsked', 'deposit') or (account = 'tenantCredit') = (payment_id in ('balance', 'credit note')) and (account = 'tenantCredit' or account like 'cash:%')
         when 'deferral' then account in ('rent', 'deferredRent')
         when 'writtenOff' then account in ('receivable', 'writeOff')
         when 'tolerance' then account in ('receivable', 'shortfall')
         when 'toBalance' then account in ('receivable', 'tenantCredit')
         when 'payout' then account = 'tenantCredit' or account like 'cash:%'
         when 'surplus' then account = 'tenantCredit' or account like 'cash:%'
         when 'refund' then account in ('receivable', 'tenantCredit', 'writeOff', 'depositAsked', 'deposit') or account like 'cash:%'
         else false end`,
  },
  {
    what: 'money came in another way than its payment',
    rows: sql`
      select e.posting_id as id, e.account || ' of ' || p.processor as detail from ledger_entry e join payment p on p.id = e.payment_id
       where e.account like 'cash:%' and e.account <> 'cash:' || p.processor`,
  },
  {
    what: 'a contract that cannot be billed is never tried again',
    rows: sql`
      select id, parked_reason as detail from billing_plan where parked_reason is not null and closed_at is null and retry_on is null`,
  },
  {
    what: 'a statement asks for something',
    rows: sql`
      select id, gross || ' ' || paid as detail from document where kind = 'statement' and (gross <> 0 or paid <> 0)`,
  },
  {
    what: 'the deposit held differs from what was paid and given back',
    rows: sql`
      select coalesce(p.contract_id, h.contract_id) as id, coalesce(p.deposit, 0) || ' against ' || coalesce(h.held, 0) as detail
        from (select own.contract_id, sum(l.gross) as deposit
                from (select o.contract_id, o.id as paper_id from document o where o.kind = 'invoice' and o.status = 'paid'
                      union all select o.contract_id, c.id from document o join document c on c.corrects_id = o.id and c.status <> 'void' where o.kind = 'invoice' and o.status = 'paid') own
                join document_line l on l.document_id = own.paper_id and l.kind = 'deposit' group by 1) p
        full join (select d.contract_id, -sum(e.amount) as held from ledger_entry e join document d on d.id = e.document_id where e.account = 'deposit' group by 1) h on h.contract_id = p.contract_id
       where coalesce(p.deposit, 0) <> coalesce(h.held, 0)`,
  },
  {
    what: 'a payout stands otherwise in the book',
    rows: sql`
      select coalesce(p.id, e.payment_id) as id, coalesce(p.amount, 0) || ' against ' || coalesce(e.moved, 0) as detail
        from payout p full join (select payment_id, account_holder_id, seller_id, currency, sum(amount) filter (where account = 'tenantCredit') as moved from ledger_entry where reason = 'payout' group by 1, 2, 3, 4) e
          on e.payment_id = p.id and e.account_holder_id = p.account_id and e.seller_id = p.seller_id and e.currency = p.currency
       where coalesce(p.amount, 0) <> coalesce(e.moved, 0)`,
  },
]

/**
 * Recomputes what must hold between entries and documents; every row that does not fit is named (I3, I4, I5). Outside a
 * transaction all checks see one state of the database.
 * @param sellerId whose; of all where it is not given
 */
export async function findLedgerFaults(db: Database | Tx, sellerId?: string): Promise<LedgerFault[]> {
  if (!db.isTransaction)
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => await findLedgerFaults(tx, sellerId))
  const faults: LedgerFault[] = []
  for (const { what, rows } of checks) {
    const found = await sql<Omit<LedgerFault, 'what'>>`
      ${sellerId === undefined ? sql`` : tablesOf(sellerId)} ${rows}`.execute(db)
    for (const one of found.rows) faults.push({ what, ...one })
  }
  return faults
}

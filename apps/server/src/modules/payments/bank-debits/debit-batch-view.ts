import { sql } from 'kysely'
import type { listDebitBatches, readDebitBatch } from '@stowage/api/debit-batches'
import type { Answer } from '@stowage/api/endpoint'
import type { SequenceType } from '@stowage/domain/bank-debit'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type Listed = Answer<typeof listDebitBatches>
type Whole = Answer<typeof readDebitBatch>

const PAGE_SIZE = 25
const nameOf = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), nullif(a.company, ''), a.email)`
const whoDid = (column: string) => sql`(select ${nameOf} from account a where a.id = ${sql.ref(column)})`

const BATCH = sql`
  select t.id, t.seller_id as "sellerId", l.name as "sellerName", t.state, t.count, t.total, to_json(t.made_at)#>>'{}' as "madeAt", ${whoDid('t.made_by_id')} as "madeBy",
         to_json(t.sent_at)#>>'{}' as "sentAt", ${whoDid('t.sent_by_id')} as "sentBy", to_json(t.ended_at)#>>'{}' as "endedAt",
         (select coalesce(json_agg(x order by x."collectOn", x.sequence), '[]') from (
            select b.part_id as id, b.sequence, b.collect_on::text as "collectOn", count(*)::int as count, sum(p.amount)::bigint as total,
                   count(*) filter (where p.status = 'pending')::int as pending, count(*) filter (where b.returned_on is not null)::int as returned
              from bank_debit b join payment p on p.id = b.payment_id where b.batch_id = t.id group by 1, 2, 3) x) as parts
    from debit_batch t join seller l on l.id = t.seller_id`

/** @param earliestOn the first day on which a file of now is collected */
export async function debitBatches(
  db: Database,
  page: number,
  earliestOn: Temporal.PlainDate,
): Promise<Listed> {
  const { rows: waiting } = await sql<Listed['waiting'][number]>`
    select l.id as "sellerId", l.name as "sellerName", l.iban is not null and l.creditor_id is not null as "isReady", count(*)::int as count, sum(p.amount)::bigint as total,
           min(b.announced_on)::text as "firstOn", ${earliestOn.toString()} as "earliestOn"
      from bank_debit b join payment p on p.id = b.payment_id join seller l on l.id = b.seller_id
     where b.batch_id is null and p.status = 'pending' group by l.id order by l.name, l.id`.execute(db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from debit_batch`.execute(db)
  const { rows: items } = await sql<Listed['items'][number]>`
    ${BATCH} order by t.made_at desc, t.id desc ${pageWindow({ page, pageSize: PAGE_SIZE })}`.execute(db)
  return { waiting, items, total: counted[0]?.total ?? 0, page, pageSize: PAGE_SIZE }
}

export async function debitBatch(db: Database | Tx, id: string): Promise<Whole | undefined> {
  const { rows } = await sql<Omit<Whole, 'debits'>>`${BATCH} where t.id = ${id}`.execute(db)
  const batch = rows[0]
  if (!batch) return undefined
  const { rows: debits } = await sql<Whole['debits'][number]>`
    select b.payment_id as "paymentId", p.account_id as "accountId", ${nameOf} as "accountName", d.contract_id as "contractId", d.snapshot->>'contractNumber' as "contractNumber", d.snapshot->>'unitNumber' as "unitNumber",
           d.id as "documentId", d.number as "documentNumber", m.reference as mandate, p.amount, b.sequence, b.announced_on::text as "announcedOn", b.collect_on::text as "collectOn",
           case when p.status = 'pending' then 'pending' when b.returned_on is not null then 'returned' when p.status = 'succeeded' or b.settled_on is not null then 'paid' else 'gone' end as state,
           coalesce(b.returned_on, b.settled_on)::text as "decidedOn", b.return_code as "returnCode"
      from bank_debit b join payment p on p.id = b.payment_id join mandate m on m.id = b.mandate_id join account a on a.id = p.account_id
      left join document d on d.id = substring(p.reference from '^document:(.*)$')
     where b.batch_id = ${id} order by b.part_id, b.payment_id`.execute(db)
  return { ...batch, debits }
}

export interface FileRow {
  readonly endToEndId: string
  readonly mandateId: string
  readonly partId: string
  readonly sequence: SequenceType
  readonly collectOn: Temporal.PlainDate
  readonly creditorId: string
  readonly mandate: string
  readonly signedOn: Temporal.PlainDate
  readonly holder: string
  readonly ibanSealed: string
  readonly remittance: string
  readonly amount: number
}

/** What stands in a file, in the order in which it stands there. */
export async function fileRows(tx: Tx, batchId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select b.payment_id as "endToEndId", b.mandate_id as "mandateId", b.part_id as "partId", b.sequence, b.collect_on as "collectOn", m.creditor_id as "creditorId", m.reference as mandate, m.signed_on as "signedOn",
           coalesce(m.holder, '') as holder, coalesce(m.iban_sealed, '') as "ibanSealed", b.remittance, p.amount
      from bank_debit b join payment p on p.id = b.payment_id join mandate m on m.id = b.mandate_id
     where b.batch_id = ${batchId} order by b.part_id, b.payment_id`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { accountStatement } from '@stowage/api/payouts'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'

type Statement = Answer<typeof accountStatement>

/**
 * What an account owes a seller and what it has with him, posting by posting, the last first: above 0 it owes. What only moves
 * within (a balance that pays, a document that is dated anew) is no row.
 */
export async function statementOf(db: Database, accountId: string): Promise<Statement> {
  const { rows } = await sql<Statement[number]>`
    with moved as (
      select e.posting_id, e.seller_id, e.currency, min(e.business_day) as day, min(e.recorded_at) as recorded_at, min(e.reason) as reason, min(e.document_id) as document_id,
             sum(e.amount) filter (where e.account in ('receivable', 'tenantCredit'))::bigint as amount,
             min(substring(e.account from 6)) filter (where e.account like 'cash:%') as processor
        from ledger_entry e where e.account_holder_id = ${accountId} and e.reason <> 'redated'
       group by 1, 2, 3 having coalesce(sum(e.amount) filter (where e.account in ('receivable', 'tenantCredit')), 0) <> 0
    ), summed as (
      select m.*, sum(m.amount) over (partition by m.seller_id, m.currency order by m.day, m.recorded_at, m.posting_id)::bigint as balance from moved m)
    select s.posting_id as id, s.seller_id as "sellerId", l.name as "sellerName", s.currency, s.day::text as day, s.reason, s.amount, s.balance, s.processor, s.document_id as "documentId", d.number as "documentNumber", d.kind as "documentKind", c.number as "contractNumber"
      from summed s join seller l on l.id = s.seller_id left join document d on d.id = s.document_id left join contract c on c.id = d.contract_id
     order by s.day desc, s.recorded_at desc, s.posting_id desc limit 1000`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Database } from '@stowage/server/platform/database/connect'
import { findFaults } from '../../verify/find-faults.ts'

/** What was said of a contract's price when it was booked: gross by the first day of each period. */
export type Promised = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Every invariant that the database can be asked for; sentences about what does not hold. */
export async function proveDatabase(db: Database, promised: Promised): Promise<string[]> {
  const { faults } = await findFaults(db)
  return [
    ...faults.map(({ what, id, detail }) => `${what} (${id}): ${detail}`),
    ...(await broken(db)),
    ...(await otherThanPromised(db, promised)),
  ]
}

/** I2, I5, what follows a closing, and that all cash is a payment, a refund or a payout. */
async function broken(db: Database): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select 'I2: two invoices of ' || contract_id || ' from ' || period_from as said from document where kind = 'invoice' and status <> 'void' and moved_on is distinct from period_from group by contract_id, period_from having count(*) > 1
    union all
    select 'I2: billed from ' || period_from || ', before that until ' || before || ' of ' || contract_id
      from (select contract_id, period_from, lag(coalesce(moved_on, period_to)) over (partition by contract_id order by period_from, id) as before from document
              where kind = 'invoice' and status <> 'void' and moved_on is distinct from period_from) d where before <> period_from
    union all
    select 'I2: a first invoice that does not begin with the contract ' || c.id from contract c where exists (select 1 from document d where d.contract_id = c.id and d.kind = 'invoice')
       and (select min(period_from) from document d where d.contract_id = c.id and d.kind = 'invoice') <> c.start_day
    union all
    select 'I5: a line of ' || document_id from document_line where net + vat <> gross
    union all
    select 'I5: ' || id from document where net + vat <> gross
    union all
    select 'I4: paid ' || paid || ' of ' || gross || ' on ' || id from document where kind not in ('credit_note', 'statement') and (paid < 0 or paid > gross)
    union all
    select 'an invoice of ' || d.contract_id || ' after its closing, from ' || d.period_from from document d
      join document s on s.contract_id = d.contract_id and s.kind = 'statement' where d.kind = 'invoice' and d.created_at > s.created_at
    union all
    select 'a deposit is held for the closed contract ' || c.id from contract c join document d on d.contract_id = c.id join ledger_entry e on e.document_id = d.id and e.account in ('deposit', 'depositAsked')
     where c.status = 'closed' group by c.id having sum(e.amount) <> 0
    union all
    select 'a plan is parked: ' || parked_reason from billing_plan where parked_reason is not null
    union all
    select 'cash is ' || cash || ', payments less refunds and payouts ' || known from (
      select (select coalesce(sum(amount), 0) from ledger_entry where account like 'cash:%') as cash,
             (select coalesce(sum(amount), 0) from payment p where exists (select 1 from ledger_entry e where e.payment_id = p.id))
             - (select coalesce(sum((payload->>'refunded')::bigint), 0) from event v where v.type = 'payment-refunded' and exists (select 1 from ledger_entry e where e.payment_id = v.payload->>'paymentId'))
             - (select coalesce(sum(amount), 0) from payout) as known) c where cash <> known`.execute(db)
  return rows.map(({ said }) => said)
}

/** I11: a whole period asks for what was promised for it, as long as the law has not changed meanwhile. */
async function otherThanPromised(db: Database, promised: Promised): Promise<string[]> {
  const documents = await sql<{ contractId: string; from: string; gross: number }>`
    select contract_id as "contractId", period_from::text as "from", gross from document where kind = 'invoice' and status <> 'void' and moved_on is null`.execute(
    db,
  )
  return documents.rows.flatMap(({ contractId, from, gross }) => {
    const said = promised.get(contractId)?.get(from)
    return said === undefined || said === gross
      ? []
      : [`I11: ${contractId} from ${from}: promised ${said}, invoiced ${gross}`]
  })
}

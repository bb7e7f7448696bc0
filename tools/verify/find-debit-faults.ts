import type { Database } from '@stowage/server/platform/database/connect'
import { sql } from 'kysely'
import type { Fault } from './find-faults.ts'

/** Automatic payments: no charge without its try, none twice, none of a card that is forgotten or of somebody else. */
export async function findDebitFaults(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select 'a debit is paid and its money is not there' as what, x.id, x.status || ', payment ' || coalesce(p.status, 'none') as detail
      from debit x left join payment p on p.id = x.payment_id where x.status = 'paid' and (p.id is null or p.status not in ('succeeded', 'refunded'))
    union all
    select 'a debit took another amount than it says', x.id, x.amount || ' ' || x.currency || ' against ' || p.amount || ' ' || p.currency
      from debit x join payment p on p.id = x.payment_id where p.amount <> x.amount or p.currency <> x.currency
    union all
    select 'a charge belongs to no debit', p.id, p.charge_key from payment p
     where p.charge_key like 'debit:%' and not exists (select 1 from debit x where x.payment_id = p.id and p.charge_key = 'debit:' || x.id)
    union all
    select 'a charge is of another tenant’s card', p.id, p.account_id || ' against ' || m.account_id from payment p join saved_method m on m.id = p.method_id where m.account_id <> p.account_id
    union all
    select 'an invoice was debited twice', x.document_id, count(*) || ' debits' from debit x join payment p on p.id = x.payment_id
     where x.status = 'paid' and p.status = 'succeeded' group by x.document_id having count(*) > 1
    union all
    select 'automatic payments are on without a card', s.id, s.contract_id from subscription s left join saved_method m on m.id = s.method_id
     where s.status = 'active' and m.outside_id is null
    union all
    select 'a debit is planned of what is off', x.id, s.status from debit x join subscription s on s.id = x.subscription_id where x.status = 'planned' and s.status <> 'active'`.execute(
    db,
  )
  return rows
}

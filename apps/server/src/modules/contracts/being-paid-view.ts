import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isLiveAttempt } from '../payments/index.ts'

/** Of a pending contract named `c`, as cancelling asks it (routes.ts, change-status.ts): where this is false the call succeeds. */
export const isBeingPaid = (now: Temporal.Instant): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select 1 from document f where f.id = c.first_document_id and f.status <> 'open')
  or exists (
    select 1 from payment p where p.reference = 'document:' || c.first_document_id
       and (${isLiveAttempt(now)} or (p.status = 'succeeded' and not exists (select 1 from ledger_entry l where l.payment_id = p.id)))))`

/** What is unpaid of a contract's documents `d` at a stock `s`, as rows of `OwedDocument`. */
export const owedRows = (now: Temporal.Instant): RawBuilder<unknown> => sql`
  json_agg(json_build_object('id', d.id, 'number', d.number, 'kind', d.kind, 'debt', d.gross - d.paid, 'dueOn', d.due_on,
    'isOverdue', d.due_on < (${now.toString()}::timestamptz at time zone s.time_zone)::date,
    'isUnderWay', exists (select 1 from payment p where p.reference = 'document:' || d.id and p.status = 'pending'))
    order by d.due_on, d.id)
  filter (where d.status = 'open' and d.kind in ('invoice', 'penalty') and d.gross > d.paid)`

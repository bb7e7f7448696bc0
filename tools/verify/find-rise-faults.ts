import type { Database } from '@stowage/server/platform/database/connect'
import { sql } from 'kysely'
import type { Fault } from './find-faults.ts'

/**
 * I11 for sitting tenants: a rent rises by a notice whose mail is there, the rates in the plan are those of the notices that
 * count, and what is invoiced bears the rate of the last notice before it (unless the contract has moved to another box since); what the notice told its first period costs, it costs.
 */
export async function findRiseFaults(db: Database): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    with counting as (select * from rent_rise where served_at is not null and withdrawn_at is null),
    expected as (
      select plan_id, jsonb_agg(jsonb_build_object('from', effective_on, 'rate', rate, 'noticeId', id, 'servedOn', served_on) order by effective_on) as rates from counting group by plan_id
    ), written as (
      select p.id, t.place, coalesce(t.term->'laterRates', '[]') as rates
        from billing_plan p cross join lateral jsonb_array_elements(jsonb_build_array(p.terms) || p.later_terms) with ordinality as t(term, place)
    ), billed as (
      select d.id, d.plan_id, d.contract_id, d.period_from, d.period_to, d.net, l.unit_net, l.explanation, (select r.id from counting r where r.plan_id = d.plan_id and r.effective_on <= d.period_from
             and not exists (select 1 from contract_transfer t where t.contract_id = d.contract_id and t.first_day >= r.effective_on and t.first_day <= d.period_from and t.moved_at <= d.created_at) order by r.effective_on desc limit 1) as rise_id
        from document d join document_line l on l.document_id = d.id and l.kind = 'rent' and l.explanation->>'rule' = 'rateTimesMonths' where d.kind = 'invoice' and d.status <> 'void' and d.plan_id in (select plan_id from counting)
    )
    select 'a rent rise counts without its mail' as what, r.id, 'mail ' || coalesce(r.mail_id, 'none') as detail from counting r
     where not exists (select 1 from mail m where m.id = r.mail_id)
    union all
    select 'the rates of a plan are not those of its notices', w.id, 'term ' || w.place || ': ' || w.rates::text from written w left join expected e on e.plan_id = w.id where w.rates <> coalesce(e.rates, '[]')
    union all
    select 'an invoice does not bear the rate of its notice', b.id, 'notice ' || coalesce(b.rise_id, 'none') || ', ' || b.unit_net from billed b left join rent_rise r on r.id = b.rise_id
     where b.explanation->>'noticeId' is distinct from b.rise_id or (r.id is not null and r.rate <> b.unit_net)
    union all
    select 'an invoice asks for another amount than its notice told', b.id, r.net_after || ' told, ' || b.net || ' asked' from billed b join counting r on r.plan_id = b.plan_id and r.effective_on = b.period_from and r.period_until = b.period_to
     where b.net <> r.net_after and b.rise_id = r.id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { readSettlements } from '@stowage/api/payments'
import type { Database } from '../../../platform/database/connect.ts'

export type Settlements = Answer<typeof readSettlements>
export type Difference = Settlements['differences'][number]

/** What one payment moved on one day, as the payments have it and as the book has it. Sums in minor units. */
export interface Movement {
  /** A payment, a payout, or what the book calls by another word. */
  readonly paymentId: string | null
  readonly processor: string
  readonly currency: string
  readonly day: string
  readonly received: number
  readonly refunded: number
  readonly disputed: number
  readonly paidOut: number
  readonly booked: number
}

/**
 * What of a payment `p` has gone back in all: given back by us and taken by the payer's bank, also what that gave us again, which is a
 * payment of its own. Never more than there was.
 */
const BACK = sql`least(p.amount, coalesce((p.details->>'refunded')::bigint, 0) + coalesce((p.details->>'withdrawn')::bigint, 0)
  + coalesce((select sum(q.amount) from payment q where q.reference = p.reference and q.details->>'reinstates' = p.id), 0)::bigint)`

/**
 * The movements of money of a seller in a span of days. A day is that of the payment's stock, as in the book; one that was booked
 * late for a month that was closed stands in the book on the first open day (decision record 170) and here on both.
 *
 * What came in is told by the payments, by their own moment, however late we heard of them; payouts by theirs. Of what went back
 * the payments know the sum and not the days, so those are the book's; a sum that the book does not have all of stands on the
 * day on which the news came that waits to be booked, or else on the payment's own.
 */
export async function movementsOf(
  db: Database,
  { sellerId, first, last }: { readonly sellerId: string; readonly first: string; readonly last: string },
): Promise<Movement[]> {
  const within = (day: ReturnType<typeof sql>) => sql`${day} between ${first}::date and ${last}::date`
  const { rows } = await sql<Movement>`
    with taken as (
      select p.id as payment_id, p.processor, p.currency, (p.succeeded_at at time zone s.time_zone)::date as day, p.amount as received, 0::bigint as refunded, 0::bigint as disputed, 0::bigint as paid_out, 0::bigint as booked
        from payment p join stock s on s.id = p.stock_id
       where s.seller_id = ${sellerId} and p.succeeded_at >= ${first}::date::timestamp at time zone 'UTC' - interval '1 day' and p.succeeded_at < ${last}::date::timestamp at time zone 'UTC' + interval '2 days'),
    book as (
      select x.payment_id, x.processor, x.currency, x.day, 0::bigint, case when d.is_by_bank then 0 else x.back end, case when d.is_by_bank then x.back else 0 end, 0::bigint, x.moved
        from (select e.payment_id, substr(e.account, 6) as processor, e.currency, e.business_day as day, -coalesce(sum(e.amount) filter (where e.reason = 'refund'), 0)::bigint as back, sum(e.amount)::bigint as moved
                from ledger_entry e where e.seller_id = ${sellerId} and e.account like 'cash:%' and ${within(sql`e.business_day`)}
               group by 1, 2, 3, 4) x
        -- The book says that money went back; whether the payer's bank took it, the dispute of that sum tells, or that we gave none back.
        left join lateral (select bool_or(t.amount = x.back or not p.details ? 'refunded') as is_by_bank from payment_dispute t join payment p on p.id = t.payment_id where t.payment_id = x.payment_id and x.back <> 0) d on true),
    back as (
      select p.id, p.processor, p.currency, (coalesce(
               (select max(v.happened_at) from event_delivery t join event v on v.id = t.event_id where t.handler = 'billing reverses payments' and t.aggregate = 'payment:' || p.id and t.done_at is null),
               p.succeeded_at) at time zone s.time_zone)::date as day,
             ${BACK} - coalesce((select -sum(e.amount) from ledger_entry e where e.payment_id = p.id and e.account like 'cash:%' and e.reason = 'refund'), 0) as rest
        from payment p join stock s on s.id = p.stock_id
       where s.seller_id = ${sellerId} and p.details ?| array['refunded', 'withdrawn'] and p.succeeded_at is not null),
    moves as (
      select * from taken where ${within(sql`day`)}
      union all select * from book
      union all select id, processor, currency, day, 0, rest, 0, 0, 0 from back where rest <> 0 and ${within(sql`day`)}
      union all select o.id, 'manual', o.currency, o.paid_on, 0, 0, 0, o.amount, 0 from payout o where o.seller_id = ${sellerId} and ${within(sql`o.paid_on`)})
    select payment_id as "paymentId", processor, currency, day::text as day, sum(received)::bigint as received, sum(refunded)::bigint as refunded, sum(disputed)::bigint as disputed, sum(paid_out)::bigint as "paidOut", sum(booked)::bigint as booked
      from moves group by 1, 2, 3, 4 order by day desc, processor, currency, payment_id`.execute(db)
  return rows
}

/** What stands elsewhere of payments that differ on a day: all that the book has of them, whose they are and their numbers. */
export interface Differing {
  readonly paymentId: string
  readonly bookDays: readonly { readonly day: string; readonly amount: number }[]
  /** The day on which the payments (or payouts) have it. */
  readonly ownDay: string | null
  readonly net: number | null
  readonly accountId: string | null
  readonly accountName: string | null
  readonly reference: string | null
}

export async function aboutDiffering(db: Database, ids: readonly string[]): Promise<Map<string, Differing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Differing>`
    select i.id as "paymentId",
           coalesce((select json_agg(json_build_object('day', x.day, 'amount', x.amount) order by x.day) from (select e.business_day::text as day, sum(e.amount)::bigint as amount from ledger_entry e where e.payment_id = i.id and e.account like 'cash:%' group by 1) x), '[]'::json) as "bookDays",
           coalesce((p.succeeded_at at time zone s.time_zone)::date, o.paid_on)::text as "ownDay", coalesce(p.amount - ${BACK}, -o.amount) as net,
           a.id as "accountId", coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email) as "accountName",
           coalesce(p.processor_payment_id, o.reference) as reference
      from unnest(${[...ids]}::text[]) as i(id) left join payment p on p.id = i.id left join stock s on s.id = p.stock_id left join payout o on o.id = i.id
      left join account a on a.id = coalesce(p.account_id, o.account_id)`.execute(db)
  return new Map(rows.map((row) => [row.paymentId, row]))
}

export async function sellersByName(db: Database): Promise<{ id: string; name: string }[]> {
  return await db.selectFrom('seller').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}

/** A seller's own day: the latest at any of his stocks, so that what is paid now is in the month that is shown first. */
export async function sellerDay(
  db: Database,
  sellerId: string,
  now: Temporal.Instant,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max((${now.toString()}::timestamptz at time zone s.time_zone)::date)::text as day from stock s where s.seller_id = ${sellerId}`.execute(
    db,
  )
  return rows[0]?.day ?? null
}

import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { PriceList } from './price-boxes.ts'

/**
 * Whoever changes prices waits for whoever makes boxes by them, and the other way round, until the transaction ends: else a
 * box made beside a new category would keep the old price. A lock on rows cannot say that about a category not yet there.
 */
export async function lockPriceList(tx: Tx, mode: 'exclusive' | 'shared' = 'exclusive'): Promise<void> {
  await (
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(hashtext('stowage price list'))`
      : sql`select pg_advisory_xact_lock(hashtext('stowage price list'))`
  ).execute(tx)
}

/** A base price stands in, unconfirmed, for each currency in use that has no price of its own (decisions.md 14). */
export async function fillBasePrices(tx: Tx): Promise<void> {
  await sql`
    insert into category_price (category_id, currency, price_per_m2, confirmed)
    select k.id, s.currency, k.base_price, false
      from box_category k cross join (select distinct currency from stock where deleted_at is null) s
     where k.base_price is not null
        on conflict do nothing`.execute(tx)
}

export async function readPriceList(tx: Tx): Promise<PriceList> {
  const { rows } = await sql<{
    id: string
    minSize: number
    maxSize: number
    createdAt: Temporal.Instant
    prices: Partial<Record<Currency, number>> | null
  }>`
    select k.id, k.min_size as "minSize", k.max_size as "maxSize", k.created_at as "createdAt",
           (select json_object_agg(p.currency, p.price_per_m2) from category_price p where p.category_id = k.id) as prices
      from box_category k`.execute(tx)
  return rows.map(({ id, minSize, maxSize, createdAt, prices }) => ({
    id,
    minSize,
    maxSize,
    createdAt: createdAt.epochMilliseconds,
    prices: new Map(Object.entries(prices ?? {}) as [Currency, number][]),
  }))
}

/** Every size that occurs in stocks of a currency: some hundred pairs, however many boxes there are. */
export async function readSizes(tx: Tx): Promise<{ size: number; currency: Currency }[]> {
  const { rows } = await sql<{ size: number; currency: Currency }>`
    select distinct b.size, s.currency from box b join stock s on s.id = b.stock_id where b.deleted_at is null`.execute(
    tx,
  )
  return rows
}

export interface Rule {
  readonly size: number
  readonly currency: Currency
  readonly categoryId: string | null
  readonly monthRate: number | null
}

/** Boxes of one size in one stock that had the same category and rate, and have another one now. */
export interface Regrouped {
  readonly stockId: string
  /** The stock's. */
  readonly code: string
  readonly size: number
  readonly boxes: number
  /** Categories by name. */
  readonly before: { readonly category: string | null; readonly monthRate: number | null }
  readonly after: { readonly category: string | null; readonly monthRate: number | null }
}

/** Brings category and month rate of boxes in line with the rules; a box's own rate stays, and what a source prices has no other. @returns what changed, by stock */
export async function applyRates(tx: Tx, rules: readonly Rule[], at: Temporal.Instant): Promise<Regrouped[]> {
  const rate = sql`coalesce(b.own_rate, case when s.is_external and b.source_state is not null then null else r."monthRate" end)`
  // Joined with itself: what the row was before is else not to be had from PostgreSQL 15 to 17.
  const { rows } = await sql<Regrouped>`
    with changed as (
      update box b
         set category_id = r."categoryId", month_rate = ${rate}, updated_at = ${at.toString()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r(size numeric, currency text, "categoryId" text, "monthRate" bigint), stock s, box o
       where o.id = b.id and s.id = b.stock_id and s.currency = r.currency and r.size = b.size and b.deleted_at is null
         and (b.category_id is distinct from r."categoryId" or b.month_rate is distinct from ${rate})
      returning b.stock_id, s.code, b.size, o.category_id as was_category, o.month_rate as was_rate, b.category_id, b.month_rate
    )
    select c.stock_id as "stockId", c.code, c.size, count(*)::int as boxes,
           json_build_object('category', w.name, 'monthRate', c.was_rate) as before, json_build_object('category', k.name, 'monthRate', c.month_rate) as after
      from changed c left join box_category w on w.id = c.was_category left join box_category k on k.id = c.category_id
     group by c.stock_id, c.code, c.size, c.was_rate, c.month_rate, w.id, k.id order by c.stock_id, c.size, w.name, c.was_rate`.execute(
    tx,
  )
  return rows
}

import type { Currency } from '@stowage/domain/money'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { refusing } from './refusals.ts'

/** The folder of the pictures. */
export const PREVIEWS = 'category'

export interface CategoryFields {
  readonly name: string
  readonly alias: string
  readonly description: string
  readonly minSize: number
  readonly maxSize: number
  /** Minor units per m²; stands in for currencies without a price of their own. */
  readonly basePrice: number | null
  readonly previewKey: string | null
}

export interface StoredCategory extends CategoryFields {
  readonly id: string
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
  readonly prices: readonly {
    readonly currency: Currency
    readonly pricePerM2: number
    /** False where the base price stands in and nobody has confirmed it yet. */
    readonly confirmed: boolean
  }[]
}

/** The category's row, locked until the transaction ends. */
export async function lockCategory(tx: Tx, id: string): Promise<StoredCategory | undefined> {
  const { rows } = await sql<StoredCategory>`
    select k.id, k.name, k.alias, k.description, k.min_size as "minSize", k.max_size as "maxSize", k.base_price as "basePrice", k.preview_key as "previewKey",
           k.created_at as "createdAt", k.updated_at as "updatedAt",
           (select coalesce(json_agg(json_build_object('currency', p.currency, 'pricePerM2', p.price_per_m2, 'confirmed', p.confirmed) order by p.currency), '[]')
              from category_price p where p.category_id = k.id) as prices
      from box_category k where k.id = ${id} for update of k`.execute(tx)
  return rows[0]
}

const columnsOf = (category: CategoryFields) => ({
  name: category.name,
  alias: category.alias,
  description: category.description,
  min_size: category.minSize,
  max_size: category.maxSize,
  base_price: category.basePrice,
  preview_key: category.previewKey,
})

const ALIAS_TAKEN = {
  box_category_alias_key: [9000, { field: 'alias', params: { subject: 'alias' } }],
} as const

/** A category with its prices, all confirmed. @throws Failure 9000 for an alias in use */
export async function insertCategory(
  tx: Tx,
  id: string,
  category: CategoryFields & {
    readonly prices: readonly { readonly currency: Currency; readonly pricePerM2: number }[]
  },
  at: Temporal.Instant,
): Promise<void> {
  await refusing(
    tx
      .insertInto('box_category')
      .values({ id, ...columnsOf(category), created_at: at })
      .execute(),
    ALIAS_TAKEN,
  )
  if (category.prices.length === 0) return
  await tx
    .insertInto('category_price')
    .values(
      category.prices.map(({ currency, pricePerM2 }) => ({
        category_id: id,
        currency,
        price_per_m2: pricePerM2,
        confirmed: true,
      })),
    )
    .execute()
}

/** @throws Failure 9000 for an alias in use */
export async function updateCategory(
  tx: Tx,
  id: string,
  category: CategoryFields,
  at: Temporal.Instant,
): Promise<void> {
  await refusing(
    tx
      .updateTable('box_category')
      .set({ ...columnsOf(category), updated_at: at })
      .where('id', '=', id)
      .execute(),
    ALIAS_TAKEN,
  )
}

/** Prices by currency: a number is confirmed with it, null takes the price away; others stay. */
export async function setPrices(
  tx: Tx,
  categoryId: string,
  prices: Partial<Readonly<Record<Currency, number | null>>>,
): Promise<void> {
  const given = Object.entries(prices).map(([currency, pricePerM2]) => ({ currency, pricePerM2 }))
  if (given.length === 0) return
  await sql`
    delete from category_price p using jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(currency text, "pricePerM2" bigint)
     where p.category_id = ${categoryId} and p.currency = x.currency and x."pricePerM2" is null`.execute(tx)
  await sql`
    insert into category_price (category_id, currency, price_per_m2, confirmed)
    select ${categoryId}, x.currency, x."pricePerM2", true
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x(currency text, "pricePerM2" bigint) where x."pricePerM2" is not null
        on conflict (category_id, currency) do update set price_per_m2 = excluded.price_per_m2, confirmed = true`.execute(
    tx,
  )
}

/** Prices that only stand in follow the base price, or go with it. */
export async function dropStandIns(tx: Tx, categoryId: string): Promise<void> {
  await tx
    .deleteFrom('category_price')
    .where('category_id', '=', categoryId)
    .where('confirmed', '=', false)
    .execute()
}

export async function readCategoryNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('box_category').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Which of these pictures some category has. */
export async function keptPreviews(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('box_category')
    .select('preview_key as key')
    .where('preview_key', 'in', [...keys])
    .execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

import { updateCategory as endpoint } from '@stowage/api/categories'
import type { Currency } from '@stowage/domain/money'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import {
  dropStandIns,
  lockCategory,
  setPrices,
  updateCategory,
  type CategoryFields,
  type StoredCategory,
} from './category-store.ts'
import { describeCategory } from './describe-category.ts'
import { categoriesChanged } from './events.ts'
import { lockPriceList } from './price-list-store.ts'
import { applyPriceList } from './regroup-boxes.ts'

export interface CategoryChange extends Partial<CategoryFields> {
  /** By currency: a number is confirmed with it, null takes the price away. */
  readonly prices?: Partial<Readonly<Record<Currency, number | null>>>
  /** When the caller's record had been changed last (9109). */
  readonly updated?: string | null | undefined
}

/**
 * Changes a category; what is not sent stays. Boxes follow at once, running contracts keep their price (decisions.md 14).
 * @returns the category before and after
 * @throws Failure 9104, 9109 with the present record, 9000 for an alias in use, 1005 for sizes the wrong way round, 1003 without
 * any price
 */
export async function changeCategory(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { prices = {}, updated, ...given }: CategoryChange,
): Promise<{ before: StoredCategory; after: StoredCategory }> {
  await lockPriceList(tx)
  const before = (await lockCategory(tx, id)) ?? fail(9104)
  await refuseStale(endpoint, before.updatedAt, updated, () => describeCategory(before))
  const fields = merged<CategoryFields>(fieldsOf(before), given)
  if (fields.minSize > fields.maxSize) fail(1005, { field: 'maxSize' })
  const now = new Map(before.prices.map((price) => [price.currency, price]))
  const isSame =
    JSON.stringify(fields) === JSON.stringify(fieldsOf(before)) &&
    Object.entries(prices).every(([currency, price]) => {
      const known = now.get(currency as Currency)
      return price === null ? known === undefined : known?.confirmed === true && known.pricePerM2 === price
    })
  if (isSame) return { before, after: before }

  const at = deps.clock.now()
  await updateCategory(tx, id, fields, at)
  if (fields.basePrice !== before.basePrice) await dropStandIns(tx, id)
  await setPrices(tx, id, prices)
  await applyPriceList(deps, tx)
  const after = (await lockCategory(tx, id)) ?? fail(9104)
  if (after.prices.length === 0 && fields.basePrice === null) fail(1003, { field: 'pricePerMeterQuadratic' })
  note(tx, deps.clock, author, {
    action: 'category-changed',
    subjectType: 'category',
    subjectId: id,
    before: { ...fieldsOf(before), prices: before.prices },
    after: { ...fields, prices: after.prices },
  })
  publish(tx, fact(categoriesChanged, { aggregate: `category:${id}`, at, payload: { categoryId: id } }))
  return { before, after }
}

const fieldsOf = (category: StoredCategory): CategoryFields => {
  const { name, alias, description, minSize, maxSize, basePrice, previewKey } = category
  return { name, alias, description, minSize, maxSize, basePrice, previewKey }
}

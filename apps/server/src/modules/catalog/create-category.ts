import { currencies, type Currency } from '@stowage/domain/money'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { categoriesChanged } from './events.ts'
import { insertCategory } from './category-store.ts'
import { lockPriceList } from './price-list-store.ts'
import { applyPriceList } from './regroup-boxes.ts'

export interface NewCategory {
  readonly name: string
  readonly alias: string
  readonly description: string
  readonly minSize: number
  readonly maxSize: number
  /** Net, minor units per m², for currencies that have no price of their own: stocks priced by it are to be confirmed. */
  readonly basePrice?: number | null
  /** Net, minor units per m². */
  readonly prices?: Partial<Readonly<Record<Currency, number>>>
  readonly previewKey?: string | null
}

/** A category; boxes of its sizes get it, and its price, at once. @throws Failure 1005 with the field @returns its id */
export async function createCategory(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  category: NewCategory,
): Promise<string> {
  const id = newId()
  const at = deps.clock.now()
  if (category.minSize > category.maxSize) fail(1005, { field: 'maxSize' })
  const prices = currencies.flatMap((currency) =>
    category.prices?.[currency] === undefined ? [] : [{ currency, pricePerM2: category.prices[currency] }],
  )
  for (const price of [...prices.map(({ pricePerM2 }) => pricePerM2), category.basePrice ?? 0]) {
    if (!Number.isSafeInteger(price) || price < 0) fail(1005, { field: 'pricePerMeterQuadratic' })
  }
  await lockPriceList(tx)
  const { basePrice = null, previewKey = null } = category
  await insertCategory(tx, id, { ...category, basePrice, previewKey, prices }, at)
  note(tx, deps.clock, author, {
    action: 'category-created',
    subjectType: 'category',
    subjectId: id,
    after: category,
  })
  publish(tx, fact(categoriesChanged, { aggregate: `category:${id}`, at, payload: { categoryId: id } }))
  await applyPriceList(deps, tx)
  return id
}

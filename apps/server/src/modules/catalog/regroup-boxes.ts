import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { note, type Author } from './author.ts'
import { categoriesChanged, stockChanged } from './events.ts'
import { priceBox } from './price-boxes.ts'
import { applyRates, fillBasePrices, lockPriceList, readPriceList, readSizes } from './price-list-store.ts'

/** Gives every box its category and month rate by the present price list. @returns boxes changed */
export async function regroupBoxes(deps: { clock: Clock }, tx: Tx, author: Author): Promise<number> {
  await lockPriceList(tx)
  const changed = await applyPriceList(deps, tx)
  note(tx, deps.clock, author, {
    action: 'boxes-regrouped',
    subjectType: 'category',
    subjectId: null,
    after: { boxes: changed },
  })
  publish(
    tx,
    fact(categoriesChanged, {
      aggregate: 'category:all',
      at: deps.clock.now(),
      payload: { categoryId: null },
    }),
  )
  return changed
}

/**
 * The rule is asked once per size and currency, the boxes follow in one statement; contracts and reservations have copies
 * of their own and are not touched. The caller holds the price list.
 */
export async function applyPriceList(deps: { clock: Clock }, tx: Tx): Promise<number> {
  const at = deps.clock.now()
  await fillBasePrices(tx)
  const [priceList, sizes] = [await readPriceList(tx), await readSizes(tx)]
  const rules = sizes.map(({ size, currency }) => ({
    size,
    currency,
    ...priceBox(priceList, { size, currency, ownRate: null }),
  }))
  const changed = await applyRates(tx, rules, at)
  for (const { stockId } of changed)
    publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  return changed.reduce((sum, { boxes }) => sum + boxes, 0)
}

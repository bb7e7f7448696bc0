import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { note, type Author } from './author.ts'
import { categoriesChanged, stockChanged } from './events.ts'
import { priceBox } from './price-boxes.ts'
import {
  applyRates,
  fillBasePrices,
  lockPriceList,
  readPriceList,
  readSizes,
  type Regrouped,
} from './price-list-store.ts'

/** Gives every box its category and month rate by the present price list. @returns boxes changed */
export async function regroupBoxes(deps: { clock: Clock }, tx: Tx, author: Author): Promise<number> {
  await lockPriceList(tx)
  const changed = await applyPriceList(deps, tx)
  note(tx, deps.clock, author, {
    action: 'boxes-regrouped',
    subjectType: 'category',
    subjectId: null,
    ...toldGroups(changed),
  })
  publish(
    tx,
    fact(categoriesChanged, {
      aggregate: 'category:all',
      at: deps.clock.now(),
      payload: { categoryId: null },
    }),
  )
  return countOf(changed)
}

/** The largest company's boxes fall into some thousand groups; a record of so many is still read by somebody. */
const MOST_GROUPS = 300

const countOf = (groups: readonly Regrouped[]): number => groups.reduce((sum, { boxes }) => sum + boxes, 0)

/** Boxes of one size in one stock change together, so that these say which ones: `M1 4.5`, how many, before and after. */
function toldGroups(groups: readonly Regrouped[]): { before: object; after: object } {
  const listed = groups.toSorted((one, other) => other.boxes - one.boxes).slice(0, MOST_GROUPS)
  const notListed = countOf(groups) - countOf(listed)
  const taken = new Set<string>()
  const named = listed.map((group, index) => {
    const name = `${group.code} ${group.size}`
    // Some of them had another rate than the others, an own one that was taken away for example.
    const own = taken.has(name) ? `${name} (${index + 1})` : name
    taken.add(own)
    return { ...group, name: own }
  })
  return {
    before: { boxes: Object.fromEntries(named.map(({ name, before }) => [name, before])) },
    after: {
      count: countOf(groups),
      boxes: Object.fromEntries(named.map(({ name, boxes, after }) => [name, { ...after, count: boxes }])),
      ...(notListed > 0 ? { notListed } : {}),
    },
  }
}

/**
 * The rule is asked once per size and currency, the boxes follow in one statement; contracts and reservations have copies
 * of their own and are not touched. The caller holds the price list.
 */
export async function applyPriceList(deps: { clock: Clock }, tx: Tx): Promise<readonly Regrouped[]> {
  const at = deps.clock.now()
  await fillBasePrices(tx)
  const [priceList, sizes] = [await readPriceList(tx), await readSizes(tx)]
  const rules = sizes.map(({ size, currency }) => ({
    size,
    currency,
    ...priceBox(priceList, { size, currency, ownRate: null }),
  }))
  const changed = await applyRates(tx, rules, at)
  for (const stockId of new Set(changed.map(({ stockId: id }) => id)))
    publish(tx, fact(stockChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId } }))
  return changed
}

import { listStocks as endpoint } from '@stowage/api/catalog'
import type { Actor } from '../../platform/http/actor.ts'
import type { KeptAnswer } from '../../platform/http/kept-answers.ts'
import type { Platform } from '../../platform/platform.ts'
import { describeStock, viewerOf } from './describe-stock.ts'
import { dayAt, wireJson, type Memory } from './memory.ts'
import { readConnections, type Offers, type StockRecord } from './stock-view.ts'
import type { StockAnswer, StockViewer } from './terms.ts'

type Deps = Pick<Platform, 'clock' | 'db'> & { readonly memory: Memory }

async function stocksWithOffers({ memory }: Deps): Promise<{ stock: StockRecord; offers: Offers }[]> {
  const stocks = [...(await memory.stocks.get()).values()]
  const offers = await memory.offers.get(stocks.map((stock) => stock.id))
  return stocks.map((stock) => ({ stock, offers: offers.get(stock.id) ?? { floors: 0, groups: [] } }))
}

/** The list that everybody may see, kept until a stock or one of its boxes changes or a day ends somewhere. */
export async function publicStocks(deps: Deps): Promise<KeptAnswer | undefined> {
  return await deps.memory.answers.get('stocks', 'public', async () => {
    const now = deps.clock.now()
    const found = (await stocksWithOffers(deps)).map((entry) => ({
      ...entry,
      day: dayAt(now, entry.stock.timeZone),
    }))
    const right = found.reduce<{ from: Temporal.Instant; until: Temporal.Instant } | undefined>(
      (span, { day }) =>
        span === undefined
          ? day
          : {
              from: later(span.from, day.from),
              until: later(span.until, day.until) === span.until ? day.until : span.until,
            },
      undefined,
    )
    return wireJson(
      endpoint,
      found.map(({ stock, offers, day }) => describeStock(stock, offers, 'public', day.today)),
      right,
    )
  })
}

const later = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) >= 0 ? one : other

/** The list for people who work here: their stock only where they are tied to one, with what they may see of each. */
export async function stocksForStaff(deps: Deps, actor: Actor): Promise<StockAnswer[]> {
  const now = deps.clock.now()
  const connections = actor.platformRole === 'superUser' ? await readConnections(deps.db) : undefined
  return (await stocksWithOffers(deps))
    .filter(
      ({ stock }) =>
        actor.stockId === null || actor.platformRole === 'superUser' || stock.id === actor.stockId,
    )
    .map(({ stock, offers }) =>
      describeStock(
        stock,
        offers,
        viewerOf(actor, stock.id),
        dayAt(now, stock.timeZone).today,
        connections?.get(stock.id),
      ),
    )
}

/** One stock as such a viewer sees it; undefined for one that is not there. */
export async function oneStock(
  deps: Deps,
  stockId: string,
  viewer: StockViewer,
): Promise<StockAnswer | undefined> {
  const stock = (await deps.memory.stocks.get()).get(stockId)
  if (stock === undefined) return undefined
  const offers = (await deps.memory.offers.get([stockId])).get(stockId) ?? { floors: 0, groups: [] }
  const connection = viewer === 'superUser' ? (await readConnections(deps.db)).get(stockId) : undefined
  return describeStock(stock, offers, viewer, dayAt(deps.clock.now(), stock.timeZone).today, connection)
}

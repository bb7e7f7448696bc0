import type { AnyEndpoint, Answer } from '@stowage/api/endpoint'
import type { Currency } from '@stowage/domain/money'
import { toWire } from '@stowage/api/wire'
import type { RecordedEvent } from '../../platform/events/event.ts'
import { createKeptAnswers, type KeptAnswers, type MadeAnswer } from '../../platform/http/kept-answers.ts'
import { createMemo, createMemoByKey, type Memo, type MemoByKey } from '../../platform/memo.ts'
import type { Platform } from '../../platform/platform.ts'
import { readCompany } from './catalog-view.ts'
import {
  boxChanged,
  boxClaimed,
  boxReleased,
  categoriesChanged,
  citiesChanged,
  companyChanged,
  sellersChanged,
  stockChanged,
} from './events.ts'
import { unsetCompany, type Company } from './set-company.ts'
import { readOffers, readStocks, type Offers, type StockRecord } from './stock-view.ts'

/** What this process keeps of the catalogue, and what makes it forget. */
export interface Memory {
  readonly stocks: Memo<ReadonlyMap<string, StockRecord>>
  readonly offers: MemoByKey<Offers>
  readonly company: Memo<Company>
  /** Groups: a stock's id for its box lists; `cities`, `stocks`, `categories` for the public lists of those names. */
  readonly answers: KeptAnswers
  /** A committed fact, of this process at once, of another one as soon as the tail brings it. */
  heard(event: RecordedEvent): void
}

/** These change what a box of the stock shows to everybody; other facts of a stock concern tenants and locks only. */
const OF_BOXES: ReadonlySet<string> = new Set([
  stockChanged.type,
  boxChanged.type,
  boxClaimed.type,
  boxReleased.type,
])

export function createMemory(platform: Platform): Memory {
  const { config, clock, db } = platform
  const hasProcessor = processorsOf(config)
  const stocks = createMemo(
    async () => new Map((await readStocks(db, hasProcessor)).map((stock) => [stock.id, stock])),
  )
  const offers = createMemoByKey(async (ids) => await readOffers(db, ids))
  const company = createMemo(async () => (await readCompany(db)) ?? { ...unsetCompany, updatedAt: null })
  const answers = createKeptAnswers({ clock })

  function heard(event: RecordedEvent): void {
    const { type, stockId } = event
    if (stockId !== null && OF_BOXES.has(type)) {
      offers.drop(stockId)
      answers.drop(stockId)
      answers.drop('stocks')
    } else if (stockId !== null) {
      answers.drop(stockId, 'watch')
      answers.drop(stockId, 'staff')
    } else {
      // Somebody's name, a clock, a setting: rare, and any of them may show in the list that names tenants.
      answers.dropEverywhere('staff')
    }
    if (type === stockChanged.type || type === citiesChanged.type || type === sellersChanged.type) {
      stocks.drop()
      answers.drop('stocks')
    }
    if (type === citiesChanged.type) answers.drop('cities')
    // A stock in another currency: base prices stand in for it (decisions.md 14).
    if (type === categoriesChanged.type || type === stockChanged.type) answers.drop('categories')
    if (type === companyChanged.type) company.drop()
  }
  return { stocks, offers, company, answers, heard }
}

/** In which currencies people can pay by card. */
export function processorsOf({ payKeeper, stripe }: Platform['config']): (currency: Currency) => boolean {
  const currencies = new Set([
    ...payKeeper.map((cabinet) => cabinet.currency),
    ...stripe.flatMap((account) => account.currencies),
  ])
  return (currency) => currencies.has(currency)
}

/** The answer of an endpoint as JSON on the wire. */
export function wireJson<E extends AnyEndpoint>(
  endpoint: E,
  value: Answer<E>,
  right?: MadeAnswer['right'],
): MadeAnswer {
  return { json: JSON.stringify(toWire(endpoint.answer, value)), ...(right ? { right } : {}) }
}

/** The business day at a place, and the span of time in which it is that day. */
export function dayAt(
  now: Temporal.Instant,
  timeZone: string,
): { today: Temporal.PlainDate; from: Temporal.Instant; until: Temporal.Instant } {
  const start = now.toZonedDateTimeISO(timeZone).startOfDay()
  return {
    today: start.toPlainDate(),
    from: start.toInstant(),
    until: start.add({ days: 1 }).startOfDay().toInstant(),
  }
}

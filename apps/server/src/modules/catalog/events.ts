import { eventType } from '../../platform/events/event.ts'

/** Aggregates: `stock:<id>` and `box:<id>`; all carry stockId, so that lists of that stock are made anew. */
export const stockChanged = eventType<{ stockId: string }>('stock-changed')
export const boxChanged = eventType<{ stockId: string; boxId: string }>('box-changed')
export const boxClaimed = eventType<{ stockId: string; boxId: string; kind: 'reservation' | 'contract' }>(
  'box-claimed',
)
export const boxReleased = eventType<{ stockId: string; boxId: string }>('box-released')
/** Prices of boxes follow as `stock-changed` of each stock that has such boxes. */
export const categoriesChanged = eventType<{ categoryId: string | null }>('categories-changed')
export const citiesChanged = eventType<{ cityId: string }>('cities-changed')
/** Stocks show their seller: lists of stocks are made anew. */
export const sellersChanged = eventType<{ sellerId: string }>('sellers-changed')
export const companyChanged = eventType<Record<string, never>>('company-changed')

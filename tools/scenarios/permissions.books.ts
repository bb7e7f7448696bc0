import type { Make } from './permissions.calls.ts'

const ofMonth = (sellerId: string, rest = ''): string => `book-months/${sellerId}/2026-11${rest}`
const sellerOf: (cast: Parameters<Make>[0]) => Promise<string> = async ({ house }) => {
  const { seller_id } = await house.world.running.platform.db
    .selectFrom('stock')
    .select('seller_id')
    .where('id', '=', house.stock.stockId)
    .executeTakeFirstOrThrow()
  return seller_id
}

let rates = 0
/** Each on a day of its own. */
const rateOf = (count: number) => ({
  fromCurrency: 'RUB',
  toCurrency: 'PLN',
  day: `2026-11-${String(count).padStart(2, '0')}`,
  rate: 0.0459,
  source: 'NBP',
})

/** How the rows of the books are tried. */
export const bookCalls: Readonly<Record<string, Make>> = {
  'GET book-months': () => ({ url: 'book-months' }),
  'GET book-months/{sellerId}/{month}': async (cast) => ({ url: ofMonth(await sellerOf(cast)) }),
  'GET book-months/{sellerId}/{month}/journal': async (cast) => ({
    url: ofMonth(await sellerOf(cast), '/journal'),
  }),
  // The month is not over yet: a superUser is told so.
  'POST book-months/{sellerId}/{month}/close': async (cast) => ({
    url: ofMonth(await sellerOf(cast), '/close'),
    body: {},
  }),
  'POST book-months/{sellerId}/{month}/reopen': async (cast) => ({
    url: ofMonth(await sellerOf(cast), '/reopen'),
    body: {},
  }),
  'GET exchange-rates': () => ({ url: 'exchange-rates' }),
  'POST exchange-rates': () => ({ url: 'exchange-rates', body: rateOf((rates += 1)) }),
  'DELETE exchange-rates/{fromCurrency}/{toCurrency}/{day}': async ({ house }) => {
    const body = rateOf((rates += 1))
    await house.people.sofia.send('POST', 'exchange-rates', body)
    return { url: `exchange-rates/RUB/PLN/${body.day}` }
  },
  'GET payouts/waiting': () => ({ url: 'payouts/waiting' }),
  'GET payouts': () => ({ url: 'payouts' }),
  'GET users/{userId}/statement': async ({ house }) => {
    const own = await house.tenant()
    return { url: `users/${own.id}/statement`, as: { own } }
  },
  'PUT iqacdocument/{documentId}/stock/{stockId}': async ({ house }) => {
    const own = await house.tenant()
    return {
      url: `iqacdocument/${own.documentId}/stock/${house.stock.stockId}`,
      body: { documentDate: '2026-11-20' },
      as: { own },
    }
  },
}

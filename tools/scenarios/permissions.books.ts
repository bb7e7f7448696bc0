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

import { createCity } from '@stowage/api/catalog'
import { createSeller, getStock } from '@stowage/api/stocks'
import { openCatalogDesk } from './catalog-desk.ts'

/** What the form of a seller says in these tests. */
export const seller = {
  name: 'Stowage Polska sp. z o.o.',
  address: 'Prosta 1, Warszawa',
  country: 'PL',
  email: 'biuro@stowage.example',
  phone: '+48 22 1',
}

/** What the form of a new stock says, but for its city and its seller. */
export const form = {
  name: 'Wola',
  address: 'Wolska 10',
  zip: '01-211',
  phone: '+48 22 100',
  currency: 'PLN' as const,
  maxContractDuration: 24,
  timeZone: 'Europe/Warsaw',
}

/** The catalog's desk, for whoever makes and changes stocks. */
export async function openStockDesk() {
  const desk = await openCatalogDesk()
  const { server, sofia } = desk
  return {
    ...desk,
    /** The trail of a stock, without the boxes that it was made with. */
    actsOn: async (id: string) => (await desk.actsOn(id)).filter(({ action }) => action !== 'boxes-created'),
    settings: async (id: string, as = 'super') =>
      (await server.person(as).call(getStock, { params: { id } })).body,
    /** Where a new stock may be, and who sells there. */
    async place() {
      const city = await sofia().call(createCity, { body: { city: 'Warszawa', country: 'PL' } })
      const sold = await sofia().call(createSeller, { body: seller })
      return { cityId: city.body.id, sellerId: sold.body.id }
    },
  }
}

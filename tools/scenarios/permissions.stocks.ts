import { createCity } from '@stowage/api/catalog'
import { createSeller, createStock } from '@stowage/api/stocks'
import { createTariff } from '@stowage/api/tariffs'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0
const SELLER = {
  name: 'Another Seller GmbH',
  address: 'Lager 2',
  country: 'DE',
  email: 'another@seller.example',
  phone: '+49302',
}

async function seller({ house }: Cast): Promise<string> {
  return (await house.people.sofia.call(createSeller, { body: SELLER })).body.id
}

async function bodyOf(cast: Cast) {
  const { body: city } = await cast.house.people.sofia.call(createCity, {
    body: { city: `Place ${(count += 1)}`, country: 'DE' },
  })
  return {
    name: `Stock ${count}`,
    cityId: city.id,
    sellerId: await seller(cast),
    address: 'Way 1',
    zip: '10115',
    phone: '+49303',
    currency: 'EUR' as const,
    maxContractDuration: 11,
    timeZone: 'Europe/Berlin',
  }
}

async function stock(cast: Cast): Promise<string> {
  const reply = await cast.house.people.sofia.call(createStock, { body: await bodyOf(cast) })
  if (reply.status !== 200) throw new Error(`no stock: ${reply.raw}`)
  return reply.body.id
}

const TARIFF = {
  nameRu: 'Свой',
  nameEn: 'Own',
  nameDe: 'Eigener',
  namePl: 'Własna',
  minMonths: 3,
  maxMonths: 6,
  minStayMonths: 0,
  noticeDays: 0,
  steps: [],
  firstMonthMinMonths: null,
  firstMonthPrices: {},
  earlyLeave: 'usedDays' as const,
}

async function tariff(cast: Cast): Promise<string> {
  const body = { ...TARIFF, alias: `own-${(count += 1)}`, stockId: await stock(cast) }
  return (await cast.house.people.sofia.call(createTariff, { body })).body.id
}

/** How the rows of stocks and sellers are tried: each try at a record of its own, so that nobody else's day is spoilt. */
export const stockCalls: Readonly<Record<string, Make>> = {
  'GET stocks/{id}': ({ house }) => ({ url: `stocks/${house.stock.stockId}` }),
  'POST stocks': async (cast) => ({ url: 'stocks', body: await bodyOf(cast) }),
  'PUT stocks/{id}': async (cast) => ({ url: `stocks/${await stock(cast)}`, body: { discount: 2 } }),
  'DELETE stocks/{id}': async (cast) => ({ url: `stocks/${await stock(cast)}` }),
  'GET tariffs?stockId=': ({ house }) => ({ url: `tariffs?stockId=${house.stock.stockId}` }),
  'POST tariffs': async (cast) => ({
    url: 'tariffs',
    body: { ...TARIFF, alias: `own-${(count += 1)}`, stockId: await stock(cast) },
  }),
  'POST tariffs/presets': async (cast) => ({ url: 'tariffs/presets', body: { stockId: await stock(cast) } }),
  'PUT tariffs/{id}': async (cast) => ({ url: `tariffs/${await tariff(cast)}`, body: { isOn: true } }),
  'DELETE tariffs/{id}': async (cast) => ({ url: `tariffs/${await tariff(cast)}` }),
  'GET sellers': () => ({ url: 'sellers' }),
  'POST sellers': () => ({ url: 'sellers', body: SELLER }),
  'PUT sellers/{id}': async (cast) => ({ url: `sellers/${await seller(cast)}`, body: { name: 'New name' } }),
  'DELETE sellers/{id}': async (cast) => ({ url: `sellers/${await seller(cast)}` }),
}

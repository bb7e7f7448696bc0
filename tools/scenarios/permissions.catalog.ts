import { createCity } from '@stowage/api/catalog'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0

async function city({ house }: Cast): Promise<string> {
  const { body } = await house.people.sofia.call(createCity, {
    body: { city: `City ${(count += 1)}`, country: 'DE' },
  })
  return body.id
}

/** How the rows of the catalogue's writes are tried: each try at a record of its own. */
export const catalogCalls: Readonly<Record<string, Make>> = {
  'POST cities': () => ({ url: 'cities', body: { city: 'Köln', country: 'DE' } }),
  'PUT cities/{id}': async (cast) => ({ url: `cities/${await city(cast)}`, body: { city: 'Bonn' } }),
  'DELETE cities/{id}': async (cast) => ({ url: `cities/${await city(cast)}` }),
}

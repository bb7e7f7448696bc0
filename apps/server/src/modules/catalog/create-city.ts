import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { insertCity, type CityFacts } from './city-store.ts'
import { citiesChanged } from './events.ts'

export type NewCity = Pick<CityFacts, 'city' | 'country' | 'size'> & Partial<CityFacts>

/** A city that stocks can be in. @returns its id */
export async function createCity(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  city: NewCity,
): Promise<string> {
  const id = newId()
  const at = deps.clock.now()
  await insertCity(tx, { latitude: null, longitude: null, ...city, id, createdAt: at })
  note(tx, deps.clock, author, { action: 'city-created', subjectType: 'city', subjectId: id, after: city })
  publish(tx, fact(citiesChanged, { aggregate: `city:${id}`, at, payload: { cityId: id } }))
  return id
}

import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { note, type Author } from './author.ts'
import { citiesChanged } from './events.ts'
import { insertCity } from './stock-store.ts'

export interface NewCity {
  readonly city: string
  /** ISO 3166 code of two letters. */
  readonly country: string
  /** Lists of cities are sorted by it. */
  readonly size: number
  readonly latitude?: number | null
  readonly longitude?: number | null
}

/** A city that stocks can be in. @returns its id */
export async function createCity(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  city: NewCity,
): Promise<string> {
  const id = newId()
  await insertCity(tx, { id, ...city, createdAt: deps.clock.now() })
  note(tx, deps.clock, author, { action: 'city-created', subjectType: 'city', subjectId: id, after: city })
  publish(tx, fact(citiesChanged, { aggregate: `city:${id}`, at: deps.clock.now(), payload: { cityId: id } }))
  return id
}

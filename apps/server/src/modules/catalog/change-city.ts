import type { Body } from '@stowage/api/endpoint'
import { updateCity as endpoint } from '@stowage/api/catalog'
import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { refuseStale } from '../../platform/http/stale.ts'
import { merged } from '../../platform/merged.ts'
import { note, type Author } from './author.ts'
import { lockCity, updateCity, type CityFacts, type CityRow } from './city-store.ts'
import { describeCity } from './describe-city.ts'
import { citiesChanged } from './events.ts'
import { checkWholePlace } from './whole-place.ts'

/** Changes a city; what is not sent stays. @throws Failure 9104, 9109 with the present record */
export async function changeCity(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  id: string,
  { updated, ...given }: Body<typeof endpoint>,
): Promise<CityRow> {
  const stored = (await lockCity(tx, id)) ?? fail(9104)
  await refuseStale(endpoint, stored.updatedAt, updated, () => describeCity(stored))
  const before = factsOf(stored)
  const after = merged(before, given)
  checkWholePlace(after)
  if (JSON.stringify(after) === JSON.stringify(before)) return stored
  const at = deps.clock.now()
  await updateCity(tx, id, after, at)
  note(tx, deps.clock, author, {
    action: 'city-changed',
    subjectType: 'city',
    subjectId: id,
    before,
    after,
  })
  publish(tx, fact(citiesChanged, { aggregate: `city:${id}`, at, payload: { cityId: id } }))
  return { ...stored, ...after, updatedAt: at }
}

const factsOf = ({ city, country, size, latitude, longitude }: CityRow): CityFacts => ({
  city,
  country,
  size,
  latitude,
  longitude,
})

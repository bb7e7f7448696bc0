import type { Clock } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { note, type Author } from './author.ts'
import { countStocksOf, lockCity, markCityDeleted } from './city-store.ts'
import { describeCity } from './describe-city.ts'
import { citiesChanged } from './events.ts'

/** Takes a city out of the lists. @throws Failure 9104; 9110 while stocks are in it */
export async function deleteCity(deps: { clock: Clock }, tx: Tx, author: Author, id: string): Promise<void> {
  const stored = (await lockCity(tx, id)) ?? fail(9104)
  const stocks = await countStocksOf(tx, id)
  if (stocks > 0) fail(9110, { params: { by: 'stocks', count: stocks } })
  const at = deps.clock.now()
  await markCityDeleted(tx, id, at)
  note(tx, deps.clock, author, {
    action: 'city-deleted',
    subjectType: 'city',
    subjectId: id,
    before: describeCity(stored),
  })
  publish(tx, fact(citiesChanged, { aggregate: `city:${id}`, at, payload: { cityId: id } }))
}

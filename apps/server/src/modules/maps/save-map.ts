import type { Clock } from '../../platform/clock.ts'
import { audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Author } from '../catalog/index.ts'
import { cleanMapObjects } from './clean-map-objects.ts'
import { mapChanged } from './events.ts'
import { countMaps, lockPlan, upsertMap } from './map-store.ts'

const MOST_OBJECTS = 5000
const MOST_MAPS = 60
/** A plan is drawn in the browser of a visitor; its images are the bulk of it. */
const MOST_BYTES = 8 * 1024 * 1024
const NAME = /^[^\p{C}]{1,60}$/u

/**
 * Stores one floor plan of a stock under its name, replacing what was there.
 * @param objects as they came; the fields of a map object that are not known are dropped
 * @throws Failure 6006 unknown stock, 9113 too large; FieldFailures 1005 naming `objects.3.fill` for what may not be stored
 */
export async function saveMap(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  name: string,
  objects: readonly unknown[],
): Promise<void> {
  const title = name.trim()
  // `__proto__` as a key of the answer would set what it names in careless readers.
  if (!NAME.test(title) || title === '__proto__') fail(1005, { field: 'mapId' })
  if (objects.length > MOST_OBJECTS) fail(9113, { field: 'objects' })
  const { objects: clean, problems } = cleanMapObjects(objects)
  if (problems.length > 0)
    throw new FieldFailures(
      problems.slice(0, 20).map(({ index, field }) => ({ code: 1005, field: `objects.${index}.${field}` })),
    )
  if (JSON.stringify(clean).length > MOST_BYTES) fail(9113, { field: 'objects' })

  if (!(await lockPlan(tx, stockId))) fail(6006, { field: 'stockId' })
  const at = deps.clock.now()
  await upsertMap(tx, { stockId, name: title, objects: clean, at })
  if ((await countMaps(tx, stockId)) > MOST_MAPS) fail(9113, { field: 'mapId' })
  audit(tx, {
    id: newId(),
    at,
    ...author,
    action: 'map-saved',
    subjectType: 'map',
    subjectId: title,
    stockId,
    after: { objects: clean.length },
  })
  publish(
    tx,
    fact(mapChanged, { aggregate: `stock:${stockId}`, stockId, at, payload: { stockId, name: title } }),
  )
}

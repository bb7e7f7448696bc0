import { saveMap as endpoint } from '@stowage/api/maps'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { limits } from '@stowage/domain/limits'
import { compareMaps } from '@stowage/domain/compare-maps'
import type { MapObject } from '@stowage/domain/map-object'
import { toWire } from '@stowage/api/wire'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Author } from '../catalog/index.ts'
import { describeMap, mapNamed } from './describe-map.ts'
import {
  countMaps,
  insertMap,
  lockPlan,
  readMap,
  readObjects,
  storeDrawing,
  type Origin,
} from './map-store.ts'
import { mapName } from './map-name.ts'
import { noteMap } from './note-map.ts'

export interface GivenMap {
  readonly name: string
  /** As they came; the fields of a map object that are not known are dropped. */
  readonly objects: readonly unknown[]
  /** The version that the drawing began with; 0: the map is new. Not given: what is there is replaced. */
  readonly version?: number | undefined
  /** The map which that version is of; not given: the one that has the name. */
  readonly id?: string | undefined
  readonly origin?: Origin
}

/**
 * Stores one floor plan of a stock under its name, replacing what was there, which stays among its versions. A drawing that is the
 * stored one already leaves everything as it is.
 * @returns the name as it is kept
 * @throws Failure 6006 unknown stock; 9109 with the map as it is now where somebody else saved it meanwhile, or another one has its
 *   name; 9113 too large; FieldFailures 1005 naming `objects.3.fill` for what may not be stored
 */
export async function saveMap(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  { name, objects, version, id, origin = 'drawn' }: GivenMap,
): Promise<string> {
  const title = mapName(name, 'mapId')
  const clean = checked(objects)
  if (!(await lockPlan(tx, stockId))) fail(6006, { field: 'stockId' })
  const stored = await readMap(tx, stockId, title)
  // A map that has got the name of the one that was opened has the same version easily: both begin with 1.
  const isOther = id !== undefined && id !== stored?.id
  if (isOther || (version !== undefined && version !== (stored?.version ?? 0)))
    fail(
      9109,
      stored === undefined
        ? {}
        : { present: toWire(endpoint.answer, describeMap(await mapNamed(tx, stockId, title))) },
    )

  const at = deps.clock.now()
  const mapId = stored?.id ?? newId()
  if (stored === undefined) {
    if ((await countMaps(tx, stockId)) >= limits.plan.maps)
      fail(9113, { field: 'mapId', params: { what: 'maps' } })
    await insertMap(tx, { id: mapId, stockId, name: title, at })
  }
  const difference = compareMaps(stored === undefined ? [] : await readObjects(tx, mapId), clean)
  if (stored !== undefined && difference === null) return title
  const { added, changed, removed } = difference ?? { added: 0, changed: 0, removed: 0 }
  const next = (stored?.version ?? 0) + 1
  await storeDrawing(
    tx,
    { mapId, version: next, objects: clean, at, savedById: author.actorId, origin, added, changed, removed },
    limits.plan.versions,
  )
  noteMap(tx, at, author, stockId, {
    name: title,
    action: 'map-saved',
    after: { version: next, objects: clean.length, added, changed, removed },
  })
  return title
}

function checked(objects: readonly unknown[]): MapObject[] {
  if (objects.length > limits.plan.objects) fail(9113, { field: 'objects', params: { what: 'objects' } })
  const heavy = objects.findIndex(
    (object) => hasImage(object) && object.xlinkHref.length > (limits.plan.imageBytes / 3) * 4 + 64,
  )
  if (heavy >= 0) fail(9113, { field: `objects.${heavy}.xlinkHref`, params: { what: 'image' } })
  const { objects: clean, problems } = cleanMapObjects(objects)
  if (problems.length > 0)
    throw new FieldFailures(
      problems.slice(0, 20).map(({ index, field }) => ({ code: 1005, field: `objects.${index}.${field}` })),
    )
  if (Buffer.byteLength(JSON.stringify(clean)) > limits.plan.bytes)
    fail(9113, { field: 'objects', params: { what: 'map' } })
  return clean
}

const hasImage = (object: unknown): object is { xlinkHref: string } =>
  typeof object === 'object' &&
  object !== null &&
  'xlinkHref' in object &&
  typeof object.xlinkHref === 'string'

import { limits } from '@stowage/domain/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Author } from '../catalog/index.ts'
import { mapName } from './map-name.ts'
import {
  countMaps,
  lastPosition,
  lockPlan,
  orderMaps as storeOrder,
  readMap,
  readMapById,
  updateMapFacts,
  weighPlans,
  type MapRow,
} from './map-store.ts'
import { listMaps } from './map-view.ts'
import { noteMap } from './note-map.ts'

interface Deps {
  readonly clock: Clock
}

/** The map, with its stock's plans locked. @throws Failure 6006, 9104 */
export async function lockMap(tx: Tx, stockId: string, name: string): Promise<MapRow> {
  if (!(await lockPlan(tx, stockId))) fail(6006, { field: 'stockId' })
  return (await readMap(tx, stockId, name)) ?? fail(9104)
}

/** Asked after a map has come or grown. @throws Failure 9113 where the stock's maps are too large together */
export async function refuseHeavy(tx: Tx, stockId: string, field: string): Promise<void> {
  if ((await weighPlans(tx, stockId)) > limits.plan.stockBytes)
    fail(9113, { field, params: { what: 'house' } })
}

/** @throws Failure 9000 where another map of the stock is called so */
async function refuseTaken(tx: Tx, stockId: string, name: string, field: string): Promise<void> {
  if ((await readMap(tx, stockId, name)) !== undefined) fail(9000, { field, params: { subject: 'map' } })
}

/** Gives a map another name; its drawing and its version stay. @throws Failure 1005, 6006, 9000, 9104 */
export async function renameMap(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  { stockId, mapId }: { readonly stockId: string; readonly mapId: string },
  given: string,
): Promise<string> {
  const name = mapName(given, 'name')
  const map = await lockMap(tx, stockId, mapId)
  if (name === map.name) return name
  await refuseTaken(tx, stockId, name, 'name')
  await updateMapFacts(tx, map.id, { name })
  noteMap(tx, clock.now(), author, stockId, {
    name,
    action: 'map-renamed',
    before: { name: map.name },
    after: { name },
  })
  return name
}

/** Takes a map away; its drawing and its versions stay, so that it can be taken back. @throws Failure 6006, 9104 */
export async function deleteMap(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  { stockId, mapId }: { readonly stockId: string; readonly mapId: string },
): Promise<string> {
  const map = await lockMap(tx, stockId, mapId)
  const at = clock.now()
  await updateMapFacts(tx, map.id, { deletedAt: at })
  noteMap(tx, at, author, stockId, {
    name: map.name,
    action: 'map-deleted',
    before: { version: map.version },
  })
  return map.id
}

/** Takes a deleted map back, as the last one of its stock. @throws Failure 6006; 9000 where its name was given again; 9104; 9113 */
export async function undeleteMap(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  { stockId, id }: { readonly stockId: string; readonly id: string },
): Promise<string> {
  if (!(await lockPlan(tx, stockId))) fail(6006, { field: 'stockId' })
  const map = (await readMapById(tx, stockId, id)) ?? fail(9104)
  if (map.deletedAt === null) fail(9104)
  await refuseTaken(tx, stockId, map.name, 'mapId')
  if ((await countMaps(tx, stockId)) >= limits.plan.maps)
    fail(9113, { field: 'mapId', params: { what: 'maps' } })
  await updateMapFacts(tx, map.id, { deletedAt: null, position: await lastPosition(tx, stockId) })
  await refuseHeavy(tx, stockId, 'mapId')
  noteMap(tx, clock.now(), author, stockId, { name: map.name, action: 'map-undeleted' })
  return map.name
}

/** Puts the maps of a stock into an order. @throws Failure 6006; 9109 where the names are not those of its maps (any more) */
export async function orderMaps(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  stockId: string,
  order: readonly string[],
): Promise<void> {
  if (!(await lockPlan(tx, stockId))) fail(6006, { field: 'stockId' })
  const before = (await listMaps(tx, stockId))
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ name }) => name)
  const names = order.map((name) => name.trim())
  if (JSON.stringify([...before].sort()) !== JSON.stringify([...names].sort())) fail(9109)
  if (JSON.stringify(before) === JSON.stringify(names)) return
  await storeOrder(tx, stockId, names)
  noteMap(tx, clock.now(), author, stockId, {
    name: names[0] ?? '',
    action: 'maps-ordered',
    before: { order: before },
    after: { order: names },
  })
}

import type { Body } from '@stowage/api/endpoint'
import type { setMapBackground } from '@stowage/api/maps'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { FieldFailures } from '../../platform/failure.ts'
import type { Author } from '../catalog/index.ts'
import { lockMap } from './change-maps.ts'
import { updateMapFacts } from './map-store.ts'
import { noteMap } from './note-map.ts'

interface Deps {
  readonly clock: Clock
}
interface OneMap {
  readonly stockId: string
  readonly mapId: string
}

/**
 * Lays a scan under a map, or moves the one that lies there. The one before it is a stray file then (`forget-stray.ts`).
 * @param file key of a new scan; the present one stays where there is none
 * @throws Failure 6006, 9104; FieldFailures 1003 where there is no scan at all
 */
export async function setBackground(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  { stockId, mapId }: OneMap,
  { scan: _bytes, ...place }: Body<typeof setMapBackground>,
  file: string | undefined,
): Promise<void> {
  const map = await lockMap(tx, stockId, mapId)
  const kept = file ?? map.background?.file
  if (kept === undefined) throw new FieldFailures([{ code: 1003, field: 'scan' }])
  await updateMapFacts(tx, map.id, { background: { file: kept, ...place } })
  // Where it lies is moved again and again while drawing; what is worth a record is another picture.
  if (file !== undefined)
    noteMap(tx, clock.now(), author, stockId, { name: map.name, action: 'map-background-set' })
}

/** @throws Failure 6006, 9104 */
export async function removeBackground(
  { clock }: Deps,
  tx: Tx,
  author: Author,
  { stockId, mapId }: OneMap,
): Promise<void> {
  const map = await lockMap(tx, stockId, mapId)
  if (map.background === null) return
  await updateMapFacts(tx, map.id, { background: null })
  noteMap(tx, clock.now(), author, stockId, { name: map.name, action: 'map-background-removed' })
}

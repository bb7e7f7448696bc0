import type { Answer } from '@stowage/api/endpoint'
import type { listMaps as listEndpoint, listMapVersions } from '@stowage/api/maps'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { pictureName } from '../../platform/files/pictures.ts'
import { listMaps, type MapFacts, type VersionFacts } from './map-view.ts'

type MapRecord = Answer<typeof listEndpoint>[number]

/** A map as it is answered, without its drawing. */
export function describeMap(facts: MapFacts): MapRecord {
  const { name, objects, updatedAt, deletedAt, background, ...rest } = facts
  return {
    ...rest,
    mapId: name,
    objectCount: objects,
    updated: updatedAt.toString(),
    deleted: deletedAt?.toString() ?? null,
    background: background && { ...background, file: pictureName(background.file) ?? '' },
  }
}

/** One map of a stock that is not deleted. @throws Failure 9104 */
export async function mapNamed(db: Database | Tx, stockId: string, name: string): Promise<MapFacts> {
  const maps = await listMaps(db, stockId)
  return maps.find((one) => one.deletedAt === null && one.name === name) ?? fail(9104)
}

/** A saved drawing as it is answered, without its objects. */
export function describeVersion({
  savedAt,
  objects,
  ...facts
}: VersionFacts): Answer<typeof listMapVersions>[number] {
  return { ...facts, saved: savedAt.toString(), objectCount: objects }
}

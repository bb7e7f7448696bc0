import { createHash } from 'node:crypto'
import type { Answer } from '@stowage/api/endpoint'
import type { getExternalMaps } from '@stowage/api/management-system'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { limits } from '@stowage/domain/limits'
import type { MapObject } from '@stowage/domain/map-object'
import { fail } from '../../platform/failure.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Reach } from './reach-system.ts'
import { SourceFailure, type SourceMapObject } from './source.ts'

export interface ReadMapsDeps {
  readonly catalog: Pick<Catalog, 'externalSystem'>
  readonly reach: Reach
}

/** Rows that one answer may have: more than any warehouse draws, less than would fill the memory. */
export const mostRows = 20_000

/**
 * The maps of a stock as its external system has them (specification 3: rectangle-with-text, 14 px, black, by MapName). Stores
 * nothing. What a map may not hold is left out.
 * @throws Failure 6006; 2 where the system is away, refuses or is not set up (`outcome`); 9113 too many objects
 */
export async function readMaps(
  { catalog, reach }: ReadMapsDeps,
  stockId: string,
): Promise<Answer<typeof getExternalMaps>> {
  const system = (await catalog.externalSystem(stockId)) ?? fail(6006, { field: 'stockId' })
  const rows = await (async () => {
    try {
      const { source, system: reached } = await reach(system)
      return await source.mapObjects(reached)
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      return fail(2, { params: { outcome: error.trouble }, reason: error.message, cause: error })
    }
  })()
  if (rows.length > mostRows) fail(9113, { params: { what: 'objects' } })
  const maps = new Map<string, SourceMapObject[]>()
  for (const row of rows) {
    const name = mapNameOf(row.mapName)
    if (name === null) continue
    const known = maps.get(name)
    if (known === undefined) maps.set(name, [row])
    else known.push(row)
  }
  return [...maps].flatMap(([mapName, objects]) =>
    cleanMapObjects(objects.map((row) => toObject(stockId, row))).objects.map((object) => ({
      ...object,
      mapName,
    })),
  )
}

/** A name that a map of ours may have; null for what would be none. */
function mapNameOf(given: string): string | null {
  const name = given
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .slice(0, limits.plan.name[1])
    // Not half a sign.
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return name === '' || name === '__proto__' || /^\.{1,2}$/.test(name) ? null : name
}

function toObject(stockId: string, row: SourceMapObject): MapObject {
  return {
    type: 'rectangle-with-text',
    // Made from what it is, so that reading the same map again changes nothing and two readings can be compared.
    uuid: createHash('sha256')
      .update(JSON.stringify([stockId, row.mapName, row.objectNo]))
      .digest('base64url')
      .slice(0, 22),
    x: row.x,
    y: row.y,
    width: row.width,
    height: row.height,
    ...(row.rotation === null || row.rotation === 0 ? {} : { rotate: row.rotation }),
    fill: '#d3d3d3',
    stroke: '#646464',
    strokeWidth: 2,
    radius: 5,
    text: (row.unitNumber ?? '').trim(),
    fontFamily: 'Open Sans',
    fontSize: 14,
    textColor: '#000000',
  }
}

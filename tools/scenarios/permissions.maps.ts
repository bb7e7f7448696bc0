import sharp from 'sharp'
import { deleteMap, saveMap, setMapBackground } from '@stowage/api/maps'
import {
  createExternalStock,
  openExternalDatabase,
  seedExternalSystem,
} from '@stowage/server/testing/external-system'
import type { Cast, Make } from './permissions.calls.ts'

let count = 0
const place = { x: 0, y: 0, width: 1700, height: 790, opacity: 0.5 }

async function map({ house }: Cast): Promise<{ id: string; url: string; mapId: string }> {
  const { stockId } = house.stock
  const mapId = `Floor ${(count += 1)}`
  const { body } = await house.people.sofia.call(saveMap, {
    params: { stockId },
    body: { mapId, objects: [] },
  })
  return { id: body.id, mapId, url: `stocks/${stockId}/maps/${encodeURIComponent(mapId)}` }
}

async function scanned(cast: Cast): Promise<{ url: string; name: string }> {
  const { stockId } = cast.house.stock
  const { mapId, url } = await map(cast)
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const { body } = await cast.house.people.sofia.call(setMapBackground, {
    params: { stockId, mapId },
    body: { ...place, scan: { type: 'image/png', base64: picture.toString('base64') } },
  })
  return { url: `${url}/background`, name: body.background?.file ?? '' }
}

let external: Promise<string> | undefined

/** One stock of an external system for all who try; that system is in the house's own database. */
async function externalStock({ house }: Cast): Promise<string> {
  const { platform, modules } = house.world.running
  await seedExternalSystem(platform.db)
  const behind = await openExternalDatabase(platform.config.databaseUrl ?? '')
  return await createExternalStock({ platform, catalog: modules.catalog }, behind)
}

/** A task of its own for each try. */
async function taskAt({ house }: Cast, stockId: string): Promise<string> {
  const id = `TASK${String((count += 1)).padStart(22, '0')}`
  await house.world.running.platform.db
    .insertInto('external_task')
    .values({
      id,
      stock_id: stockId,
      kind: 'book',
      asked_by_id: house.people.sofia.id,
      asked_at: Temporal.Instant.from('2026-11-21T10:00:00Z'),
    })
    .execute()
  return id
}

/** How the rows of the editor are tried: each try at a map of its own. */
export const mapCalls: Readonly<Record<string, Make>> = {
  'POST stocks/{stockId}/map': ({ house }) => ({
    url: `stocks/${house.stock.stockId}/map`,
    body: { mapId: `Floor ${(count += 1)}`, objects: [] },
  }),
  'GET stocks/{stockId}/mapSM': async (cast) => ({
    url: `stocks/${await (external ??= externalStock(cast))}/mapSM`,
  }),
  'GET stocks/{stockId}/external': async (cast) => ({
    url: `stocks/${await (external ??= externalStock(cast))}/external`,
  }),
  'POST stocks/{stockId}/external/sync': async (cast) => ({
    url: `stocks/${await (external ??= externalStock(cast))}/external/sync`,
  }),
  'GET stocks/{stockId}/external/comparison': async (cast) => ({
    url: `stocks/${await (external ??= externalStock(cast))}/external/comparison?from=2026-11-01&until=2026-11-30`,
  }),
  'GET users/external?siteId={stockId_sm}': async (cast) => {
    await (external ??= externalStock(cast))
    return { url: 'users/external?siteId=1' }
  },
  'POST users/import-by-site-id?siteId={stockId_sm}': async (cast) => {
    await (external ??= externalStock(cast))
    return { url: 'users/import-by-site-id?siteId=1' }
  },
  'GET external-tasks': () => ({ url: 'external-tasks?status=all' }),
  'PUT external-tasks/{taskId}': async (cast) => ({
    url: `external-tasks/${await taskAt(cast, await (external ??= externalStock(cast)))}`,
    body: { isDone: true },
  }),
  'GET stocks/{stockId}/maps': ({ house }) => ({ url: `stocks/${house.stock.stockId}/maps` }),
  'PUT stocks/{stockId}/maps': async ({ house }) => {
    const { stockId } = house.stock
    const order = (await house.people.sofia.send('GET', `stocks/${stockId}/maps`)).body as {
      mapId: string
      deleted: string | null
    }[]
    return {
      url: `stocks/${stockId}/maps`,
      body: { order: order.filter(({ deleted }) => deleted === null).map(({ mapId }) => mapId) },
    }
  },
  'PUT stocks/{stockId}/maps/{mapId}': async (cast) => ({
    url: (await map(cast)).url,
    body: { name: `Cellar ${(count += 1)}` },
  }),
  'DELETE stocks/{stockId}/maps/{mapId}': async (cast) => ({ url: (await map(cast)).url }),
  'POST stocks/{stockId}/maps/{id}/undelete': async (cast) => {
    const { stockId } = cast.house.stock
    const { id, mapId } = await map(cast)
    await cast.house.people.sofia.call(deleteMap, { params: { stockId, mapId } })
    return { url: `stocks/${stockId}/maps/${id}/undelete`, body: {} }
  },
  'GET stocks/{stockId}/maps/{mapId}/versions': async (cast) => ({
    url: `${(await map(cast)).url}/versions`,
  }),
  'GET stocks/{stockId}/maps/{mapId}/versions/{version}': async (cast) => ({
    url: `${(await map(cast)).url}/versions/1`,
  }),
  'PUT stocks/{stockId}/maps/{mapId}/background': async (cast) => ({
    url: (await scanned(cast)).url,
    body: place,
  }),
  'DELETE stocks/{stockId}/maps/{mapId}/background': async (cast) => ({ url: (await scanned(cast)).url }),
  'GET stocks/{stockId}/maps/{mapId}/background/{name}': async (cast) => {
    const { url, name } = await scanned(cast)
    return { url: `${url}/${name}` }
  },
}

import * as api from '@stowage/api/maps'
import { authorOf } from '../../platform/audit/author.ts'
import { publicRoute, route, sent, type Route } from '../../platform/http/call.ts'
import { sendKept, type KeptAnswers } from '../../platform/http/kept-answers.ts'
import { fail } from '../../platform/failure.ts'
import { keepPicture, pictureName, sendPicture } from '../../platform/files/pictures.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteMap, orderMaps, renameMap, undeleteMap } from './change-maps.ts'
import { describeMap, describeVersion, mapNamed } from './describe-map.ts'
import { mapJson } from './fetch-map.ts'
import { readFloorPlans } from './floor-plan-view.ts'
import { readMap, SCANS } from './map-store.ts'
import { isStock, listMaps, listVersions, readVersion } from './map-view.ts'
import { saveMap } from './save-map.ts'
import { removeBackground, setBackground } from './set-background.ts'

export function mapRoutes(platform: Platform, plans: KeptAnswers): Route[] {
  const { clock, db, files } = platform
  const deps = { clock }
  const whole = async (stockId: string) => {
    if (!(await isStock(db, stockId))) fail(6006, { field: 'stockId' })
    return (await listMaps(db, stockId)).map(describeMap)
  }
  return [
    publicRoute(api.getMap, async (call) => {
      const { stockId } = call.params
      const kept = await plans.get(stockId, 'map', async () => {
        const found = await readFloorPlans(db, stockId)
        return found && { json: mapJson(found) }
      })
      return await sendKept(call, kept ?? fail(6006, { field: 'stockId' }))
    }),
    route(api.saveMap, async (call) => {
      const { stockId } = call.params
      const { mapId, objects, version, id, restored, imported = false } = call.body
      return await call.transact(async (tx) => {
        const origin = restored !== undefined ? 'restored' : imported ? 'imported' : 'drawn'
        const saved = await saveMap(deps, tx, authorOf(call), stockId, {
          name: mapId,
          objects,
          version,
          id,
          origin,
        })
        return describeMap(await mapNamed(tx, stockId, saved))
      })
    }),
    route(api.listMaps, async ({ params }) => await whole(params.stockId)),
    route(api.orderMaps, async (call) => {
      const { stockId } = call.params
      return await call.transact(async (tx) => {
        await orderMaps(deps, tx, authorOf(call), stockId, call.body.order)
        return (await listMaps(tx, stockId)).map(describeMap)
      })
    }),
    route(api.renameMap, async (call) => {
      return await call.transact(async (tx) => {
        const name = await renameMap(deps, tx, authorOf(call), call.params, call.body.name)
        return describeMap(await mapNamed(tx, call.params.stockId, name))
      })
    }),
    route(api.deleteMap, async (call) => {
      return await call.transact(async (tx) => {
        const id = await deleteMap(deps, tx, authorOf(call), call.params)
        const gone = (await listMaps(tx, call.params.stockId)).find((one) => one.id === id)
        return describeMap(gone ?? fail(9104))
      })
    }),
    route(api.undeleteMap, async (call) => {
      return await call.transact(async (tx) => {
        const name = await undeleteMap(deps, tx, authorOf(call), call.params)
        return describeMap(await mapNamed(tx, call.params.stockId, name))
      })
    }),
    route(api.listMapVersions, async ({ params }) => {
      const map = (await readMap(db, params.stockId, params.mapId)) ?? fail(9104)
      return (await listVersions(db, map.id)).map(describeVersion)
    }),
    route(api.getMapVersion, async ({ params }) => {
      const map = (await readMap(db, params.stockId, params.mapId)) ?? fail(9104)
      const version = /^\d{1,9}$/.test(params.version) ? Number(params.version) : fail(9104)
      return [...((await readVersion(db, map.id, version)) ?? fail(9104))]
    }),
    route(api.setMapBackground, async (call) => {
      const { scan } = call.body
      const file = scan === undefined ? undefined : await keepPicture(files, SCANS, scan, 'scan')
      try {
        return await call.transact(async (tx) => {
          await setBackground(deps, tx, authorOf(call), call.params, call.body, file)
          return describeMap(await mapNamed(tx, call.params.stockId, call.params.mapId))
        })
      } catch (error) {
        if (file !== undefined) await files.remove(file)
        throw error
      }
    }),
    route(api.deleteMapBackground, async (call) => {
      return await call.transact(async (tx) => {
        await removeBackground(deps, tx, authorOf(call), call.params)
        return describeMap(await mapNamed(tx, call.params.stockId, call.params.mapId))
      })
    }),
    route(api.getMapBackground, async ({ params, reply }) => {
      const map = (await readMap(db, params.stockId, params.mapId)) ?? fail(9104)
      // By its name, which never gets another picture: what was asked for is what is sent.
      if (pictureName(map.background?.file ?? null) !== params.name) fail(9104)
      await sendPicture(files, reply, { folder: SCANS, name: params.name, isPublic: false })
      return sent
    }),
  ]
}

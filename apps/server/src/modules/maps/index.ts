import { getMap } from '@stowage/api/maps'
import type { Tx } from '../../platform/database/transaction.ts'
import { publicRoute } from '../../platform/http/call.ts'
import { createKeptAnswers, sendKept } from '../../platform/http/kept-answers.ts'
import { fail } from '../../platform/failure.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxChanged, stockChanged, type Author } from '../catalog/index.ts'
import { mapChanged } from './events.ts'
import { mapJson } from './fetch-map.ts'
import { readFloorPlans } from './floor-plan-view.ts'
import { saveMap } from './save-map.ts'

export { cleanMapObjects, type MapObject } from './clean-map-objects.ts'
export { mapChanged } from './events.ts'

export interface Maps extends Module {
  /** Stores one floor plan under its name. @throws Failure 6006, 9113; FieldFailures 1005 naming the object and its field */
  saveMap(tx: Tx, author: Author, stockId: string, name: string, objects: readonly unknown[]): Promise<void>
}

/** Who holds a box is not on the plan, so bookings leave it alone. */
const CHANGE_PLANS: ReadonlySet<string> = new Set([mapChanged.type, boxChanged.type, stockChanged.type])

/** The maps module of one server. */
export function createMaps(platform: Platform): Maps {
  const { clock, db } = platform
  const plans = createKeptAnswers({ clock })
  return {
    routes: [
      publicRoute(getMap, async (call) => {
        const { stockId } = call.params
        const kept = await plans.get(stockId, 'map', async () => {
          const found = await readFloorPlans(db, stockId)
          return found && { json: mapJson(found) }
        })
        return await sendKept(call, kept ?? fail(6006, { field: 'stockId' }))
      }),
    ],
    heard(event) {
      if (event.stockId !== null && CHANGE_PLANS.has(event.type)) plans.drop(event.stockId)
    },
    saveMap: async (tx, author, stockId, name, objects) =>
      await saveMap({ clock }, tx, author, stockId, name, objects),
  }
}

import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxChanged, stockChanged, type Author } from '../catalog/index.ts'
import { mapChanged } from './events.ts'
import { keptScans, SCANS } from './map-store.ts'
import { mapRoutes } from './routes.ts'
import { saveMap, type GivenMap } from './save-map.ts'

export { mapChanged } from './events.ts'

export interface Maps extends Module {
  /** Stores one floor plan under its name. @throws Failure 6006, 9109, 9113; FieldFailures 1005 naming the object and its field */
  saveMap(tx: Tx, author: Author, stockId: string, map: GivenMap): Promise<void>
}

/** Who holds a box is not on the plan, so bookings leave it alone. */
const CHANGE_PLANS: ReadonlySet<string> = new Set([mapChanged.type, boxChanged.type, stockChanged.type])

/** The maps module of one server. */
export function createMaps(platform: Platform): Maps {
  const { clock, db, files } = platform
  const plans = createKeptAnswers({ clock })
  return {
    routes: mapRoutes(platform, plans),
    jobs: [
      {
        name: 'forget-stray-scans',
        everySeconds: 3600,
        run: async () => await forgetStray(files, SCANS, (keys) => keptScans(db, keys), machineNow()),
      },
    ],
    heard(event) {
      if (event.stockId !== null && CHANGE_PLANS.has(event.type)) plans.drop(event.stockId)
    },
    saveMap: async (tx, author, stockId, map) => {
      await saveMap({ clock }, tx, author, stockId, map)
    },
  }
}

import { locksWay, sourcesWay } from '../../platform/outgoing-purposes.ts'
import { machineNow } from '../../platform/clock.ts'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer } from '../../platform/seal.ts'
import { boxRoutes } from './box-routes.ts'
import { claimBox, expireLapsedClaim, passClaim, releaseClaim } from './claim-box.ts'
import {
  lockBoxRow,
  lockBoxRowByUnitNumber,
  lockFreeBoxRow,
  readBox,
  updateClaimLapse,
} from './claim-store.ts'
import { keptPreviews, PREVIEWS } from './category-store.ts'
import { createBoxes } from './create-boxes.ts'
import { createCategory } from './create-category.ts'
import { createCity } from './create-city.ts'
import { createSeller } from './create-seller.ts'
import { createStock } from './create-stock.ts'
import { readExternalSystem } from './external-system-view.ts'
import { oneStock } from './list-stocks.ts'
import { createMemory } from './memory.ts'
import { regroupBoxes } from './regroup-boxes.ts'
import { catalogRoutes } from './routes.ts'
import { setCompany } from './set-company.ts'
import { setSiteAddress } from './set-site-address.ts'
import { stockRoutes } from './stock-routes.ts'
import { takeSource } from './take-source.ts'
import { tariffRoutes } from './tariff-routes.ts'
import type { Catalog } from './terms.ts'

export type { Author } from './author.ts'
export type { NewBox } from './create-boxes.ts'
export type { NewCategory } from './create-category.ts'
export type { NewCity } from './create-city.ts'
export type { NewSeller } from './create-seller.ts'
export type { NewEquipment, NewStock, NewVat } from './create-stock.ts'
export type { CompanySettings } from './set-company.ts'
export type { SourceFacts, SourceUnit } from './take-source.ts'
export {
  boxChanged,
  boxClaimed,
  boxReleased,
  categoriesChanged,
  citiesChanged,
  companyChanged,
  sellersChanged,
  stockChanged,
} from './events.ts'
export { isFree } from './stock-view.ts'
export { vatPercent } from './terms.ts'
export { whichBox } from './which-box.ts'
export type {
  BoxFacts,
  Catalog,
  ExternalSystem,
  NewClaim,
  SellerFacts,
  StockAnswer,
  StockTerms,
  StockViewer,
} from './terms.ts'

/** The catalog module of one server: cities, stocks, boxes, prices, and who holds which box. */
export function createCatalog(platform: Platform): Catalog {
  const { clock, config, db } = platform
  const memory = createMemory(platform)
  const deps = {
    clock,
    config,
    db,
    memory,
    sealer: createSealer(config.secrets.storageKey, 'stock-database'),
    mayReachLocks: locksWay(config).mayReach,
    mayReachSource: sourcesWay(config).mayReach,
  }
  return {
    routes: [
      ...catalogRoutes(platform, memory),
      ...boxRoutes(platform),
      ...stockRoutes(platform, deps),
      ...tariffRoutes(platform, memory),
    ],
    jobs: [
      {
        name: 'forget-stray-previews',
        everySeconds: 3600,
        run: async () =>
          await forgetStray(platform.files, PREVIEWS, (keys) => keptPreviews(db, keys), machineNow()),
      },
    ],
    heard: (event) => memory.heard(event),

    stockTerms: async (stockId) => (await memory.stocks.get()).get(stockId),
    describeStock: async (stockId, viewer) => await oneStock(deps, stockId, viewer),
    externalSystem: async (stockId) => {
      const found = await readExternalSystem(db, stockId)
      if (found === undefined) return undefined
      const { sealedPassword, ...system } = found
      const password = sealedPassword === null ? null : deps.sealer.openText(sealedPassword, stockId)
      return { ...system, password }
    },
    box: async (boxId) => await readBox(db, boxId),

    lockBox: lockBoxRow,
    lockBoxByUnitNumber: lockBoxRowByUnitNumber,
    lockFreeBox: async (tx, stockId, size) => await lockFreeBoxRow(tx, stockId, size, clock.now()),
    claimBox,
    passClaim: async (tx, from, to) => await passClaim(tx, from, to, clock.now()),
    setClaimLapse: updateClaimLapse,
    releaseClaim,
    expireLapsedClaim,

    createCity: async (tx, author, city) => await createCity(deps, tx, author, city),
    createSeller: async (tx, author, seller) => await createSeller(deps, tx, author, seller),
    createStock: async (tx, author, stock) => await createStock(deps, tx, author, stock),
    createBoxes: async (tx, author, stockId, boxes) => await createBoxes(deps, tx, author, stockId, boxes),
    createCategory: async (tx, author, category) => await createCategory(deps, tx, author, category),
    regroupBoxes: async (tx, author) => await regroupBoxes(deps, tx, author),
    takeSource: async (tx, stockId, source) => await takeSource(deps, tx, stockId, source),
    setSiteAddress: async (tx, author, stockId, address) =>
      await setSiteAddress(deps, tx, author, stockId, address),
    setCompany: async (tx, author, settings) => {
      await setCompany(deps, tx, author, settings)
    },
  }
}

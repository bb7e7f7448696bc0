import { machineNow } from '../../platform/clock.ts'
import type { Transact } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer } from '../../platform/seal.ts'
import type { Catalog } from '../catalog/index.ts'
import { findSite, listSites, upsertSite, type SiteRow } from './access-store.ts'
import type { SiteAddress } from './locks-client.ts'

/** A site's keys: two may be valid at a time, so that a secret is changed without closing a door. */
export interface SiteKeys {
  readonly stockId: string
  readonly keys: readonly { readonly keyId: string; readonly secret: string }[]
}

export interface Sites {
  /** Where a stock's locks server is; undefined where none is set up. */
  address(stockId: string): Promise<SiteAddress | undefined>
  /** Whether anybody has set a locks server up for the stock; a house without one is no house that is down. */
  isExpected(stockId: string): Promise<boolean>
  keys(stockId: string): Promise<SiteKeys | undefined>
  all(): Promise<string[]>
  register(transact: Transact, site: { stockId: string; keyId: string; secret: string }): Promise<void>
  forget(stockId: string): void
}

const UNKNOWN_KEPT = 10_000
const UNKNOWN_MS = 10_000

/** Secrets of sites, sealed at rest and kept open in memory for a minute: opening a door reads no row for them. */
export function createSites(platform: Platform, catalog: Catalog): Sites {
  const sealer = createSealer(platform.config.secrets.storageKey, 'site')
  const known = new Map<string, { keys: SiteKeys; until: number }>()
  /** Asked for and not there; whoever makes ids up asks the database no more than this often for each. */
  const unknown = new Map<string, number>()

  const open = (row: SiteRow): SiteKeys => {
    const current = { keyId: row.keyId, secret: sealer.openText(row.secretSealed, row.stockId) }
    const previous =
      row.previousKeyId === null || row.previousSecretSealed === null
        ? []
        : [{ keyId: row.previousKeyId, secret: sealer.openText(row.previousSecretSealed, row.stockId) }]
    return { stockId: row.stockId, keys: [current, ...previous] }
  }
  async function keys(stockId: string): Promise<SiteKeys | undefined> {
    const kept = known.get(stockId)
    if (kept && kept.until > performance.now()) return kept.keys
    if ((unknown.get(stockId) ?? 0) > performance.now()) return undefined
    const row = await findSite(platform.db, stockId)
    if (!row) {
      if (unknown.size >= UNKNOWN_KEPT) unknown.clear()
      unknown.set(stockId, performance.now() + UNKNOWN_MS)
      return undefined
    }
    const opened = open(row)
    known.set(stockId, { keys: opened, until: performance.now() + 60_000 })
    return opened
  }

  return {
    keys,
    async address(stockId) {
      const stock = await catalog.stockTerms(stockId)
      if (!stock || stock.routerIp === null || stock.servicePort === null) return undefined
      const current = (await keys(stockId))?.keys[0]
      return current && { stockId, host: stock.routerIp, port: stock.servicePort, ...current }
    },
    async isExpected(stockId) {
      const stock = await catalog.stockTerms(stockId)
      return stock !== undefined && stock.routerIp !== null && stock.servicePort !== null
    },
    all: async () => (await listSites(platform.db)).map((row) => row.stockId),
    async register(transact, site) {
      await transact(
        async (tx) =>
          await upsertSite(tx, {
            stockId: site.stockId,
            keyId: site.keyId,
            secretSealed: sealer.sealText(site.secret, site.stockId),
            at: machineNow(),
          }),
      )
      known.delete(site.stockId)
      unknown.delete(site.stockId)
    },
    forget(stockId) {
      known.delete(stockId)
      unknown.delete(stockId)
    },
  }
}

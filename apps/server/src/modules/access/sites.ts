import { machineNow } from '../../platform/clock.ts'
import type { Transact, Tx } from '../../platform/database/transaction.ts'
import type { Signals } from '../../platform/events/signals.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer, type Sealer } from '../../platform/seal.ts'
import type { Catalog } from '../catalog/index.ts'
import type { SiteAddress } from './locks-client.ts'
import { findSite, rotateKey, upsertSite, useKey, type SiteRow } from './site-store.ts'

export interface SiteKey {
  readonly keyId: string
  readonly secret: string
}

/** With what the machine that has it proves itself where we call it; null: it has told nothing. */
export interface KnownKey extends SiteKey {
  readonly certificate: string | null
}

/** A site's keys: two may be valid at a time, so that a secret is changed without closing a door. */
export interface SiteKeys {
  readonly stockId: string
  /** The newest first. */
  readonly keys: readonly KnownKey[]
  /** The newest was handed out and nobody has used it yet. */
  readonly isUnused: boolean
  readonly pairedAt: Temporal.Instant | null
}

export interface Sites {
  /** Where a stock's locks server is; undefined where none is set up. */
  address(stockId: string): Promise<SiteAddress | undefined>
  /** Whether anybody has set a locks server up for the stock; a house without one is no house that is down. */
  isExpected(stockId: string): Promise<boolean>
  keys(stockId: string): Promise<SiteKeys | undefined>
  /** The site has shown that it has this key: a new one that is used for the first time ends the old one. */
  used(stockId: string, keyId: string): Promise<void>
  register(transact: Transact, site: { stockId: string } & SiteKey): Promise<void>
  /** Gives a site a new key, beside the one that it uses. */
  rotate(tx: Tx, site: { stockId: string } & KnownKey): Promise<void>
  /** The keys have changed in this transaction: every process reads them anew behind its commit. */
  changed(tx: Tx, stockId: string): Promise<void>
  /** Told after keys were forgotten: a tunnel under a key that counts no more hangs up. */
  onChange(listener: (stockId: string) => void): void
  forget(stockId: string): void
}

const UNKNOWN_KEPT = 10_000
const UNKNOWN_MS = 10_000
const KEPT_MS = 60_000
const TOPIC = 'site-keys'

/** Secrets of sites, sealed at rest and kept open in memory for a minute: opening a door reads no row for them. */
export function createSites(platform: Platform, catalog: Catalog, signals: Signals): Sites {
  const sealer = createSealer(platform.config.secrets.storageKey, 'site')
  const known = new Map<string, { keys: SiteKeys; until: number }>()
  /** Asked for and not there; whoever makes ids up asks the database no more than this often for each. */
  const unknown = new Map<string, number>()
  const listeners: ((stockId: string) => void)[] = []

  async function keys(stockId: string): Promise<SiteKeys | undefined> {
    const kept = known.get(stockId)
    if (kept && kept.until > performance.now()) return kept.keys
    if ((unknown.get(stockId) ?? 0) > performance.now()) return undefined
    const row = await findSite(platform.db, stockId)
    if (!row) {
      known.delete(stockId)
      if (unknown.size >= UNKNOWN_KEPT) unknown.clear()
      unknown.set(stockId, performance.now() + UNKNOWN_MS)
      return undefined
    }
    const opened = openKeys(row, sealer)
    known.set(stockId, { keys: opened, until: performance.now() + KEPT_MS })
    return opened
  }
  function forget(stockId: string): void {
    known.delete(stockId)
    unknown.delete(stockId)
    for (const listener of listeners) listener(stockId)
  }
  signals.on(TOPIC, forget)
  const changed = async (tx: Tx, stockId: string): Promise<void> => await signals.send(tx, TOPIC, stockId)

  return {
    keys,
    async address(stockId) {
      const stock = await catalog.stockTerms(stockId)
      if (!stock || stock.routerIp === null || stock.servicePort === null) return undefined
      const site = await keys(stockId)
      // The one that it is known to have first.
      const inOrder = site && (site.isUnused ? site.keys.toReversed() : site.keys)
      return inOrder && { stockId, host: stock.routerIp, port: stock.servicePort, keys: inOrder }
    },
    async isExpected(stockId) {
      const stock = await catalog.stockTerms(stockId)
      if (stock === undefined) return false
      if (stock.routerIp !== null && stock.servicePort !== null) return true
      return ((await keys(stockId))?.pairedAt ?? null) !== null
    },
    async used(stockId, keyId) {
      const site = await keys(stockId)
      if (site?.isUnused !== true || site.keys[0]?.keyId !== keyId) return
      await platform.transact(async (tx) => {
        if (await useKey(tx, stockId, keyId, machineNow())) await changed(tx, stockId)
      })
      forget(stockId)
    },
    async register(transact, { stockId, keyId, secret }) {
      await transact(async (tx) => {
        const secretSealed = sealer.sealText(secret, stockId)
        await upsertSite(tx, { stockId, keyId, secretSealed, at: machineNow() })
        await changed(tx, stockId)
      })
      forget(stockId)
    },
    async rotate(tx, { stockId, keyId, secret, certificate }) {
      const secretSealed = sealer.sealText(secret, stockId)
      await rotateKey(tx, { stockId, keyId, secretSealed, certificate, at: machineNow() })
      await changed(tx, stockId)
    },
    changed,
    onChange: (listener) => void listeners.push(listener),
    forget,
  }
}

function openKeys(row: SiteRow, sealer: Sealer): SiteKeys {
  const { certificate } = row
  const current = { keyId: row.keyId, secret: sealer.openText(row.secretSealed, row.stockId), certificate }
  const previous =
    row.previousKeyId === null || row.previousSecretSealed === null
      ? []
      : [
          {
            keyId: row.previousKeyId,
            secret: sealer.openText(row.previousSecretSealed, row.stockId),
            certificate: row.previousCertificate,
          },
        ]
  return {
    stockId: row.stockId,
    keys: [current, ...previous],
    isUnused: row.keyUsedAt === null,
    pairedAt: row.pairedAt,
  }
}

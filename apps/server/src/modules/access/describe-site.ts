import type { getSite, siteDoors } from '@stowage/api/sites'
import type { Answer } from '@stowage/api/endpoint'
import { WINDOW_S } from '@stowage/lsp/signature'
import { machineNow } from '../../platform/clock.ts'
import type { StockTerms } from '../catalog/index.ts'
import { countExposedPins } from './exposed-pins-view.ts'
import { describeCertificate, warningsOfProof } from './describe-certificate.ts'
import { readHealth, type HealthRow } from './health-store.ts'
import { findHolder } from './holder-store.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import type { AccessTools } from './open-door.ts'
import { locksOfStock } from './site-view.ts'
import { findSite, openPairing } from './site-store.ts'
import type { SiteWatch } from './watch-sites.ts'

type SiteAnswer = Answer<typeof getSite>
type Warning = SiteAnswer['warnings'][number]
type DoorsAnswer = Answer<typeof siteDoors>

const WARN_SKEW_MS = 20_000
/** Beyond it (and what is lost by rounding) signatures are stale on both sides. */
const SHUT_SKEW_MS = (WINDOW_S + 1) * 1000
/** A site that tells what it sees has nothing left in seconds. */
const WARN_UNSENT = 200
/** Lists are told anew every 15 minutes: one that ends within a day has not been for two. */
const LIST_OLD = { hours: 24 }

/**
 * How the locks server of a stock is set up, and how it is, as of its last heartbeat.
 * @param isSuperUser addresses are technical fields of the stock (decisions.md B10): of superUsers alone
 */
export async function describeSite(
  { platform, sites, gateway }: AccessTools,
  watch: SiteWatch,
  stock: StockTerms,
  isSuperUser: boolean,
): Promise<SiteAnswer> {
  const now = machineNow()
  const [keys, site, health, pairing, carrier, isOk, holder, pinsAtRisk] = await Promise.all([
    sites.keys(stock.id),
    findSite(platform.db, stock.id),
    readHealth(platform.db, stock.id),
    openPairing(platform.db, stock.id, now),
    gateway.carrierOf(stock.id),
    watch.isOk(stock.id),
    findHolder(platform.db, stock.id),
    countExposedPins(platform.db, stock.id),
  ])
  return {
    stockId: stock.id,
    isPaired: keys !== undefined,
    keyId: keys?.keys[0]?.keyId ?? null,
    pairedAt: keys?.pairedAt?.toString() ?? null,
    isRotating: keys?.isUnused === true && keys.keys.length > 1,
    pairing: pairing ? { expiresAt: pairing.expiresAt.toString() } : null,
    certificate: describeCertificate(site),
    directAddress:
      !isSuperUser || stock.routerIp === null || stock.servicePort === null
        ? null
        : `${stock.routerIp.includes(':') ? `[${stock.routerIp}]` : stock.routerIp}:${stock.servicePort}`,
    carrier,
    isOk,
    clockAheadS: health?.skewMs == null ? null : Math.round(health.skewMs / 1000),
    health: health ? healthAnswer(health, isSuperUser) : null,
    otherHolder: holder?.refused
      ? { ...holder.refused, address: isSuperUser ? holder.refused.address : null }
      : null,
    pinsAtRisk,
    warnings: [
      ...(holder?.refused ? (['twoHolders'] as const) : []),
      ...(isOk ? [] : (['away'] as const)),
      ...warningsOfProof(site, health, now),
      ...(Math.abs(health?.skewMs ?? 0) > SHUT_SKEW_MS ? (['clockShut'] as const) : []),
      ...(health?.contactAt ? warningsOf(health, platform.clock.now()) : []),
    ],
  }
}

function healthAnswer(health: HealthRow, isSuperUser: boolean): SiteAnswer['health'] {
  const { contactAt, carrier, version, startedAt } = health
  if (contactAt === null || carrier === null || version === null || startedAt === null) return null
  return {
    lastContactAt: contactAt.toString(),
    carrier,
    address: isSuperUser ? health.address : null,
    version,
    startedAt: startedAt.toString(),
    skewMs: health.skewMs ?? 0,
    isClockUncertain: health.isClockUncertain,
    isMaintenance: health.isMaintenance,
    buses: [...health.buses],
    unsentEvents: health.unsentEvents,
    listVersion: health.listVersion,
    listValidUntil: health.listValidUntil?.toString() ?? null,
    listRejected: health.listRejected,
    offlineSince: health.offlineSince?.toString() ?? null,
    exits: [...health.exits],
  }
}

const isBetween = (value: number, low: number, high: number): boolean => value > low && value <= high

/** @param now business time, which a list's hours are in */
function warningsOf(health: HealthRow, now: Temporal.Instant): Warning[] {
  const { listValidUntil } = health
  const isListOld = listValidUntil !== null && Temporal.Instant.compare(listValidUntil, now.add(LIST_OLD)) < 0
  const all: readonly (readonly [Warning, boolean])[] = [
    ['maintenance', health.isMaintenance],
    ['bus', health.buses.some((bus) => !bus.isOk)],
    ['exitContact', health.exits.length > 0],
    ['clock', isBetween(Math.abs(health.skewMs ?? 0), WARN_SKEW_MS, SHUT_SKEW_MS)],
    ['clockUncertain', health.isClockUncertain],
    ['unsentEvents', health.unsentEvents > WARN_UNSENT],
    ['listRejected', health.listRejected !== null],
    ['listOld', isListOld],
  ]
  return all.filter(([, holds]) => holds).map(([warning]) => warning)
}

/** Our lock numbers against those that the site has, by number: an installer sees which of them his address map lacks. */
export async function compareDoors(
  { platform, gateway }: AccessTools,
  stock: StockTerms,
  isSuperUser: boolean,
): Promise<DoorsAnswer> {
  const [ours, theirs] = await Promise.all([
    locksOfStock(platform.db, stock.id),
    gateway.locks(stock.id).catch((error: unknown) => {
      if (error instanceof SiteUnavailable) return undefined
      throw error
    }),
  ])
  const known = new Map(ours.map((lock) => [lock.lockId, lock]))
  const atSite = new Map((theirs?.locks ?? []).map((lock) => [lock.id, lock]))
  const ids = [...new Set([...known.keys(), ...atSite.keys()])].sort()
  return {
    isLive: theirs !== undefined,
    doors: ids.map((lockId) => {
      const [own, site] = [known.get(lockId), atSite.get(lockId)]
      const seen = site && (site.online && site.state !== 'unknown' ? site.state : 'unavailable')
      return {
        lockId,
        kind: own?.kind ?? null,
        name: own?.name ?? null,
        boxId: own?.boxId ?? null,
        isAtSite: theirs === undefined ? null : site !== undefined,
        nameAtSite: site?.name ?? null,
        // A site that answers and does not name a lock has none: how it stood once is worth nothing.
        lockStatus: seen ?? (theirs === undefined ? own?.state : undefined) ?? 'unavailable',
        isBlind: site?.online === true && site.state === 'unknown',
        since: site?.since ?? own?.since ?? null,
        lastError: site?.lastError ?? null,
        mayTest: isSuperUser || own?.isInUse !== true,
      }
    }),
  }
}

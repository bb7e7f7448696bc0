import { isIP } from 'node:net'
import { parseLockId } from '@stowage/domain/box'
import { fail } from '../../platform/failure.ts'
import type { NewEquipment } from './create-stock.ts'

/** Whether the operator lets this server call an address (platform/outgoing-purposes.ts). */
export type MayReach = (host: string, port: number) => boolean

interface Checked {
  readonly code?: string
  readonly openingTime?: string
  readonly closingTime?: string
  readonly timeZone: string
  readonly routerIp?: string | null
  readonly servicePort?: number | null
  readonly offlineAppUrl?: string | null
}

const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/

/** What the schema of a call cannot say. @throws Failure 1005 with the field; 9114 for an address that may not be called */
export function checkStock(stock: Checked, mayReach: MayReach): void {
  if (stock.code !== undefined && !/^[A-Z0-9]{2,8}$/.test(stock.code)) fail(1005, { field: 'code' })
  for (const field of ['openingTime', 'closingTime'] as const) {
    const time = stock[field]
    if (time !== undefined && !HOUR.test(time)) fail(1005, { field })
  }
  if (!isTimeZone(stock.timeZone)) fail(1005, { field: 'timeZone' })
  const { routerIp, servicePort, offlineAppUrl } = stock
  if (routerIp) checkAddress('routerIp', routerIp, servicePort ?? 443, mayReach)
  if (offlineAppUrl && !isOfflineApp(offlineAppUrl)) fail(1005, { field: 'offlineAppUrl' })
}

/** The external system's database: a host name, or an address that may be called. @throws Failure 1005, 9114 */
export function checkDatabaseServer(server: string, port: number | null, mayReach: MayReach): void {
  if (isIP(server) !== 0) checkAddress('dbServer', server, port ?? 3306, mayReach)
  else if (!/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(server))
    fail(1005, { field: 'dbServer' })
  else if (/(^|\.)localhost$/i.test(server)) fail(9114, { field: 'dbServer' })
}

function checkAddress(field: string, host: string, port: number, mayReach: MayReach): void {
  if (isIP(host) === 0) fail(1005, { field })
  if (!mayReach(host, port)) fail(9114, { field })
}

/**
 * People open it in the stock's own network, so a private address is what it usually has; but no script, no file and nothing
 * on the reader's own machine.
 */
function isOfflineApp(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return username === '' && !/^(localhost|127\.|0\.|169\.254\.|\[)/.test(hostname)
}

/** @param locks lock ids of the stock's boxes @throws Failure 1005, 6011, 6013 with the place in the list */
export function checkEquipment(equipment: readonly NewEquipment[], locks: ReadonlySet<string>): void {
  const seen = new Set(locks)
  for (const [index, { id }] of equipment.entries()) {
    const field = `internalEquipments.${index}.id`
    const parsed = parseLockId(id)
    if (!parsed.ok) fail(parsed.code, { field })
    if (seen.has(id)) fail(6011, { field })
    seen.add(id)
  }
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return name.includes('/') || name === 'UTC'
  } catch {
    return false
  }
}

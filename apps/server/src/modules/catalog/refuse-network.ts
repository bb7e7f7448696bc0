import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** What leads into the network of a warehouse, or to the source of an external one. */
const NETWORK = [
  'wifiNetworkName',
  'wifiPassword',
  'routerIp',
  'servicePort',
  'offlineAppUrl',
  'dbServer',
  'dbPort',
  'dbKind',
  'dbName',
  'dbUsername',
  'dbPassword',
  'dbTakesCommands',
] as const

/** The network of a warehouse is changed by people: a scope for the catalogue does not reach it. @throws Failure 9182 */
export function refuseNetwork(
  actor: Pick<Actor, 'key'>,
  body: Readonly<Partial<Record<(typeof NETWORK)[number], unknown>>>,
): void {
  const named = NETWORK.find((field) => body[field] !== undefined)
  if (actor.key !== undefined && named !== undefined)
    fail(9182, { field: named, reason: 'no field for a key' })
}

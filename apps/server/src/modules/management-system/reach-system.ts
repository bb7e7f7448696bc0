import { lookup } from 'node:dns/promises'
import type { ExternalSystem } from '../catalog/index.ts'
import { SourceFailure, type ReachableSystem } from './source.ts'

/** The usual ports of databases that are read in a later step; any other one is taken for PostgreSQL. */
const otherKinds: readonly number[] = [3306, 1433]
const postgresPort = 5432

/**
 * Looks up where an external system is and whether it may be called. Asked at each call: the settings may be older than the list
 * of allowed addresses, and a name may point elsewhere today.
 * @throws SourceFailure noSource where something of the five fields or the site's id is missing; sourceKind; sourceAway
 */
export async function reachSystem(
  { siteId, server, port, name, username, password }: ExternalSystem,
  mayReach: (host: string, port: number) => boolean,
): Promise<ReachableSystem> {
  if (!siteId || !server || !name || !username || password === null)
    throw new SourceFailure('noSource', 'the external database is not set up')
  const at = port ?? postgresPort
  if (otherKinds.includes(at)) throw new SourceFailure('sourceKind', `no driver for port ${at}`)
  const addresses = await lookup(server, { all: true }).catch((error: unknown) => {
    throw new SourceFailure('sourceAway', `the name ${server} leads nowhere`, error)
  })
  // Every one of them: a name that also points inside is not to be trusted with the one outside.
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, at)))
    throw new SourceFailure(
      'sourceAway',
      `the address of ${server}:${at} is not allowed (LOCKS_ALLOWED_ADDRESSES)`,
    )
  const [{ address } = { address: '' }] = addresses
  return { siteId, server, port: at, name, username, password, address }
}

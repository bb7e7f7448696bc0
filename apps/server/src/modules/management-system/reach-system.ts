import { lookup } from 'node:dns/promises'
import { kindOfPort, usualPort, type DatabaseKind } from '@stowage/domain/database-kind'
import type { ExternalSystem } from '../catalog/index.ts'
import { createSourceApart } from './source-apart.ts'
import { SourceFailure, type ReachableSystem, type Source, type SourceLimits } from './source.ts'

/** The external system of a stock as it can be called. */
export interface Reached {
  readonly source: Source
  readonly system: ReachableSystem
}
/** @throws SourceFailure as `reachSystem` */
export type Reach = (system: ExternalSystem) => Promise<Reached>

/** Which kind the settings say; where they say none, the one whose usual port it is. */
const kindOf = ({ kind, port }: Pick<ExternalSystem, 'kind' | 'port'>): DatabaseKind =>
  kind ?? kindOfPort(port)

interface Ways {
  readonly mayReach: (host: string, port: number) => boolean
  /** Whether the operator has named the address: then the way to it is his, and encrypted as it is there. */
  readonly isNamed: (host: string, port: number) => boolean
}

/** A way to every external system this server may call. */
export function createReach(limits: SourceLimits, { mayReach, isNamed }: Ways): Reach {
  const sources: Readonly<Record<DatabaseKind, Source>> = {
    postgres: createSourceApart('postgres', limits),
    mysql: createSourceApart('mysql', limits),
    mssql: createSourceApart('mssql', limits),
  }
  return async (system) => ({
    source: sources[kindOf(system)],
    system: await reachSystem(system, { mayReach, isNamed }),
  })
}

/**
 * Looks up where an external system is and whether it may be called. Asked at each call: the settings may be older than the list
 * of allowed addresses, and a name may point elsewhere today.
 * @throws SourceFailure noSource where something of the five fields or the site's id is missing; sourceAway where its name leads
 *   nowhere; sourceInner where it leads to an address that may not be called
 */
async function reachSystem(
  { siteId, server, port, kind, name, username, password }: ExternalSystem,
  { mayReach, isNamed }: Ways,
): Promise<ReachableSystem> {
  if (!siteId || !server || !name || !username || password === null)
    throw new SourceFailure('noSource', 'the external database is not set up')
  const at = port ?? usualPort(kind ?? 'postgres')
  const addresses = await lookup(server, { all: true }).catch((error: unknown) => {
    throw new SourceFailure('sourceAway', `the name ${server} leads nowhere`, error)
  })
  // Every one of them: a name that also points inside is not to be trusted with the one outside.
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, at)))
    throw new SourceFailure(
      'sourceInner',
      `the address of ${server}:${at} is not allowed (SOURCES_ALLOWED_ADDRESSES)`,
    )
  const [{ address } = { address: '' }] = addresses
  const encryption = isNamed(address, at) ? 'offered' : 'proven'
  return { siteId, server, port: at, name, username, password, address, encryption }
}

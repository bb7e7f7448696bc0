import { permissionsOf, type Permission } from '@stowage/domain/roles'
import { machineNow } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { RecordedEvent } from '../../platform/events/event.ts'
import type { Actor, Language } from '../../platform/http/actor.ts'
import type { AccessTokens, Claims } from './access-token.ts'
import { readActorRow } from './account-view.ts'
import { dropOldest } from './drop-oldest.ts'
import { accountChanged, accountEnded, secondFactorRuled, sessionsEnded } from './events.ts'
import { familiesEndedSince } from './session-store.ts'

/** An access token lives 15 minutes; what ended before that needs no remembering. */
const TOKEN_MS = 16 * 60_000
const KEPT = 10_000

interface Known {
  readonly actor: Actor
  readonly generation: number
  readonly lacksSecondFactor: boolean
}

export interface Authenticator {
  /** The account behind an access token as it is now; null for no valid session. No query for who called lately. */
  authenticate(token: string): Promise<Actor | null>
  actorById(id: string): Promise<Actor | null>
  /** The same for what acts in an account's name without a session: null also where its role asks for a second factor and there is none. */
  actingAs(id: string): Promise<Actor | null>
  /** Facts of this and of other processes: what is kept in memory is dropped. */
  heard(event: RecordedEvent): void
  /** Reads which sign-ins ended before this process began. */
  start(): Promise<void>
}

/**
 * Checks tokens against what accounts are now. Actors are kept in memory by account and dropped by the events that
 * change them, so that a deleted, demoted or signed-out user's token dies at the next call without a query per request.
 */
export function createAuthenticator(db: Database, tokens: AccessTokens): Authenticator {
  const actors = new Map<string, Promise<Known | null>>()
  const ended = new Map<string, number>()

  async function load(id: string): Promise<Known | null> {
    const row = await readActorRow(db, id)
    if (!row) return null
    const role =
      row.roleAlias === null
        ? null
        : { alias: row.roleAlias, permissions: (row.rolePermissions ?? []) as Permission[] }
    const grants = row.platformRole === 'client' ? ['client'] : permissionsOf(row.platformRole, role)
    const actor: Actor = {
      id: row.id,
      platformRole: row.platformRole,
      grants: new Set(grants),
      stockId: row.stockId,
      language: row.language as Language,
      familyId: null,
      impersonatedBy: null,
    }
    return { actor, generation: row.tokenGeneration, lacksSecondFactor: row.lacksSecondFactor }
  }

  async function known(id: string): Promise<Known | null> {
    const kept = actors.get(id)
    const reading = kept ?? load(id)
    if (kept) actors.delete(id)
    else dropOldest(actors, KEPT)
    // Put back at the end: the first ones are those that called longest ago. Dropped while being read, it is not put back.
    actors.set(id, reading)
    const forget = (): void => {
      if (actors.get(id) === reading) actors.delete(id)
    }
    // Who lacks his second factor has it a moment after he was refused, and calls at once.
    if (!kept) reading.then((found) => (found === null || found.lacksSecondFactor) && forget(), forget)
    return await reading
  }

  async function actorOf(claims: Claims): Promise<Actor | null> {
    if (ended.has(claims.familyId)) return null
    const found = await known(claims.accountId)
    if (!found || found.generation !== claims.generation) return null
    if (claims.by === null)
      return found.lacksSecondFactor ? null : { ...found.actor, familyId: claims.familyId }
    const by = await known(claims.by.accountId)
    if (
      !by ||
      by.lacksSecondFactor ||
      by.generation !== claims.by.generation ||
      by.actor.platformRole !== 'superUser' ||
      found.actor.platformRole === 'superUser'
    )
      return null
    return { ...found.actor, familyId: claims.familyId, impersonatedBy: by.actor.id }
  }

  function remember(families: readonly string[]): void {
    const now = machineNow().epochMilliseconds
    for (const [family, until] of ended) if (until < now) ended.delete(family)
    for (const family of families) ended.set(family, now + TOKEN_MS)
  }

  return {
    async authenticate(token) {
      const claims = await tokens.read(token)
      return claims && (await actorOf(claims))
    },
    actorById: async (id) => (await known(id))?.actor ?? null,
    async actingAs(id) {
      const found = await known(id)
      return found === null || found.lacksSecondFactor ? null : found.actor
    },
    heard({ type, payload }) {
      if (type === secondFactorRuled.type) actors.clear()
      if (type !== accountChanged.type && type !== accountEnded.type && type !== sessionsEnded.type) return
      actors.delete(String(payload['accountId']))
      if (type === sessionsEnded.type) remember(payload['families'] as string[])
    },
    async start() {
      remember(await familiesEndedSince(db, machineNow().subtract({ milliseconds: TOKEN_MS })))
    },
  }
}

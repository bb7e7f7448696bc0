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
/** What is kept is dropped by events; where one was missed, it is read again after this time. */
const TRUSTED_MS = 60_000

interface Kept {
  readonly reading: Promise<Known | null>
  /** Machine time in milliseconds. */
  readonly until: number
}

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
 * change them, so that a deleted, demoted or signed-out user's token dies at the next call without a query per request. Actors and
 * ended sign-ins are read again once a minute: an event that was not heard keeps no right for longer.
 * @param now machine time
 */
export function createAuthenticator(
  db: Database,
  tokens: Pick<AccessTokens, 'read'>,
  now = machineNow,
): Authenticator {
  const actors = new Map<string, Kept>()
  const ended = new Map<string, number>()
  let endedReading: { readonly reading: Promise<void>; readonly until: number } | undefined

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
    const at = now().epochMilliseconds
    const found = actors.get(id)
    const isNew = found === undefined || found.until <= at
    const kept = isNew ? { reading: load(id), until: at + TRUSTED_MS } : found
    if (found) actors.delete(id)
    else dropOldest(actors, KEPT)
    // Put back at the end: the first ones are those that called longest ago. Dropped while being read, it is not put back.
    actors.set(id, kept)
    const forget = (): void => {
      if (actors.get(id) === kept) actors.delete(id)
    }
    // Who lacks his second factor has it a moment after he was refused, and calls at once.
    if (isNew) kept.reading.then((one) => (one === null || one.lacksSecondFactor) && forget(), forget)
    return await kept.reading
  }

  async function readEnded(): Promise<void> {
    const at = now()
    if (endedReading === undefined || endedReading.until <= at.epochMilliseconds) {
      const mine = {
        reading: familiesEndedSince(db, at.subtract({ milliseconds: TOKEN_MS })).then(remember),
        until: at.epochMilliseconds + TRUSTED_MS,
      }
      endedReading = mine
      mine.reading.catch(() => {
        if (endedReading === mine) endedReading = undefined
      })
    }
    await endedReading.reading
  }

  async function actorOf(claims: Claims): Promise<Actor | null> {
    await readEnded()
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
    const at = now().epochMilliseconds
    for (const [family, until] of ended) if (until < at) ended.delete(family)
    for (const family of families) ended.set(family, at + TOKEN_MS)
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
    start: readEnded,
  }
}

import { isErrorCode } from '@stowage/api/errors'
import type { AccessAction } from '@stowage/domain/access-record'
import type { SiteEvent } from '@stowage/lsp/messages'
import { machineNow } from '../../platform/clock.ts'
import type { AccessRecord, Commander, LockOwner, LockState, SeenState } from './access-store.ts'
import type { KnownPerson } from './who-is-view.ts'

/** What is known here about those whom a batch of events concerns. */
export interface Concerned {
  readonly stockId: string
  readonly owners: ReadonlyMap<string, LockOwner>
  readonly commanders: ReadonlyMap<string, Commander>
  readonly people: ReadonlyMap<string, KnownPerson>
  /** By unit number. */
  readonly boxes: ReadonlyMap<string, { readonly boxId: string; readonly lockId: string | null }>
}

/** What an event comes to: a record, a state, or both. */
export interface Reading {
  readonly event: SiteEvent
  readonly at: Temporal.Instant
  readonly owner: LockOwner | undefined
  readonly record: AccessRecord | null
  readonly state: SeenState | null
}

const MEANS: Readonly<Record<string, { action: AccessAction | null; state: LockState | null }>> = {
  'lock.opened': { action: 'opened', state: 'opened' },
  'lock.forced': { action: 'forced', state: 'opened' },
  'lock.closed': { action: 'closed', state: 'closed' },
  'lock.offline': { action: null, state: 'unavailable' },
  'lock.left_open': { action: null, state: 'opened' },
  'equipment.ran': { action: 'opened', state: null },
  'access.granted': { action: 'granted', state: null },
  'access.denied': { action: 'refused', state: null },
  'access.locked_out': { action: 'locked_out', state: null },
  tamper: { action: 'tamper', state: null },
}

/**
 * What the events of a batch mean, in their order. A PIN that was taken and the door that opened for it are one try, and so one
 * record; what nobody here knows means nothing.
 * @param offsetMs of business time against the machine's, on which the site's clock stands
 */
export function readEvents(events: readonly SiteEvent[], concerned: Concerned, offsetMs: number): Reading[] {
  const now = machineNow()
  const granted = new Map<string, SiteEvent>()
  for (const event of events) if (event.type === 'access.granted') granted.set(tryOf(event), event)
  const opened = new Set(events.filter(opensByPin).map(tryOf))
  return events.flatMap((event): Reading[] => {
    const meaning = MEANS[event.type]
    if (!meaning || (event.type === 'access.granted' && opened.has(tryOf(event)))) return []
    // A clock that runs ahead must not make what is true later look old.
    const at = earlier(Temporal.Instant.from(event.at), now).add({ milliseconds: offsetMs })
    const box = event.box === undefined ? undefined : concerned.boxes.get(event.box)
    const owner = event.lockId === undefined ? undefined : concerned.owners.get(event.lockId)
    const by = opensByPin(event) ? granted.get(tryOf(event)) : undefined
    const record =
      meaning.action === null
        ? null
        : recordOf({ ...by, ...event }, { action: meaning.action, at, owner, box, concerned })
    const state =
      meaning.state === null || event.lockId === undefined
        ? null
        : stateOf({ ...event, lockId: event.lockId }, meaning.state, at, offsetMs)
    return [{ event, at, owner, record, state }]
  })
}

const opensByPin = ({ type, source }: SiteEvent): boolean =>
  source === 'pin' && (type === 'lock.opened' || type === 'equipment.ran')
const tryOf = ({ commandId, lockId, subjectRef }: SiteEvent): string =>
  commandId ?? `${lockId ?? ''} ${subjectRef ?? ''}`
const earlier = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) <= 0 ? one : other

function stateOf(
  event: SiteEvent & { readonly lockId: string },
  state: LockState,
  at: Temporal.Instant,
  offsetMs: number,
): SeenState {
  const { lockId, type } = event
  if (type !== 'lock.left_open' || event.openSince === undefined)
    return { lockId, state, at, isForced: type === 'lock.forced' }
  const openSince = earlier(Temporal.Instant.from(event.openSince).add({ milliseconds: offsetMs }), at)
  return { lockId, state, at: openSince, openSince }
}

function recordOf(
  event: SiteEvent,
  told: {
    readonly action: AccessAction
    readonly at: Temporal.Instant
    readonly owner: LockOwner | undefined
    readonly box: { readonly boxId: string; readonly lockId: string | null } | undefined
    readonly concerned: Concerned
  },
): AccessRecord {
  const { action, at, owner, box, concerned } = told
  const commander = event.commandId ? concerned.commanders.get(event.commandId) : undefined
  const person = event.subjectRef ? concerned.people.get(event.subjectRef) : undefined
  const code = Number(event.reason)
  const hasCode = /^\d{1,5}$/.test(event.reason ?? '') && isErrorCode(code)
  // A wrong PIN is nobody's; who was refused for what he may do had shown the right one.
  const isKnown = action !== 'locked_out' && (action !== 'refused' || hasCode)
  return {
    stockId: concerned.stockId,
    boxId: owner?.boxId ?? box?.boxId ?? null,
    equipmentId: owner?.equipmentId ?? null,
    lockId: event.lockId ?? box?.lockId ?? null,
    lockName: owner?.unitNumber ?? owner?.equipmentName ?? event.lockId ?? event.box ?? null,
    contractId: person?.contractId ?? owner?.contractId ?? null,
    accountId: commander?.accountId ?? (isKnown ? (person?.accountId ?? null) : null),
    actorRole: commander?.actorRole ?? (isKnown ? (person?.role ?? null) : null),
    action,
    code: hasCode ? code : null,
    reason: hasCode ? null : (event.reason ?? null),
    source: event.source ?? (event.type.startsWith('access.') ? 'pin' : 'sensor'),
    entryId: event.subjectRef ?? null,
    listVersion: event.listVersion ?? null,
    isOffline: event.offline ?? false,
    commandId: event.commandId ?? null,
    siteEventId: event.id,
    at,
    recordedAt: machineNow(),
  }
}

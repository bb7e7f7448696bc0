import { isErrorCode } from '@stowage/api/errors'
import type { AccessAction } from '@stowage/domain/access-record'
import type { SiteEvent } from '@stowage/lsp/messages'
import { machineNow } from '../../platform/clock.ts'
import type { AccessRecord, Commander, LockOwner, LockState, SeenState } from './access-store.ts'
import type { KnownPerson, NamedBox } from './who-is-view.ts'

/** What is known here about those whom a batch of events concerns. */
export interface Concerned {
  readonly stockId: string
  readonly owners: ReadonlyMap<string, LockOwner>
  readonly commanders: ReadonlyMap<string, Commander>
  readonly people: ReadonlyMap<string, KnownPerson>
  /** By their numbers as somebody typed them. */
  readonly boxes: ReadonlyMap<string, NamedBox>
}

/** What an event comes to: a record, a state, or both. */
export interface Reading {
  readonly event: SiteEvent
  readonly at: Temporal.Instant
  readonly owner: LockOwner | undefined
  record: AccessRecord | null
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
 * What the events of a batch mean, in their order. A PIN that was taken, the gate that ran and the door that opened for it are one try,
 * and so one record; what nobody here knows means nothing.
 * @param offsetMs of business time against the machine's, on which the site's clock stands
 */
export function readEvents(events: readonly SiteEvent[], concerned: Concerned, offsetMs: number): Reading[] {
  const now = machineNow()
  const tries = new Map<string, Reading>()
  const ran = new Map<string, Reading>()
  const opened = new Set<string>()
  return events.flatMap((event): Reading[] => {
    const meaning = MEANS[event.type]
    if (!meaning) return []
    // A clock that runs ahead must not make what is true later look old.
    const at = earlier(Temporal.Instant.from(event.at), now).add({ milliseconds: offsetMs })
    const { lockId } = event
    const box = event.box === undefined ? undefined : concerned.boxes.get(event.box)
    const owner = lockId === undefined ? undefined : concerned.owners.get(lockId)
    const record =
      meaning.action === null ? null : recordOf(event, { action: meaning.action, at, owner, box, concerned })
    const state =
      meaning.state === null || lockId === undefined
        ? null
        : stateOf({ ...event, lockId }, meaning.state, at, offsetMs)
    const reading: Reading = { event, at, owner, record, state }
    const before = tries.get(tryOf(event))
    if (event.type === 'access.granted') tries.set(tryOf(event), reading)
    else if (opensByPin(event) && before?.record) {
      before.record = { ...before.record, action: 'opened' }
      reading.record = null
    }
    // A gate that ran, and that its contact saw open, is one try; the door's own event is the one that stands for it.
    const { commandId } = event
    if (commandId != null && event.type === 'equipment.ran') {
      if (opened.has(commandId)) reading.record = null
      else ran.set(commandId, reading)
    } else if (commandId != null && event.type === 'lock.opened') {
      opened.add(commandId)
      const running = ran.get(commandId)
      if (running) running.record = null
    }
    return [reading]
  })
}

/** Whether a record is of a door that opened by a PIN, which may have been told of before in a batch of its own. */
export const mayBeToldOf = ({ event, record }: Reading): boolean =>
  record !== null && opensByPin(event) && event.subjectRef != null

const opensByPin = ({ type, source }: SiteEvent): boolean =>
  source === 'pin' && (type === 'lock.opened' || type === 'equipment.ran')
const tryOf = ({ lockId, subjectRef }: SiteEvent): string => `${lockId ?? ''} ${subjectRef ?? ''}`
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
    readonly box: NamedBox | undefined
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
    lockName:
      owner?.unitNumber ?? owner?.equipmentName ?? box?.unitNumber ?? event.lockId ?? event.box ?? null,
    contractId: commander?.order
      ? commander.order.contractId
      : (person?.contractId ?? owner?.contractId ?? null),
    accountId: commander?.accountId ?? (isKnown ? (person?.accountId ?? null) : null),
    actorRole: commander?.actorRole ?? (isKnown ? (person?.role ?? null) : null),
    action,
    code: hasCode ? code : null,
    reason: hasCode ? null : (event.reason ?? null),
    source: commander?.order?.source ?? event.source ?? (event.type.startsWith('access.') ? 'pin' : 'sensor'),
    entryId: event.subjectRef ?? null,
    listVersion: event.listVersion ?? null,
    isOffline: event.offline ?? false,
    isClockUncertain: event.clockUncertain ?? false,
    commandId: event.commandId ?? null,
    // Known by its command: what its contact says of it takes its place.
    siteEventId: event.type === 'equipment.ran' && event.commandId != null ? null : event.id,
    at,
    recordedAt: machineNow(),
  }
}

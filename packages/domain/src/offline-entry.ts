/**
 * What a site is told about one person's right to one box, for the hours in which it cannot ask. The same rules as at the door
 * (access.ts, decision 20), said ahead: what time alone will change (the start, the end, the free days behind a due day) is given
 * as moments; what only an event can change comes with the next list.
 */
import { endMoment } from './contract-moments.ts'
import { isRunningStatus } from './contract-life.ts'
import type { ContractHolding, Holding, OpeningActor, OpeningRefusal } from './access.ts'

export interface OfflineRight {
  readonly from: Temporal.Instant
  /** Null: open-ended. */
  readonly until: Temporal.Instant | null
  readonly blocked: boolean
  /** With what the server would refuse him now. */
  readonly blockReason: OpeningRefusal | null
  /** Rent that falls overdue beyond the free days bars him from here on, unless a newer list says otherwise. */
  readonly blockedFrom: Temporal.Instant | null
}

export interface OfflinePlace {
  readonly now: Temporal.Instant
  readonly timeZone: string
  readonly freeDays: number
}

/** @returns null where there is nothing to tell the site: whoever is not in its list does not get in */
export function offlineRight(
  actor: Pick<OpeningActor, 'documentsAgreed' | 'isVerified'>,
  holding: Holding,
  place: OfflinePlace,
): OfflineRight | null {
  if (holding.kind === 'reservation') return null
  const isRunning = isRunningStatus(holding.status) || holding.isHeldBehind
  if (!isRunning || holding.status === 'pending') return null
  const from = startOf(holding.startDay, place.timeZone)
  const until = untilOf(holding, place)
  if (until !== null && Temporal.Instant.compare(until, place.now) <= 0) return null
  return { from, until, ...barOf(actor, holding, place) }
}

/** As the doors ask, in their order. */
function barOf(
  actor: Pick<OpeningActor, 'documentsAgreed' | 'isVerified'>,
  holding: ContractHolding,
  place: OfflinePlace,
): Pick<OfflineRight, 'blocked' | 'blockReason' | 'blockedFrom'> {
  const barred = (blockReason: OpeningRefusal): ReturnType<typeof barOf> => ({
    blocked: true,
    blockReason,
    blockedFrom: null,
  })
  if (actor.documentsAgreed === 'never') return barred(6014)
  if (!actor.isVerified) return barred(7001)
  if (holding.firstPaymentReversed) return barred(7000)
  if (holding.needsStaff) return barred(7007)
  const due = holding.oldestUnpaidRentDue
  if (due === null || holding.isPaymentUnderWay)
    return { blocked: false, blockReason: null, blockedFrom: null }
  const blockedFrom = startOf(due.add({ days: place.freeDays + 1 }), place.timeZone)
  return Temporal.Instant.compare(blockedFrom, place.now) <= 0
    ? barred(7006)
    : { blocked: false, blockReason: 7006, blockedFrom }
}

/** The later of the end and of the move-out window; a contract that has ended has nothing but the window. */
function untilOf(holding: ContractHolding, { timeZone, now }: OfflinePlace): Temporal.Instant | null {
  const at = (moment: Temporal.PlainDateTime): Temporal.Instant =>
    moment.toZonedDateTime(timeZone).toInstant()
  const letIn = holding.moveOutUntil === null ? null : at(holding.moveOutUntil)
  const isOver = holding.status === 'ended' || holding.status === 'cancelled'
  const end = isOver
    ? now
    : holding.endDay === null
      ? null
      : at(endMoment(holding.endDay, holding.leavingTime ?? undefined))
  if (end === null || letIn === null) return end
  return Temporal.Instant.compare(end, letIn) < 0 ? letIn : end
}

const startOf = (day: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  day.toZonedDateTime({ timeZone }).toInstant()

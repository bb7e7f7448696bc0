/**
 * Whether a door opens, asked in the order of decision 20. Facts go in as plain values; the server reads them, this file decides,
 * so that every case stands in one table of tests and the site agent can ask the same question.
 */
import { isRunningStatus, type ContractStatus } from './contract-life.ts'
import { endMoment } from './contract-moments.ts'

/** Codes of the error catalogue with which an opening is refused; 9104: no such equipment. */
export type OpeningRefusal =
  | 9003
  | 6005
  | 6006
  | 6007
  | 9104
  | 6014
  | 7001
  | 7005
  | 7000
  | 7003
  | 7008
  | 7006
  | 7007
  | 7002
  | 6008
  | 6009
  | 2

export type OpeningDecision =
  | { readonly open: true; readonly warning?: 'paymentDueSoon' }
  | { readonly open: false; readonly code: OpeningRefusal }

/** Who stands at the door. Tenant facts belong to every signed-in person: staff may rent too. */
export interface OpeningActor {
  readonly kind: 'anonymous' | 'client' | 'staff' | 'superUser'
  /** Staff holding `equipment.open` for this stock. */
  readonly mayOpenEquipment: boolean
  /** Which version of the lease and its appendices the person agreed to. */
  readonly documentsAgreed: 'current' | 'older' | 'never'
  /** `isVerifiedForOpening` of kyc.ts. */
  readonly isVerified: boolean
}

/** What the person has of a box: a live reservation, or a contract. */
export type Holding = { readonly kind: 'reservation' } | ContractHolding

export interface ContractHolding {
  readonly kind: 'contract'
  readonly status: ContractStatus
  /** Withdrawn from, and its box not handed back yet: things may be inside. */
  readonly isHeldBehind: boolean
  readonly firstPaymentReversed: boolean
  readonly startDay: Temporal.PlainDate
  /** EndDate, or the noticed leaving day, which is then the end; null while open-ended. */
  readonly endDay: Temporal.PlainDate | null
  /** As noted in the notice; null: 12:00. */
  readonly leavingTime: Temporal.PlainTime | null
  /** Local time until which staff have lifted 7008 for moving out; null: not lifted. */
  readonly moveOutUntil: Temporal.PlainDateTime | null
  /** Due day of the oldest unpaid rent of this contract, overdue or not; penalties are left out. null: none. */
  readonly oldestUnpaidRentDue: Temporal.PlainDate | null
  readonly isPaymentUnderWay: boolean
  /** A charge-back, or blocked by staff: paying alone does not help. */
  readonly needsStaff: boolean
}

export interface OpeningPlace {
  /** Local time at the stock. */
  readonly now: Temporal.PlainDateTime
  readonly opens: Temporal.PlainTime
  /** The first moment that is closed again. Equal to `opens`: open round the clock; earlier: open over midnight. */
  readonly closes: Temporal.PlainTime
  /** Days behind the due day on which overdue rent only warns (daysWithoutFee of the stock). */
  readonly freeDays: number
  /** The caller's address, null where unknown, and those that count as on site: the stock's router or site agent. */
  readonly callerAddress: string | null
  readonly siteAddresses: readonly string[]
  /** Left out while the server has not been asked: it is asked last. */
  readonly locksServerAnswers?: boolean
}

export interface BoxOpening {
  readonly target: 'box'
  readonly actor: OpeningActor
  readonly place: OpeningPlace
  readonly box: { readonly isKnown: boolean; readonly requiresOnSite: boolean }
  /** The stock of the call; `isNamed` false where the call names the box alone. */
  readonly stock: { readonly isNamed: boolean; readonly isKnown: boolean; readonly hasBox: boolean }
  /** What the person has of this box. */
  readonly holding: Holding | null
}

export interface EquipmentOpening {
  readonly target: 'equipment'
  readonly actor: OpeningActor
  readonly place: OpeningPlace
  readonly stockIsKnown: boolean
  readonly equipment: {
    readonly isKnown: boolean
    readonly isExit: boolean
    readonly requiresOnSite: boolean
  }
  /** What the person has of any box at this stock. */
  readonly holdings: readonly Holding[]
}

export type OpeningFacts = BoxOpening | EquipmentOpening

/** Whether this box or this equipment opens now, for this person. Pure: same facts, same answer. */
export function decideOpening(facts: OpeningFacts): OpeningDecision {
  return facts.target === 'box' ? decideBox(facts) : decideEquipment(facts)
}

/** A tenant's own box; a superUser opens any. */
export function decideBox({ actor, place, box, stock, holding }: BoxOpening): OpeningDecision {
  if (actor.kind === 'anonymous') return refuse(9003)
  if (!box.isKnown) return refuse(6005)
  if (stock.isNamed && !stock.isKnown) return refuse(6006)
  if (stock.isNamed && !stock.hasBox) return refuse(6007)
  if (actor.kind === 'superUser') return askLocksServer(place, { open: true })
  // "not yours" is "not there"
  if (holding === null || isOver(holding)) return refuse(6005)
  return askAll(actor, holding, place, { isExit: false, requiresOnSite: box.requiresOnSite }).decision
}

/**
 * Gates and doors of a stock open for whom a box of his there would; where he has several, the one that gets furthest decides.
 * A superUser and staff with the permission need no box.
 */
export function decideEquipment({
  actor,
  place,
  stockIsKnown,
  equipment,
  holdings,
}: EquipmentOpening): OpeningDecision {
  if (actor.kind === 'anonymous') return refuse(9003)
  if (!stockIsKnown) return refuse(6006)
  const isPermitted = actor.kind === 'superUser' || (actor.kind === 'staff' && actor.mayOpenEquipment)
  const own = holdings.filter((holding) => !isOver(holding))
  // before the equipment itself: who has nothing here does not learn what is here
  if (!isPermitted && own.length === 0) return refuse(6006)
  if (!equipment.isKnown) return refuse(9104)
  if (isPermitted) return askLocksServer(place, { open: true })

  const answers = own.map((holding) => askAll(actor, holding, place, equipment))
  const [best] = answers.sort((a, b) => b.passed - a.passed)
  return best?.decision ?? refuse(6006)
}

interface Question {
  readonly actor: OpeningActor
  readonly holding: Holding
  readonly place: OpeningPlace
  readonly door: { readonly isExit: boolean; readonly requiresOnSite: boolean }
}

type Check = (question: Question) => OpeningRefusal | 'warn' | null

/** The order of decision 20 behind "known". */
const checks: readonly Check[] = [
  documentsAgreed,
  profileVerified,
  moreThanReserved,
  firstInvoicePaid,
  started,
  notPastItsEnd,
  rentPaid,
  withinHours,
  onSite,
]

/** How far a holding gets: `passed` counts the checks behind it, an opening without a warning above one with it. */
function askAll(
  actor: OpeningActor,
  holding: Holding,
  place: OpeningPlace,
  door: Question['door'],
): { readonly decision: OpeningDecision; readonly passed: number } {
  let warns = false
  for (const [passed, check] of checks.entries()) {
    const answer = check({ actor, holding, place, door })
    if (answer === 'warn') warns = true
    else if (answer !== null) return { decision: refuse(answer), passed }
  }
  const opened: OpeningDecision = warns ? { open: true, warning: 'paymentDueSoon' } : { open: true }
  return { decision: askLocksServer(place, opened), passed: checks.length + (warns ? 0 : 1) }
}

/** A newer version asks at the next visit and never blocks a running contract. */
function documentsAgreed({ actor, holding }: Question): 6014 | null {
  const isRunning =
    holding.kind === 'contract' && (isRunningStatus(holding.status) || holding.status === 'cancelled')
  const counts = actor.documentsAgreed === 'current' || (actor.documentsAgreed === 'older' && isRunning)
  return counts ? null : 6014
}

function profileVerified({ actor }: Question): 7001 | null {
  return actor.isVerified ? null : 7001
}

function moreThanReserved({ holding }: Question): 7005 | null {
  return holding.kind === 'reservation' ? 7005 : null
}

function firstInvoicePaid({ holding }: Question): 7000 | null {
  if (holding.kind === 'reservation') return null
  return holding.status === 'pending' || holding.firstPaymentReversed ? 7000 : null
}

function started({ holding, place }: Question): 7003 | null {
  if (holding.kind === 'reservation') return null
  return Temporal.PlainDate.compare(place.now.toPlainDate(), holding.startDay) < 0 ? 7003 : null
}

/** By the clock and by the status, whichever knows first; a move-out window lifts both. */
function notPastItsEnd({ holding, place }: Question): 7008 | null {
  if (holding.kind === 'reservation') return null
  const { endDay, leavingTime, status } = holding
  if (isLetIn(holding, place)) return null
  const isPast =
    endDay !== null &&
    Temporal.PlainDateTime.compare(place.now, endMoment(endDay, leavingTime ?? undefined)) >= 0
  return isPast || status === 'ended' || status === 'cancelled' ? 7008 : null
}

/**
 * Overdue rent opens with a warning on the free days behind its due day, and not after them unless a payment is under way;
 * a penalty alone never blocks. Where staff must act, paying would not help, so the person is sent to them.
 */
function rentPaid({ holding, place }: Question): 7006 | 7007 | 'warn' | null {
  if (holding.kind === 'reservation') return null
  if (holding.needsStaff) return 7007
  const due = holding.oldestUnpaidRentDue
  if (due === null || holding.isPaymentUnderWay) return null
  const daysLate = due.until(place.now.toPlainDate(), { largestUnit: 'days' }).days
  if (daysLate <= 0) return null
  return daysLate <= place.freeDays ? 'warn' : 7006
}

function withinHours({ place, door }: Question): 7002 | null {
  return door.isExit || isOpenAt(place.now.toPlainTime(), place) ? null : 7002
}

function onSite({ place, door }: Question): 6008 | 6009 | null {
  if (!door.requiresOnSite) return null
  if (place.callerAddress === null) return 6008
  return place.siteAddresses.includes(place.callerAddress) ? null : 6009
}

function askLocksServer(place: OpeningPlace, opened: OpeningDecision): OpeningDecision {
  return place.locksServerAnswers === false ? refuse(2) : opened
}

/** Whether a stock is open at a time of day. */
export function isOpenAt(
  time: Temporal.PlainTime,
  { opens, closes }: Pick<OpeningPlace, 'opens' | 'closes'>,
): boolean {
  const hasOpened = Temporal.PlainTime.compare(time, opens) >= 0
  const hasClosed = Temporal.PlainTime.compare(time, closes) >= 0
  switch (Temporal.PlainTime.compare(opens, closes)) {
    case 0:
      return true
    case -1:
      return hasOpened && !hasClosed
    default:
      return hasOpened || !hasClosed
  }
}

/** Who has withdrawn has his box until it is handed back: past its end, as every other (decision 20). */
function isOver(holding: Holding): boolean {
  if (holding.kind !== 'contract') return false
  return holding.status === 'closed' || (holding.status === 'cancelled' && !holding.isHeldBehind)
}

const isLetIn = ({ moveOutUntil }: ContractHolding, { now }: OpeningPlace): boolean =>
  moveOutUntil !== null && Temporal.PlainDateTime.compare(now, moveOutUntil) < 0

function refuse(code: OpeningRefusal): OpeningDecision {
  return { open: false, code }
}

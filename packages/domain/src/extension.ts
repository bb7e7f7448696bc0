/** When a contract may be extended (decision 17, specification 2.12 and 9). */
import { isRunningStatus, type ContractStatus } from './contract-life.ts'
import { limits } from './limits.ts'

export interface ExtensionFacts {
  readonly status: ContractStatus
  /** Signed without an end: there is nothing to extend, whatever day a notice has given it as its end. */
  readonly isOpenEnded: boolean
  /** null while open-ended and without a notice. */
  readonly endDay: Temporal.PlainDate | null
  /** The first day of the last term. */
  readonly termStartDay: Temporal.PlainDate
  readonly startDay: Temporal.PlainDate
  /** The business day of the last extension; null where there was none. */
  readonly extendedOn: Temporal.PlainDate | null
  /** Anything of the contract that is past its due day. */
  readonly isOverdue: boolean
}

export type ExtensionRefusal = 'notRunning' | 'openEnded' | 'tooEarly' | 'extended' | 'overdue'

/**
 * What stands in the way of extending today; null where nothing does. Within 7 days of the end or after it; once per running
 * term: again only from the day on which the extended term has begun, and not twice on one day (the new term of a contract that
 * had ended begins in the past, and a second press would add another); never while something is overdue.
 */
export function extensionRefusal(facts: ExtensionFacts, today: Temporal.PlainDate): ExtensionRefusal | null {
  if (!isRunningStatus(facts.status)) return 'notRunning'
  if (facts.isOpenEnded || facts.endDay === null) return 'openEnded'
  if (isExtended(facts, today) || facts.extendedOn?.equals(today) === true) return 'extended'
  if (Temporal.PlainDate.compare(today, extensionOfferedFrom(facts.endDay)) < 0) return 'tooEarly'
  return facts.isOverdue ? 'overdue' : null
}

/** The first day on which a contract that ends then can be extended. */
export function extensionOfferedFrom(endDay: Temporal.PlainDate): Temporal.PlainDate {
  return endDay.subtract({ days: limits.contract.leaveOfferedDaysBeforeEnd })
}

/** Whether an extension has been made whose term has not begun yet. */
export function isExtended(
  { startDay, termStartDay }: Pick<ExtensionFacts, 'startDay' | 'termStartDay'>,
  today: Temporal.PlainDate,
): boolean {
  return !termStartDay.equals(startDay) && Temporal.PlainDate.compare(today, termStartDay) < 0
}

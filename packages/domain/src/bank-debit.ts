import { debitDay, debitMoment, type DeclineClass, declineClass, MONEY_RETURNED } from './debit.ts'
import { addTargetDays, TARGET_ZONE, targetDay } from './target-days.ts'

/**
 * SEPA direct debits that a seller hands to its own bank as a file: when they are collected, in which sequence, and what it
 * means when one comes back. The rules are those of the scheme's rulebook (EPC016-06, CORE).
 */

/** A debit can be put into a file so many settlement days before it is collected: one to hand it in, one for the banks. */
const LEAD = 2
/** The bank has to have the file at the latest so many settlement days before. */
const AT_THE_LATEST = 1
/** A mandate by which nothing is collected for so long is void. */
export const MANDATE_LIVES = { months: 36 } as const

/** A mandate's reference has at most so many characters. */
export const MOST_REFERENCE = 35

export interface CollectionPlan {
  /** On which the payer's account is debited: what he is told. */
  readonly day: Temporal.PlainDate
  /** From which the debit waits for its file; until then a payer who is quicker has paid himself. */
  readonly from: Temporal.Instant
}

/**
 * When an invoice is collected through the bank: its due day, or the next one on which banks settle; later only where the payer
 * would hear of it less than two days before, or the file could not be made any more.
 * @param today on which he is told, of the stock
 */
export function collectionPlan(
  dueOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
  timeZone: string,
): CollectionPlan {
  const told = debitDay(dueOn, today)
  // A day more than the lead, so that nobody's debit is under way before he could have read of it.
  const possible = addTargetDays(targetDay(today), LEAD + 1)
  const day = targetDay(Temporal.PlainDate.compare(told, possible) < 0 ? possible : told)
  return { day, from: debitMoment(addTargetDays(day, -LEAD), timeZone) }
}

/** The first day on which what is handed in now can be collected. */
export function earliestCollection(now: Temporal.Instant): Temporal.PlainDate {
  return addTargetDays(targetDay(now.toZonedDateTimeISO(TARGET_ZONE).toPlainDate()), AT_THE_LATEST)
}

/** The first debit of a mandate, and all others; a first one that never came to be is made again as the first. */
export type SequenceType = 'FRST' | 'RCUR'

/**
 * What a bank's reason of a returned debit means (ISO 20022 ExternalReturnReason1Code), as a code of the specification's list
 * of declines. Not in it: the payer has called the money back, which is told and treated as money returned.
 */
const MEANT: Readonly<Record<string, string>> = {
  AC01: 'incorrect_number',
  AC04: 'invalid_account',
  AC06: 'invalid_account',
  AC13: 'invalid_account',
  AG01: 'transaction_not_allowed',
  AG02: 'processing_error',
  AM04: 'insufficient_funds',
  AM05: 'duplicate_transaction',
  BE05: 'processing_error',
  CNOR: 'processing_error',
  DNOR: 'processing_error',
  ED05: 'processing_error',
  FF01: 'processing_error',
  FF05: 'processing_error',
  MD01: 'revocation_of_authorization',
  MD02: 'revocation_of_authorization',
  MD06: MONEY_RETURNED,
  MD07: 'invalid_account',
  MS02: MONEY_RETURNED,
  MS03: 'generic_decline',
  RC01: 'incorrect_number',
  RR04: 'transaction_not_allowed',
  SL01: 'stop_payment_order',
  TM01: 'processing_error',
}

/** By which the mandate is no mandate any more: never given, the account is closed, its holder has died or forbids it. */
const ENDS_MANDATE = ['AC01', 'AC04', 'AC13', 'AG01', 'MD01', 'MD02', 'MD07', 'SL01']

/** @param code null where the bank tells none */
export const returnReason = (code: string | null): string =>
  (code !== null && Object.hasOwn(MEANT, code) ? MEANT[code] : undefined) ?? 'generic_decline'

export const endsMandate = (code: string | null): boolean => code !== null && ENDS_MANDATE.includes(code)

/** How a return is treated; undefined: the payer has called the money back, and it is not collected again. */
export function returnClass(code: string | null): DeclineClass | undefined {
  const reason = returnReason(code)
  return reason === MONEY_RETURNED ? undefined : declineClass(reason)
}

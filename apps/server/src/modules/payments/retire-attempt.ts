import { isUndecided, paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import type { Desk } from './desk.ts'
import { changePayment, findPayment, lockPayment, type PaymentRow } from './payment-store.ts'

/** `paid`: money for it is there; `under way`: the bank still decides; `closed`: it can be paid no more. */
export type Retired = 'paid' | 'under way' | 'closed'

/** How long a payment that the processor has begun and never decided keeps an attempt alive. */
const UNDECIDED_HOURS = 24

/**
 * Ends an attempt that is not to be paid any more: its page is closed at the processor, then the processor is asked
 * whether somebody was quicker. Only then is it written off; money that comes in spite of all is credited all the same.
 * @throws ProcessorError
 */
export async function retireAttempt(desk: Desk, attempt: PaymentRow): Promise<Retired> {
  // Its own one: the stock may be served by another by now, which knows nothing of this page.
  const processor = desk.processors.named(attempt.cabinet)
  // Taken out of the settings: nobody can close its page, and nobody can say what became of money that was under way.
  if (!processor && attempt.status === 'pending') return 'under way'
  if (processor && (attempt.pageId !== null || attempt.details.form !== undefined)) {
    // A form has no page that could be closed; money that still comes over it is credited.
    const isClosed = attempt.pageId === null || (await processor.closePage(attempt.pageId))
    const payments = await askAboutAttempt(desk, processor, attempt)
    const asked = await findPayment(desk.platform.db, attempt.id)
    if (asked?.status === 'succeeded' || asked?.status === 'refunded') return 'paid'
    const since = machineNow().subtract({ hours: UNDECIDED_HOURS })
    if (
      payments.some(
        (payment) =>
          payment.state === 'pending' &&
          // A direct debit is decided by banks, days later.
          (payment.method === 'sepa' ||
            (payment.pendingAt !== null && Temporal.Instant.compare(payment.pendingAt, since) > 0)),
      )
    )
      return 'under way'
    if (!isClosed && attempt.pageId !== null && (await processor.pageState(attempt.pageId)) === 'paid')
      return 'under way'
  }
  await writeOff(desk, attempt.id)
  return 'closed'
}

/** An attempt that nobody can pay any more. */
export async function writeOff(
  desk: Desk,
  paymentId: string,
  how: { status: 'cancelled' } | { status: 'declined'; reason: string } = { status: 'cancelled' },
): Promise<void> {
  await desk.platform.transact(async (tx) => {
    const row = await lockPayment(tx, paymentId)
    if (row) await writeOffIn(tx, row, desk.platform.clock.now(), how)
  })
}

/** The same within a transaction that has locked it. */
export async function writeOffIn(
  tx: Tx,
  row: PaymentRow,
  at: Temporal.Instant,
  how: { status: 'cancelled' } | { status: 'declined'; reason: string } = { status: 'cancelled' },
): Promise<void> {
  const decided = isUndecided(row.status)
    ? {
        status: paymentLife.step(row.status, how.status),
        decidedAt: at,
        ...(how.status === 'declined' ? { failureReason: how.reason } : {}),
      }
    : {}
  await changePayment(tx, row.id, { ...decided, details: { ...row.details, invoiceOpen: false } })
}

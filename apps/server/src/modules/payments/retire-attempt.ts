import { isUndecided, paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import type { Desk } from './desk.ts'
import type { PayKeeper } from './paykeeper/client.ts'
import { changePayment, findPayment, lockPayment, type PaymentRow } from './payment-store.ts'

/** `paid`: money for it is there; `under way`: the bank still decides; `closed`: it can be paid no more. */
export type Retired = 'paid' | 'under way' | 'closed'

/** How long a payment that the processor has begun and never decided keeps an attempt alive. */
const UNDECIDED_HOURS = 24

/**
 * Ends an attempt that is not to be paid any more: its invoice is revoked at the processor, then the processor is asked
 * whether somebody was quicker. Only then is it written off; money that comes in spite of all is credited all the same.
 * @throws PayKeeperError
 */
export async function retireAttempt(desk: Desk, paykeeper: PayKeeper, attempt: PaymentRow): Promise<Retired> {
  if (attempt.invoiceId !== null || attempt.details.form !== undefined) {
    // The processor's form has no invoice that we know of; money that still comes over it is credited.
    const isRevoked = attempt.invoiceId === null || (await paykeeper.revokeInvoice(attempt.invoiceId))
    const payments = await askAboutAttempt(desk, paykeeper, attempt)
    const asked = await findPayment(desk.platform.db, attempt.id)
    if (asked?.status === 'succeeded' || asked?.status === 'refunded') return 'paid'
    const since = machineNow().subtract({ hours: UNDECIDED_HOURS })
    if (
      payments.some(
        (payment) =>
          payment.status === 'pending' &&
          payment.pendingAt !== null &&
          Temporal.Instant.compare(payment.pendingAt, since) > 0,
      )
    )
      return 'under way'
    if (
      !isRevoked &&
      attempt.invoiceId !== null &&
      (await paykeeper.invoice(attempt.invoiceId))?.status === 'paid'
    )
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

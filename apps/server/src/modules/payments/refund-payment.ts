import { money, type Money } from '@stowage/domain/money'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { beginTurn } from '../../platform/rows-of-job.ts'
import { applyOutsidePayment } from './apply-outside-payment.ts'
import type { Desk } from './desk.ts'
import { findPayment, lockPayment, type PaymentRow } from './payment-store.ts'
import { ProcessorError, type Processor } from './processor.ts'
import {
  changeRefund,
  insertRefund,
  isRefundSent,
  lockRefund,
  openRefunds,
  undecidedRefunds,
  type RefundRow,
} from './refund-store.ts'

/** One that the processor does not know by then was never heard there. */
const KNOWN_WITHIN = { minutes: 10 }
const AT_ONCE = 50

/** What of a payment can still be given back through its processor. */
export async function refundable(tx: Tx, row: PaymentRow): Promise<Money> {
  const gone = (row.details.refunded ?? 0) + (row.details.withdrawn ?? 0) + (await openRefunds(tx, row.id))
  // All of it had gone back, and came again because the payer's bank did not take it.
  const isBack = (row.details.refundsFailed ?? 0) > 0
  const isThere =
    (row.status === 'succeeded' || isBack) && row.outsideId !== null && row.details.reinstates === undefined
  return money(isThere ? Math.max(0, row.amount.amount - gone) : 0, row.amount.currency)
}

/**
 * Writes down that money of a payment is to be given back the way it came. Nothing goes before `sendRefund` is called behind the
 * commit; what of it has gone is told as payment-refunded, when the processor says so.
 * @throws Failure 9104 unknown payment, 9205 where nothing can be given back this way; FieldFailures 1005 `amount` over what is left
 */
export async function askRefund(
  desk: Desk,
  tx: Tx,
  refund: { paymentId: string; amount: number; reason: string; askedById: string },
): Promise<{ refundId: string; stockId: string; accountId: string; amount: Money }> {
  const row = (await lockPayment(tx, refund.paymentId)) ?? fail(9104)
  if (!desk.processors.named(row.cabinet)) fail(9205, { params: { by: 'elsewhere' } })
  const left = await refundable(tx, row)
  if (left.amount === 0) fail(9205, { params: { by: 'nothing' } })
  if (refund.amount > left.amount) throw new FieldFailures([{ code: 1005, field: 'amount' }])
  const amount = money(refund.amount, row.amount.currency)
  const id = newId()
  await insertRefund(tx, {
    id,
    paymentId: row.id,
    amount,
    reason: refund.reason,
    askedById: refund.askedById,
    at: desk.platform.clock.now(),
  })
  return { refundId: id, stockId: row.stockId, accountId: row.accountId, amount }
}

/** Sends what was written down. Calls the outside: never from within a transaction. Does not throw when the processor is away. */
export async function sendRefund(desk: Desk, refundId: string): Promise<void> {
  const started = await desk.platform.transact(async (tx) => {
    const refund = await lockRefund(tx, refundId)
    const row = refund && (await lockPayment(tx, refund.paymentId))
    if (refund?.status !== 'asked' || !row) return undefined
    // One after the other: of two under way nobody could say which has arrived, and one would be taken for both.
    if (await isRefundSent(tx, row.id)) return undefined
    await changeRefund(tx, refundId, {
      status: 'sent',
      refundedBefore: row.details.refunded ?? 0,
      sentAt: machineNow(),
    })
    return { refund, row }
  })
  if (started) await push(desk, started.refund, started.row)
}

async function push(desk: Desk, refund: RefundRow, row: PaymentRow): Promise<void> {
  const processor = desk.processors.named(row.cabinet)
  const { outsideId } = row
  if (!processor || outsideId === null)
    return await end(desk, refund.id, 'refused', 'the processor is not set up')
  try {
    await processor.refund({
      outsideId,
      amount: refund.amount,
      isAll: refund.amount.amount === row.amount.amount - (row.details.refunded ?? 0),
      key: refund.id,
    })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.kind === 'refused') return await end(desk, refund.id, 'refused', error.message)
    return wait(desk, refund, error)
  }
  // Apart from the sending: whatever this question is answered, the money may have gone.
  try {
    await learn(desk, processor, refund)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    wait(desk, refund, error)
  }
}

const wait = (desk: Desk, refund: RefundRow, err: ProcessorError): void =>
  desk.platform.log.warn({ err, refund: refund.id }, 'a refund waits until its processor can be asked')

/** Asks how much of the payment has gone back. @throws ProcessorError */
async function learn(desk: Desk, processor: Processor, refund: RefundRow): Promise<boolean> {
  const before = await findPayment(desk.platform.db, refund.paymentId)
  if (!before?.outsideId) return false
  const outside = await processor.payment(before.outsideId)
  if (outside) await applyOutsidePayment(desk, processor, outside)
  return await desk.platform.transact(async (tx) => {
    const known = await lockRefund(tx, refund.id)
    const row = known && (await lockPayment(tx, known.paymentId))
    if (known?.status !== 'sent' || !row) return true
    const isDone = (row.details.refunded ?? 0) >= (known.refundedBefore ?? 0) + known.amount.amount
    if (isDone) await changeRefund(tx, known.id, { status: 'done', decidedAt: desk.platform.clock.now() })
    return isDone
  })
}

/**
 * The job: refunds that a process left behind, or whose end nobody has told. One that may have been heard is sent again only
 * where the processor knows our name for it; elsewhere it would be given back twice.
 */
export function createRefundQuestions(desk: Desk): () => Promise<void> {
  return async () => {
    let behind = ''
    const turn = await beginTurn(desk.platform, 'ask-about-refunds')
    for (;;) {
      const some = await undecidedRefunds(desk.platform.db, { behind, limit: AT_ONCE, turn: turn.at })
      for (const refund of some) await turn.alone(refund.id, async () => await ask(desk, refund))
      const last = some.length < AT_ONCE ? undefined : some.at(-1)
      if (!last) return await turn.sawAll()
      behind = last.id
    }
  }
}

async function ask(desk: Desk, refund: RefundRow): Promise<void> {
  if (refund.status === 'asked') return await sendRefund(desk, refund.id)
  const row = await findPayment(desk.platform.db, refund.paymentId)
  const processor = row && desk.processors.named(row.cabinet)
  if (!row || !processor) return
  try {
    if (await learn(desk, processor, refund)) return
    if (processor.knowsRefundKeys === true) return await push(desk, refund, row)
    const isOld =
      refund.sentAt !== null &&
      Temporal.Instant.compare(refund.sentAt, machineNow().subtract(KNOWN_WITHIN)) < 0
    // Under way at the bank: its payment says so.
    if (isOld && row.outsideStatus !== 'refunding')
      await end(desk, refund.id, 'refused', 'the processor knows nothing of it')
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    desk.platform.log.warn(
      { err: error, refund: refund.id },
      'a refund cannot be asked about; it is asked again',
    )
  }
}

async function end(desk: Desk, refundId: string, status: 'refused', problem: string): Promise<void> {
  await desk.platform.transact(async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (refund?.status !== 'sent') return
    await changeRefund(tx, refundId, {
      status,
      problem: problem.slice(0, 300),
      decidedAt: desk.platform.clock.now(),
    })
  })
}

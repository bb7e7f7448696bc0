import { least } from '@stowage/domain/money'
import { isUndecided, paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { lockAttempt } from './attempt-store.ts'
import { bookBack } from './book-back.ts'
import { about, isOurs, type Desk } from './desk.ts'
import { paymentFailed, paymentReceived } from './events.ts'
import type { Verdict } from './message-store.ts'
import { takeDisputes } from './take-disputes.ts'
import { takeRefundFailure } from './take-refund-failure.ts'
import { saveMethod } from './save-method.ts'
import { ProcessorError, type Hearsay, type OutsidePayment, type Processor } from './processor.ts'
import { changePayment, insertPayment, lockByOutsideId, type Card, type PaymentRow } from './payment-store.ts'

export type Applied = Extract<
  Verdict,
  'credited' | 'known' | 'noted' | 'unknown order' | 'other sum' | 'other payer'
>

interface Scene {
  readonly tx: Tx
  readonly desk: Desk
  readonly processor: Processor
  readonly attempt: PaymentRow
  /** The row that holds this payment of the processor: the attempt, or one of its own when the attempt was paid twice. */
  readonly holder: PaymentRow | undefined
  readonly outside: OutsidePayment
  readonly hearsay: Hearsay
  readonly now: Temporal.Instant
  /** The payer is: what comes in about him is kept without words about him. */
  readonly isErased: boolean
  /** What had gone back of it before the processor was asked, where that was read first. */
  readonly knownBefore: number | undefined
}

interface Taken {
  readonly applied: Applied
  /** Less has gone back than is known here, which is so much: true, or an answer older than what is known. */
  readonly lessThan?: number
}

/**
 * Takes over what the processor itself says of a payment (asked by us, never what a message claims), in one transaction:
 * the attempt's row is locked first, so that two who hear of it at once credit it once (I6).
 * An answer that says less has gone back than is known may be older than what is known: then it is asked once more, and what is
 * answered to a question put after reading is no older.
 * @param beside written in the same transaction, with what became of it: so that neither is there without the other
 * @throws ProcessorError where it is to be asked once more and cannot
 */
export async function applyOutsidePayment(
  desk: Desk,
  processor: Processor,
  outside: OutsidePayment,
  hearsay: Hearsay = {},
  beside?: (tx: Tx, applied: Applied) => Promise<void>,
): Promise<Applied> {
  const take = async (answer: OutsidePayment, knownBefore?: number): Promise<Taken> =>
    await desk.platform.transact(async (tx) => {
      const taken = await takeOver(tx, { desk, processor, outside: answer, hearsay, knownBefore })
      if (taken.lessThan === undefined) await beside?.(tx, taken.applied)
      return taken
    })
  const first = await take(outside)
  if (first.lessThan === undefined) return first.applied
  const now = await processor.payment(outside.id)
  if (now === undefined) throw new ProcessorError('away', `${outside.id} is not there any more`)
  return (await take(now, first.lessThan)).applied
}

async function takeOver(
  tx: Tx,
  news: Pick<Scene, 'desk' | 'processor' | 'outside' | 'hearsay' | 'knownBefore'>,
): Promise<Taken> {
  const { desk, processor, outside, hearsay } = news
  const cabinet = processor.name
  if (!isOurs(outside.orderId)) return { applied: 'unknown order' }
  const locked = await lockAttempt(tx, { id: outside.orderId, cabinet, outsideId: outside.id })
  if (locked.attempt?.row.cabinet !== cabinet) return { applied: 'unknown order' }
  const { holder, attempt: known } = locked
  const { row: attempt, isErased } = known
  if (attempt.amount.amount !== outside.amount.amount || attempt.amount.currency !== outside.amount.currency)
    return { applied: 'other sum' }
  if (attempt.accountId !== outside.clientId) return { applied: 'other payer' }
  const taken = await take({ ...news, tx, attempt, holder, isErased, now: desk.platform.clock.now() })
  const saved = outside.saved ?? hearsay.saved
  if (saved) await saveMethod(desk, tx, attempt.id, saved)
  if (outside.disputes.length === 0) return taken
  const row = await lockByOutsideId(tx, cabinet, outside.id)
  return row && (await takeDisputes(desk, tx, row, outside)) ? { ...taken, applied: 'noted' } : taken
}

async function take(scene: Scene): Promise<Taken> {
  const { tx, holder, outside, now, knownBefore } = scene
  const known = holder?.details.refunded ?? 0
  const isEnd =
    outside.state === 'received' || outside.state === 'partlyRefunded' || outside.state === 'refunded'
  if (!holder || !isEnd || outside.refunded.amount >= known) return { applied: await takeState(scene) }
  if (knownBefore !== known) return { applied: 'known', lessThan: known }
  await takeRefundFailure(tx, holder, outside, { left: outside.refunded.amount, at: now })
  return { applied: 'noted' }
}

async function takeState(scene: Scene): Promise<Applied> {
  switch (scene.outside.state) {
    case 'received':
      return (await receive(scene)).applied
    case 'pending':
      return await noteUnderWay(scene)
    case 'failed':
    case 'cancelled':
      return await decline(scene)
    case 'refunding':
      if (scene.holder) await changePayment(scene.tx, scene.holder.id, { outsideStatus: scene.outside.said })
      return 'noted'
    case 'refunded':
    case 'partlyRefunded':
      return await refund(scene)
  }
}

async function receive(scene: Scene): Promise<{ row: PaymentRow; applied: 'credited' | 'known' }> {
  const { tx, attempt, outside, now, hearsay } = scene
  const row = scene.holder ?? (paymentLife.allows(attempt.status, 'received') ? attempt : undefined)
  if (row && !paymentLife.allows(row.status, 'received')) {
    if (row.outsideStatus !== outside.said) await changePayment(tx, row.id, { outsideStatus: outside.said })
    return { row, applied: 'known' }
  }
  const at = momentOf(scene)
  const card: Card = scene.isErased
    ? { number: null, holder: null }
    : { number: outside.card ?? hearsay.card?.number ?? null, holder: hearsay.card?.holder ?? null }
  const credited: PaymentRow = row ?? {
    // Paid twice: the second money is credited as a payment of its own and becomes balance, never lost. It is nobody's charge.
    ...attempt,
    id: newId(),
    pageId: null,
    redirectionUrl: null,
    chargeKey: null,
    failureReason: null,
    createdAt: now,
    expiresAt: null,
    details: { startedAt: machineNow().toString(), paidTwice: attempt.id },
  }
  if (row) {
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'received'),
      outsideId: outside.id,
      outsideStatus: outside.said,
      failureReason: null,
      card,
      succeededAt: at,
      decidedAt: now,
      details: {
        ...row.details,
        invoiceOpen: false,
        // What the payer really paid with, whatever had been chosen before.
        ...(outside.method === null ? {} : { method: outside.method }),
      },
    })
  } else {
    await insertPayment(tx, {
      ...credited,
      status: 'succeeded',
      outsideId: outside.id,
      outsideStatus: outside.said,
      succeededAt: at,
      card,
    })
  }
  publish(
    tx,
    fact(paymentReceived, {
      aggregate: `payment:${credited.id}`,
      stockId: credited.stockId,
      at,
      payload: about(credited),
    }),
  )
  return {
    row: { ...credited, status: 'succeeded', details: { ...credited.details, invoiceOpen: false } },
    applied: 'credited',
  }
}

async function noteUnderWay({ tx, processor, attempt, holder, outside, now }: Scene): Promise<Applied> {
  // Not for an older payment of the same order than the one we know: the payer has tried again since.
  const row =
    holder ??
    (attempt.outsideId === null || processor.compare(attempt.outsideId, outside.id) < 0 ? attempt : undefined)
  if (!row || !paymentLife.allows(row.status, 'underWay')) return 'known'
  if (row.status === 'pending' && row.outsideId === outside.id) return 'known'
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, 'underWay'),
    // A charge is pending before its processor has given it a name.
    outsideId: outside.id,
    outsideStatus: outside.said,
    ...(row.status === 'pending' ? {} : { pendingAt: now }),
  })
  return 'known'
}

async function decline({ tx, attempt, holder, outside, hearsay, now }: Scene): Promise<Applied> {
  const row = holder ?? (attempt.outsideId === null ? attempt : undefined)
  const step = outside.state === 'cancelled' ? 'cancelled' : 'declined'
  if (!row || !paymentLife.allows(row.status, step)) return 'known'
  const reason = step === 'declined' ? (outside.reason ?? hearsay.reason ?? null) : null
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, step),
    outsideId: outside.id,
    outsideStatus: outside.said,
    failureReason: reason,
    decidedAt: now,
  })
  publish(
    tx,
    fact(paymentFailed, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at: now,
      payload: { ...about(row), reason },
    }),
  )
  return 'noted'
}

async function refund(scene: Scene): Promise<Applied> {
  const { tx, attempt, holder, outside, now } = scene
  const isCredited = holder !== undefined && (holder.status === 'succeeded' || holder.status === 'refunded')
  if (!isCredited && outside.state === 'refunded') {
    // Came and went before we heard of it: nothing was credited, so nothing is to be taken back.
    const row = holder ?? (isUndecided(attempt.status) && attempt.outsideId === null ? attempt : undefined)
    if (!row || !paymentLife.allows(row.status, 'refunded')) return 'known'
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'refunded'),
      outsideId: outside.id,
      outsideStatus: outside.said,
      decidedAt: now,
      details: { ...row.details, invoiceOpen: false, refunded: row.amount.amount },
    })
    return 'noted'
  }
  const { row, applied } = isCredited ? { row: holder, applied: 'known' as const } : await receive(scene)
  await changePayment(tx, row.id, { outsideStatus: outside.said })
  const total = least(outside.refunded, row.amount).amount
  const gone = {
    refunded: Math.max(total, row.details.refunded ?? 0),
    withdrawn: row.details.withdrawn ?? 0,
  }
  const { isNews } = await bookBack(tx, row, gone, { at: now, cause: 'refund' })
  if (!isNews) return applied
  return applied === 'credited' ? 'credited' : 'noted'
}

/** The payment's own moment in business time, which stops a penalty also when the news is late: never in the future. */
function momentOf({ attempt, outside, desk, now }: Scene): Temporal.Instant {
  const own = (outside.receivedAt ?? machineNow()).add({ milliseconds: desk.platform.clock.offset() })
  const notBefore = Temporal.Instant.compare(own, attempt.createdAt) < 0 ? attempt.createdAt : own
  return Temporal.Instant.compare(notBefore, now) > 0 ? now : notBefore
}

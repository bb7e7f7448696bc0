import { least } from '@stowage/domain/money'
import { isUndecided, paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { about, isOurs, type Desk } from './desk.ts'
import { paymentFailed, paymentReceived, paymentRefunded } from './events.ts'
import { decideMessages, type Verdict } from './message-store.ts'
import { masked, saveMethod, type Binding } from './save-method.ts'
import type { PayKeeper } from './paykeeper/client.ts'
import type { OutsidePayment } from './paykeeper/read-answer.ts'
import {
  changePayment,
  insertPayment,
  lockByOutsideId,
  lockPayment,
  type Card,
  type PaymentRow,
} from './payment-store.ts'

/** What came along with the news and is shown, never believed. */
export interface Hearsay {
  readonly card?: Card
  /** A decline code; the API does not tell why a card was declined. */
  readonly reason?: string | null
  /** The processor's name for the card that was to be saved with the payment. */
  readonly binding?: Binding
}

export type Applied = Extract<
  Verdict,
  'credited' | 'known' | 'noted' | 'unknown order' | 'other sum' | 'other payer'
>

interface Scene {
  readonly tx: Tx
  readonly desk: Desk
  readonly attempt: PaymentRow
  /** The row that holds this payment of the processor: the attempt, or one of its own when the attempt was paid twice. */
  readonly holder: PaymentRow | undefined
  readonly outside: OutsidePayment
  readonly hearsay: Hearsay
  readonly now: Temporal.Instant
}

/**
 * Takes over what the processor itself says of a payment (asked by us, never what a message claims), in one transaction:
 * the attempt's row is locked first, so that two who hear of it at once credit it once (I6).
 */
export async function applyOutsidePayment(
  desk: Desk,
  paykeeper: PayKeeper,
  outside: OutsidePayment,
  hearsay: Hearsay = {},
): Promise<Applied> {
  const cabinet = paykeeper.cabinet.name
  if (!isOurs(outside.orderId)) return 'unknown order'
  const orderId = outside.orderId
  return await desk.platform.transact(async (tx) => {
    const attempt = await lockPayment(tx, orderId)
    if (!attempt || attempt.cabinet !== cabinet) return 'unknown order'
    if (
      attempt.amount.amount !== outside.amount.amount ||
      attempt.amount.currency !== outside.amount.currency
    )
      return 'other sum'
    if (attempt.accountId !== outside.clientId) return 'other payer'
    const holder = attempt.outsideId === outside.id ? attempt : await lockByOutsideId(tx, cabinet, outside.id)
    const applied = await take({
      tx,
      desk,
      attempt,
      holder,
      outside,
      hearsay,
      now: desk.platform.clock.now(),
    })
    if (outside.status !== 'pending') await decideMessages(tx, { cabinet, outsideId: outside.id }, applied)
    if (hearsay.binding) await saveMethod(desk, tx, attempt.id, hearsay.binding)
    return applied
  })
}

async function take(scene: Scene): Promise<Applied> {
  switch (scene.outside.status) {
    // Equal as to the money (facts 4.2); they differ in whether our answer to the notification has arrived.
    case 'obtained':
    case 'success':
    case 'stuck':
      return (await receive(scene)).applied
    case 'pending':
      return await noteUnderWay(scene)
    case 'failed':
    case 'canceled':
      return await decline(scene)
    case 'refunding':
      if (scene.holder)
        await changePayment(scene.tx, scene.holder.id, { outsideStatus: scene.outside.status })
      return 'noted'
    case 'refunded':
    case 'partially_refunded':
      return await refund(scene)
  }
}

async function receive(scene: Scene): Promise<{ row: PaymentRow; applied: 'credited' | 'known' }> {
  const { tx, attempt, outside, now, hearsay } = scene
  const row = scene.holder ?? (paymentLife.allows(attempt.status, 'received') ? attempt : undefined)
  if (row && !paymentLife.allows(row.status, 'received')) {
    if (row.outsideStatus !== outside.status)
      await changePayment(tx, row.id, { outsideStatus: outside.status })
    return { row, applied: 'known' }
  }
  const at = momentOf(scene)
  const card: Card = {
    number: masked(outside.card ?? hearsay.card?.number ?? null),
    holder: hearsay.card?.holder ?? null,
  }
  const credited: PaymentRow = row ?? {
    // Paid twice: the second money is credited as a payment of its own and becomes balance, never lost. It is nobody's charge.
    ...attempt,
    id: newId(),
    invoiceId: null,
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
      outsideStatus: outside.status,
      failureReason: null,
      card,
      succeededAt: at,
      decidedAt: now,
      details: { ...row.details, invoiceOpen: false },
    })
  } else {
    await insertPayment(tx, {
      ...credited,
      status: 'succeeded',
      outsideId: outside.id,
      outsideStatus: outside.status,
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

async function noteUnderWay({ tx, attempt, holder, outside, now }: Scene): Promise<Applied> {
  // Not for an older payment of the same order than the one we know: the payer has tried again since.
  const row =
    holder ??
    (attempt.outsideId === null || BigInt(attempt.outsideId) < BigInt(outside.id) ? attempt : undefined)
  if (row && row.status !== 'pending' && paymentLife.allows(row.status, 'underWay')) {
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'underWay'),
      outsideId: outside.id,
      outsideStatus: outside.status,
      pendingAt: now,
    })
  }
  return 'known'
}

async function decline({ tx, attempt, holder, outside, hearsay, now }: Scene): Promise<Applied> {
  const row = holder ?? (attempt.outsideId === null ? attempt : undefined)
  const step = outside.status === 'canceled' ? 'cancelled' : 'declined'
  if (!row || !paymentLife.allows(row.status, step)) return 'known'
  const reason = step === 'declined' ? (hearsay.reason ?? null) : null
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, step),
    outsideId: outside.id,
    outsideStatus: outside.status,
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
  if (!isCredited && outside.status === 'refunded') {
    // Came and went before we heard of it: nothing was credited, so nothing is to be taken back.
    const row = holder ?? (isUndecided(attempt.status) && attempt.outsideId === null ? attempt : undefined)
    if (!row || !paymentLife.allows(row.status, 'refunded')) return 'known'
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'refunded'),
      outsideId: outside.id,
      outsideStatus: outside.status,
      decidedAt: now,
      details: { ...row.details, invoiceOpen: false, refunded: row.amount.amount },
    })
    return 'noted'
  }
  const { row, applied } = isCredited ? { row: holder, applied: 'known' as const } : await receive(scene)
  const total = least(outside.refunded, row.amount)
  const given = total.amount - (row.details.refunded ?? 0)
  const isAll = total.amount === row.amount.amount
  await changePayment(tx, row.id, {
    outsideStatus: outside.status,
    details: { ...row.details, refunded: Math.max(total.amount, row.details.refunded ?? 0) },
    ...(isAll && paymentLife.allows(row.status, 'refunded')
      ? { status: paymentLife.step(row.status, 'refunded') }
      : {}),
  })
  if (given <= 0) return applied
  publish(
    tx,
    fact(paymentRefunded, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at: now,
      payload: { ...about(row), refunded: given, isAll },
    }),
  )
  return applied === 'credited' ? 'credited' : 'noted'
}

/** The payment's own moment in business time, which stops a penalty also when the news is late: never in the future. */
function momentOf({ attempt, outside, desk, now }: Scene): Temporal.Instant {
  const own = (outside.obtainedAt ?? machineNow()).add({ milliseconds: desk.platform.clock.offset() })
  const notBefore = Temporal.Instant.compare(own, attempt.createdAt) < 0 ? attempt.createdAt : own
  return Temporal.Instant.compare(notBefore, now) > 0 ? now : notBefore
}

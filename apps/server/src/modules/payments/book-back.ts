import { money } from '@stowage/domain/money'
import { paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { about } from './desk.ts'
import { reinstatedBy } from './dispute-store.ts'
import { paymentReceived, paymentRefunded } from './events.ts'
import { changePayment, insertPayment, type PaymentRow } from './payment-store.ts'

/** What has left a payment in all, as its processor says it now, in minor units. */
export interface Gone {
  /** Given back by us. */
  readonly refunded: number
  /** Taken back by the payer's bank, and not given back since. */
  readonly withdrawn: number
}

/** As what money comes again: a dispute that was won, a refund that its bank has sent back. */
export interface Again {
  /** The processor's name for it, or one made of the payment's. */
  readonly id: string
  readonly said: string
}

/**
 * Holds what has left a payment against what of it still stands in the book, and tells the difference: less stands than was
 * told, so money went back; more does, so it came again, as a payment of its own. Both sorts together never take more than the
 * payment was, and the order in which they are heard of decides nothing: a refund behind a charge-back, a charge-back behind a
 * refund, a dispute that is won and then lost after all.
 * @param of.again as what more than is told of comes in; without it nothing does
 * @returns whether something was told, and the row as it is now
 */
export async function bookBack(
  tx: Tx,
  row: PaymentRow,
  gone: Gone,
  of: { readonly at: Temporal.Instant; readonly cause: Cause; readonly again?: Again },
): Promise<{ isNews: boolean; row: PaymentRow }> {
  const { at, cause } = of
  const again = await reinstatedBy(tx, row.id)
  const cameAgain = again.reduce((all, { amount }) => all + amount.amount, 0)
  const { refunded = 0, withdrawn = 0 } = row.details
  const own = Math.max(0, row.amount.amount - refunded - withdrawn - cameAgain)
  const stands = own + again.reduce((all, one) => all + standing(one), 0)
  const shall = Math.max(0, row.amount.amount - gone.refunded - gone.withdrawn)
  const details = {
    ...row.details,
    ...(gone.refunded > 0 || refunded > 0 ? { refunded: gone.refunded } : {}),
  }
  const now: PaymentRow = {
    ...row,
    details: gone.withdrawn > 0 || withdrawn > 0 ? { ...details, withdrawn: gone.withdrawn } : details,
  }
  let missing = stands - shall
  const takenHere = Math.min(own, Math.max(missing, 0))
  if (takenHere > 0) takeBack(tx, row, { refunded: takenHere, isAll: takenHere === own, cause, at })
  const isAll = takenHere > 0 && takenHere === own && paymentLife.allows(row.status, 'refunded')
  const status = isAll ? paymentLife.step(row.status, 'refunded') : row.status
  await changePayment(tx, row.id, { details: now.details, ...(isAll ? { status } : {}) })
  missing -= takenHere
  // What had come again goes again; the last first.
  for (const one of again.toReversed()) {
    const part = Math.min(standing(one), Math.max(missing, 0))
    if (part === 0) continue
    const isWhole = part === standing(one)
    takeBack(tx, one, { refunded: part, isAll: isWhole, cause, at })
    await changePayment(tx, one.id, {
      details: { ...one.details, refunded: (one.details.refunded ?? 0) + part },
      ...(isWhole ? { status: paymentLife.step(one.status, 'refunded') } : {}),
    })
    missing -= part
  }
  if (missing < 0 && of.again)
    await reinstate(tx, row, { amount: -missing, times: again.length, at, as: of.again })
  return { isNews: stands !== shall, row: { ...now, status } }
}

const standing = ({ amount, details }: PaymentRow): number => amount.amount - (details.refunded ?? 0)

type Cause = 'refund' | 'dispute'

function takeBack(
  tx: Tx,
  row: PaymentRow,
  {
    at,
    ...gone
  }: {
    readonly refunded: number
    readonly isAll: boolean
    readonly cause: Cause
    readonly at: Temporal.Instant
  },
): void {
  publish(
    tx,
    fact(paymentRefunded, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), ...gone },
    }),
  )
}

/** The bank has decided for us, or could not give a refund to its customer: the money is there again, and pays what it had paid before. */
async function reinstate(
  tx: Tx,
  row: PaymentRow,
  {
    amount,
    times,
    at,
    as,
  }: {
    readonly amount: number
    /** How often it has come again before: an appeal may turn a dispute more than once. */
    readonly times: number
    readonly at: Temporal.Instant
    readonly as: Again
  },
): Promise<void> {
  const again = {
    id: newId(),
    processor: row.processor,
    cabinet: row.cabinet,
    reference: row.reference,
    accountId: row.accountId,
    stockId: row.stockId,
    amount: money(amount, row.amount.currency),
    createdById: row.createdById,
  }
  await insertPayment(tx, {
    ...again,
    status: 'succeeded',
    outsideId: times === 0 ? as.id : `${as.id}:${times + 1}`,
    outsideStatus: as.said,
    details: { startedAt: machineNow().toString(), reinstates: row.id },
    createdAt: at,
    succeededAt: at,
  })
  publish(
    tx,
    fact(paymentReceived, {
      aggregate: `payment:${again.id}`,
      stockId: row.stockId,
      at,
      payload: about(again),
    }),
  )
}

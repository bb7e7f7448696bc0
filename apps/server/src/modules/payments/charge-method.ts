import { PAID_OTHERWISE, PROCESSOR_AWAY } from '@stowage/domain/debit'
import { isUndecided } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { createPatience } from '../../platform/database/patience.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { askAboutAttempt } from './ask-about-attempt.ts'
import { planBankDebit } from './bank-debits/plan-bank-debit.ts'
import { declinePayment } from './decline-payment.ts'
import { returnUrl, type Desk } from './desk.ts'
import { findMethod, undecidedCharges } from './method-store.ts'
import type { Payments } from './payments.ts'
import { ProcessorError, type Processor } from './processor.ts'
import {
  BANK_DEBIT,
  changePayment,
  findPayment,
  insertPayment,
  liveAttempts,
  lockPayment,
  takeTurn,
  type PaymentRow,
} from './payment-store.ts'
import { retireAttempt } from './retire-attempt.ts'

/** A payer who began a moment ago is left alone. */
const PAYER_TAKES = { minutes: 30 }
/** A planned charge that nobody has sent by then was left behind by a process that died. */
const SENT_WITHIN = { minutes: 2 }
/** A request lives for seconds; of what the processor knows nothing by then it will know nothing later. */
const KNOWN_WITHIN = { minutes: 10 }
/** So many are asked about together. */
const AT_ONCE = 10
/** Behind them lost cards and other cabinets wait, and a server that goes down waits for its jobs. */
const TURN = { seconds: 15 }

/** See Payments.planCharge. The row is pending from its first moment: whoever wants to pay the same is told so. */
export async function planCharge(
  desk: Desk,
  tx: Tx,
  charge: Parameters<Payments['planCharge']>[1],
  collection: Parameters<Payments['planCharge']>[2],
): Promise<{ paymentId: string } | undefined> {
  const now = desk.platform.clock.now()
  const method = (await findMethod(tx, charge.methodId)) ?? fail(9104)
  const isBank = method.cabinet === BANK_DEBIT
  const processor = desk.processors.named(method.cabinet) ?? (isBank ? undefined : fail(9104))
  await takeTurn(tx, collection.reference)
  const live = await liveAttempts(tx, collection.reference)
  const since = now.subtract(PAYER_TAKES)
  if (live.some((row) => row.status === 'pending' || isBegun(row, since))) return undefined
  if (!processor) return await planBankDebit(desk, tx, method, charge, collection)
  const paymentId = newId()
  await insertPayment(tx, {
    id: paymentId,
    processor: processor.kind,
    cabinet: method.cabinet,
    reference: collection.reference,
    accountId: collection.accountId,
    stockId: collection.stockId,
    amount: collection.amount,
    status: 'pending',
    details: { startedAt: machineNow().toString(), method: method.kind, charge: collection },
    createdAt: now,
    createdById: collection.createdById,
    methodId: charge.methodId,
    chargeKey: charge.key,
  })
  return { paymentId }
}

const isBegun = (row: PaymentRow, since: Temporal.Instant): boolean =>
  row.status === 'created' && Temporal.Instant.compare(row.createdAt, since) > 0

/** See Payments.charge. */
export async function charge(desk: Desk, paymentId: string): Promise<void> {
  const row = await findPayment(desk.platform.db, paymentId)
  const processor = row && desk.processors.named(row.cabinet)
  // Through the seller's own bank: it waits for its file, and a statement says what became of it.
  if (!row || !isUndecided(row.status) || row.cabinet === BANK_DEBIT) return
  // Its cabinet has been taken out of the settings: nobody can charge it, and nobody shall wait for it.
  if (!processor) return await failCharge(desk, row.id, PROCESSOR_AWAY)
  try {
    await send(desk, processor, row)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    desk.platform.log.warn(
      { err: error, payment: paymentId },
      'a charge waits until its processor can be asked',
    )
  }
}

/** @throws ProcessorError where its end is not known; then it is asked about until it is */
async function send(desk: Desk, processor: Processor, row: PaymentRow): Promise<void> {
  // Paused or retired since the method was saved: what it was told goes on, nothing new is begun with it.
  if (row.details.sentAt === undefined && !desk.processors.takes(row.cabinet))
    return await failCharge(desk, row.id, PROCESSOR_AWAY)
  if (!(await closeOtherWays(desk, row))) return await failCharge(desk, row.id, PAID_OTHERWISE)
  const methodId = await takeSending(desk, row.id)
  if (methodId === undefined) return
  const order = row.details.charge
  if (methodId === null || order === undefined) return await failCharge(desk, row.id, PAID_OTHERWISE)
  let refusal: ProcessorError | undefined
  try {
    await processor.charge(methodId, {
      ...order,
      paymentId: row.id,
      returnUrl: returnUrl(desk, row.id),
    })
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.kind !== 'refused') throw error
    refusal = error
  }
  await learn(desk, processor, row, refusal)
}

/** Pages on which the same could be paid are closed first. @returns false where somebody was quicker */
async function closeOtherWays(desk: Desk, row: PaymentRow): Promise<boolean> {
  const live = await desk.platform.transact(async (tx) => await liveAttempts(tx, row.reference))
  for (const other of live) {
    if (other.id === row.id || other.chargeKey !== null) continue
    if ((await retireAttempt(desk, other)) !== 'closed') return false
  }
  return true
}

/**
 * Whoever gets the card's name sends the charge, and nobody ever again: a process that dies with it in its hand leaves a
 * question to the processor, not a second charge. undefined: it is decided or somebody sends it; null: the card is forgotten.
 */
async function takeSending(desk: Desk, paymentId: string): Promise<string | null | undefined> {
  return await desk.platform.transact(async (tx) => {
    const row = await lockPayment(tx, paymentId)
    if (!row || !isUndecided(row.status) || row.details.sentAt !== undefined) return undefined
    const method = row.methodId === null ? undefined : await findMethod(tx, row.methodId)
    if (method?.outsideId == null) return null
    await changePayment(tx, row.id, { details: { ...row.details, sentAt: machineNow().toString() } })
    return method.outsideId
  })
}

/** Asks the processor what became of a charge. @throws ProcessorError */
async function learn(
  desk: Desk,
  processor: Processor,
  row: PaymentRow,
  refusal?: ProcessorError,
): Promise<void> {
  const payments = await askAboutAttempt(desk, processor, row)
  if (payments.length > 0) return
  // It has said no and has begun nothing; or it was never reached.
  if (refusal) await failCharge(desk, row.id, refusal.reason)
  else if (isBefore(row.details.sentAt, KNOWN_WITHIN)) await failCharge(desk, row.id, PROCESSOR_AWAY)
}

/**
 * Makes what asks about all charges that a process left behind, or that the bank has not decided yet, some seconds long; the next turn
 * goes on where this one stopped, so that neither those that stay undecided nor one that cannot be asked about hide others.
 * One that fails is said in the log. @throws ProcessorError where the processor is away: nothing else can be asked either
 */
export function createAskingAboutCharges(desk: Desk): (processor: Processor) => Promise<void> {
  const { db, log } = desk.platform
  const places = new Map<string, string>()
  return async (processor) => {
    const cabinet = processor.name
    const until = machineNow().add(TURN)
    const patience = createPatience()
    const ask = async (row: PaymentRow): Promise<void> => {
      if (row.details.sentAt !== undefined) await learn(desk, processor, row)
      else if (isBefore(row.details.startedAt, SENT_WITHIN)) await send(desk, processor, row)
    }
    do {
      const some = await undecidedCharges(db, {
        cabinet,
        behind: places.get(cabinet) ?? '',
        limit: AT_ONCE,
      })
      const last = some.length < AT_ONCE ? undefined : some.at(-1)
      if (last) places.set(cabinet, last.id)
      else places.delete(cabinet)
      const ends = await Promise.allSettled(some.map(ask))
      for (const [index, end] of ends.entries()) {
        if (end.status === 'fulfilled') {
          patience.went()
          continue
        }
        const error: unknown = end.reason
        if (error instanceof ProcessorError && error.kind !== 'refused') throw error
        patience.bear(error)
        log.error({ err: error, payment: some[index]?.id }, 'a charge cannot be asked about; the others are')
      }
    } while (places.has(cabinet) && Temporal.Instant.compare(machineNow(), until) < 0)
  }
}

const isBefore = (instant: string | undefined, age: { minutes: number }): boolean =>
  instant !== undefined &&
  Temporal.Instant.compare(Temporal.Instant.from(instant), machineNow().subtract(age)) < 0

async function failCharge({ platform }: Desk, paymentId: string, reason: string | null): Promise<void> {
  const { transact, clock } = platform
  await transact(async (tx) => await declinePayment(tx, paymentId, reason, clock.now()))
}

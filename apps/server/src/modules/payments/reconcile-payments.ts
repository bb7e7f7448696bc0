import { paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { createPatience } from '../../platform/database/patience.ts'
import { applyOutsidePayment } from './apply-outside-payment.ts'
import { createAskingAboutCharges } from './charge-method.ts'
import { isOurs, type Desk } from './desk.ts'
import { hurryMessages } from './message-store.ts'
import { HURRIED, type Inbox } from './process-messages.ts'
import {
  attemptsToRetire,
  changePayment,
  knownNews,
  lockPayment,
  newsOf,
  pendingAttempts,
  type PaymentRow,
} from './payment-store.ts'
import { ProcessorError, type OutsidePayment, type Processor } from './processor.ts'
import { retireAttempt } from './retire-attempt.ts'
import { findLostMethods, tellForgotten } from './save-method.ts'

/** A payment that stays pending longer is asked about every ten minutes. */
const ASKED_OFTEN_FOR = { hours: 1 }
const AT_ONCE = 200

/**
 * Makes the job that asks about payments that are under way: those a message told us of when the processor could not be asked back, and those
 * the bank had not decided. Declines are told by nobody (facts 6).
 */
export function createPendingQuestions(desk: Desk, inbox: Pick<Inbox, 'workOff'>): () => Promise<void> {
  const askAboutCharges = createAskingAboutCharges(desk)
  return async () => {
    const since = desk.platform.clock.now().subtract(ASKED_OFTEN_FOR)
    await forEachCabinet(desk, async (processor) => {
      await askSince(desk, processor, since)
      await askAboutCharges(processor)
      await findLostMethods(desk, processor)
      await tellForgotten(desk, processor)
      await hurryMessages(desk.platform.db, {
        cabinet: processor.name,
        now: machineNow(),
        triedLess: HURRIED,
      })
    })
    await inbox.workOff()
  }
}

async function askSince(
  desk: Desk,
  processor: Processor,
  since: Temporal.Instant | undefined,
): Promise<void> {
  for (const row of await pendingAttempts(desk.platform.db, {
    cabinet: processor.name,
    since,
    limit: AT_ONCE,
  })) {
    if (row.outsideId === null) continue
    const outside = await processor.payment(row.outsideId)
    if (outside?.orderId === row.id) await apply(desk, processor, outside)
    else if (row.outsideStatus === 'claimed') await deny(desk, row, row.outsideId)
  }
}

/** The processor knows nothing of what a message claimed: the attempt is open again as if it had never come. */
async function deny(desk: Desk, claimed: PaymentRow, outsideId: string): Promise<void> {
  await desk.platform.transact(async (tx) => {
    const row = await lockPayment(tx, claimed.id)
    if (row?.outsideId !== outsideId || !paymentLife.allows(row.status, 'denied')) return
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'denied'),
      outsideId: null,
      outsideStatus: 'denied',
    })
  })
}

/** Makes the job that holds the processor's own lists against ours: nothing is lost when a message never comes. */
export function createReconciliation(desk: Desk): () => Promise<void> {
  const readWidely = new Map<string, Temporal.Instant>()
  const places = new Map<string, string>()
  return async () => {
    await forEachCabinet(desk, async (processor) => {
      const now = machineNow()
      const last = readWidely.get(processor.name)
      const isWide = last === undefined || Temporal.Instant.compare(last, now.subtract({ hours: 24 })) <= 0
      await readList(desk, processor, isWide ? 7 : 1)
      if (isWide) readWidely.set(processor.name, now)
      await askSince(desk, processor, undefined)
      await retireOld(desk, processor, places)
    })
  }
}

/** What was begun or changed lately; payments begun seven days ago are still refunded today. */
async function readList(desk: Desk, processor: Processor, daysBack: number): Promise<void> {
  const patience = createPatience()
  const ours = (await processor.recentPayments(daysBack)).filter((payment) => isOurs(payment.orderId))
  for (let start = 0; start < ours.length; start += 500) {
    const some = ours.slice(start, start + 500)
    const known = await knownNews(
      desk.platform.db,
      processor.name,
      some.map((payment) => payment.id),
    )
    for (const payment of some)
      if (known.get(payment.id) !== newsOf(payment))
        await patience.alone(
          async () => await apply(desk, processor, payment),
          (err) =>
            desk.platform.log.error(
              { err, cabinet: processor.name, payment: payment.id },
              'a payment in the cabinet cannot be taken over; the others are',
            ),
        )
  }
}

/** @param places where the last turn stopped: those that stay under way for days (direct debits) hide no others */
async function retireOld(desk: Desk, processor: Processor, places: Map<string, string>): Promise<void> {
  const cabinet = processor.name
  const of = {
    cabinet,
    now: desk.platform.clock.now(),
    machineNow: machineNow(),
    behind: places.get(cabinet) ?? '',
    limit: AT_ONCE,
  }
  const attempts = await attemptsToRetire(desk.platform.db, of)
  const last = attempts.length < AT_ONCE ? undefined : attempts.at(-1)
  if (last) places.set(cabinet, last.id)
  else places.delete(cabinet)
  for (const attempt of attempts) await retireAttempt(desk, attempt)
}

async function apply(desk: Desk, processor: Processor, payment: OutsidePayment): Promise<void> {
  const applied = await applyOutsidePayment(desk, processor, payment)
  if (applied === 'credited')
    desk.platform.log.info(
      { cabinet: processor.name, payment: payment.id, order: payment.orderId },
      'a payment was found that no message had told of',
    )
  if (applied === 'other sum' || applied === 'other payer') {
    desk.platform.log.error(
      {
        cabinet: processor.name,
        payment: payment.id,
        order: payment.orderId,
        status: payment.said,
        why: applied,
      },
      'a payment in the cabinet does not fit its order; somebody must look at it',
    )
  }
}

/** One cabinet that is away keeps nobody from asking the others. */
async function forEachCabinet(desk: Desk, act: (processor: Processor) => Promise<void>): Promise<void> {
  for (const processor of desk.processors.all()) {
    try {
      await act(processor)
    } catch (error) {
      if (!(error instanceof ProcessorError)) throw error
      const level = error.kind === 'login' ? 'error' : 'warn'
      desk.platform.log[level](
        { err: error, cabinet: processor.name },
        'a processor could not be asked; it is asked again at the next turn',
      )
    }
  }
}

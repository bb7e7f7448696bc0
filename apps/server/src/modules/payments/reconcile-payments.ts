import { paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { applyOutsidePayment } from './apply-outside-payment.ts'
import { createAskingAboutCharges } from './charge-method.ts'
import { isOurs, type Desk } from './desk.ts'
import { decideMessages } from './message-store.ts'
import { PayKeeperError, type PayKeeper } from './paykeeper/client.ts'
import { moscowDay } from './paykeeper/moscow-time.ts'
import type { OutsidePayment } from './paykeeper/read-answer.ts'
import {
  attemptsToRetire,
  changePayment,
  knownNews,
  lockPayment,
  newsOf,
  pendingAttempts,
  type PaymentRow,
} from './payment-store.ts'
import { retireAttempt } from './retire-attempt.ts'
import { findLostMethods } from './save-method.ts'

/** A payment that stays pending longer is asked about every ten minutes. */
const ASKED_OFTEN_FOR = { hours: 1 }
const AT_ONCE = 200

/**
 * Makes the job that asks about payments that are under way: those a message told us of when the processor could not be asked back, and those
 * the bank had not decided. Declines are told by nobody (facts 6).
 */
export function createPendingQuestions(desk: Desk): () => Promise<void> {
  const askAboutCharges = createAskingAboutCharges(desk)
  return async () => {
    const since = desk.platform.clock.now().subtract(ASKED_OFTEN_FOR)
    await forEachCabinet(desk, async (paykeeper) => {
      await askSince(desk, paykeeper, since)
      await askAboutCharges(paykeeper)
      await findLostMethods(desk, paykeeper)
    })
  }
}

async function askSince(
  desk: Desk,
  paykeeper: PayKeeper,
  since: Temporal.Instant | undefined,
): Promise<void> {
  for (const row of await pendingAttempts(desk.platform.db, {
    cabinet: paykeeper.cabinet.name,
    since,
    limit: AT_ONCE,
  })) {
    if (row.outsideId === null) continue
    const outside = await paykeeper.payment(row.outsideId)
    if (outside?.orderId === row.id) await apply(desk, paykeeper, outside)
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
    await decideMessages(tx, { cabinet: row.cabinet, outsideId }, 'not confirmed')
  })
}

/** Makes the job that holds the processor's own lists against ours: nothing is lost when a message never comes. */
export function createReconciliation(desk: Desk): () => Promise<void> {
  const readWidely = new Map<string, Temporal.Instant>()
  return async () => {
    await forEachCabinet(desk, async (paykeeper) => {
      const now = machineNow()
      const last = readWidely.get(paykeeper.cabinet.name)
      const isWide = last === undefined || Temporal.Instant.compare(last, now.subtract({ hours: 24 })) <= 0
      await readList(desk, paykeeper, isWide ? 7 : 1)
      if (isWide) readWidely.set(paykeeper.cabinet.name, now)
      await askSince(desk, paykeeper, undefined)
      await retireOld(desk, paykeeper)
    })
  }
}

/** Days of the processor's clock, which is the machine's; payments begun seven days ago are still refunded today. */
async function readList(desk: Desk, paykeeper: PayKeeper, daysBack: number): Promise<void> {
  const today = moscowDay(machineNow())
  const ours = (await paykeeper.payments({ from: today.subtract({ days: daysBack }), to: today })).filter(
    (payment) => isOurs(payment.orderId),
  )
  for (let start = 0; start < ours.length; start += 500) {
    const some = ours.slice(start, start + 500)
    const known = await knownNews(
      desk.platform.db,
      paykeeper.cabinet.name,
      some.map((payment) => payment.id),
    )
    for (const payment of some)
      if (known.get(payment.id) !== newsOf(payment.status, payment.refunded.amount))
        await apply(desk, paykeeper, payment)
  }
}

async function retireOld(desk: Desk, paykeeper: PayKeeper): Promise<void> {
  const of = {
    cabinet: paykeeper.cabinet.name,
    now: desk.platform.clock.now(),
    machineNow: machineNow(),
    limit: AT_ONCE,
  }
  for (const attempt of await attemptsToRetire(desk.platform.db, of))
    await retireAttempt(desk, paykeeper, attempt)
}

async function apply(desk: Desk, paykeeper: PayKeeper, payment: OutsidePayment): Promise<void> {
  const applied = await applyOutsidePayment(desk, paykeeper, payment)
  if (applied === 'credited')
    desk.platform.log.info(
      { cabinet: paykeeper.cabinet.name, payment: payment.id, order: payment.orderId },
      'a payment was found that no message had told of',
    )
  if (applied === 'other sum' || applied === 'other payer') {
    desk.platform.log.error(
      {
        cabinet: paykeeper.cabinet.name,
        payment: payment.id,
        order: payment.orderId,
        status: payment.status,
        why: applied,
      },
      'a payment in the cabinet does not fit its order; somebody must look at it',
    )
  }
}

/** One cabinet that is away keeps nobody from asking the others. */
async function forEachCabinet(desk: Desk, act: (paykeeper: PayKeeper) => Promise<void>): Promise<void> {
  for (const paykeeper of desk.cabinets) {
    try {
      await act(paykeeper)
    } catch (error) {
      if (!(error instanceof PayKeeperError)) throw error
      const level = error.kind === 'login' ? 'error' : 'warn'
      desk.platform.log[level](
        { err: error, cabinet: paykeeper.cabinet.name },
        'PayKeeper could not be asked; it is asked again at the next turn',
      )
    }
  }
}

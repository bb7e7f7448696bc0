import { paymentLife } from '@stowage/domain/payment-life'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { applyOutsidePayment, type Applied } from './apply-outside-payment.ts'
import type { Desk } from './desk.ts'
import {
  decideMessage,
  decideMessageWith,
  dueMessages,
  findWaiting,
  postponeMessage,
  reopenMessage,
  verdictOf,
  waitingCabinets,
  type Verdict,
  type WaitingMessage,
} from './message-store.ts'
import { changePayment, lockByOutsideId, lockPayment } from './payment-store.ts'
import { ProcessorError, type Processor } from './processor.ts'
import { loseMethod, renewMethod } from './save-method.ts'

/** So many of one processor are worked on together: each waits for it most of the time. */
const AT_ONCE = 8
/** Those behind them wait in the table, from where the job takes them. */
const MOST_WAITING = 5_000
/** Seconds between the tries; what has not gone by then is told to staff. */
const PAUSES = [10, 30, 60, 300, 900, 1800, 3600, 3600, 7200, 14_400, 21_600, 28_800] as const
/** Tried less often than that, one may have met an outage and is tried as soon as its processor answers. */
export const HURRIED = 6

export interface Inbox {
  /** Works on a message that is stored, behind the answer to its sender. */
  take(message: WaitingMessage): void
  /** The job: whatever a process that died, or a processor that was away, has left. */
  workOff(): Promise<void>
  /** All that was taken has been worked on, well or not. */
  idle(): Promise<void>
}

/**
 * Works on stored messages: asks the processor about what each of them is about and takes over what it says. The order in which
 * they came, and how often, decides nothing (I6); two processes that work on the same message do it once.
 */
export function createInbox(desk: Desk): Inbox {
  // A lane for each processor: one that is slow holds up its own messages only.
  const lanes = new Map<string, { readonly waiting: WaitingMessage[]; running: number }>()
  const running = new Set<Promise<void>>()
  /** Those of this process that wait or are worked on: the job, which finds them in the table as well, leaves them alone. */
  const taken = new Set<string>()
  const start = (cabinet: string): void => {
    const lane = lanes.get(cabinet)
    while (lane && lane.running < AT_ONCE) {
      const message = lane.waiting.shift()
      if (message === undefined) return
      lane.running += 1
      const one = work(desk, message)
        .catch((error: unknown) =>
          desk.platform.log.error({ err: error, message: message.id }, 'a payment message waits'),
        )
        .finally(() => {
          running.delete(one)
          taken.delete(message.id)
          lane.running -= 1
          start(cabinet)
        })
      running.add(one)
    }
  }
  return {
    take(message) {
      const { id, cabinet } = message
      const lane = lanes.get(cabinet) ?? { waiting: [], running: 0 }
      lanes.set(cabinet, lane)
      if (lane.waiting.length >= MOST_WAITING || taken.has(id)) return
      taken.add(id)
      lane.waiting.push(message)
      start(cabinet)
    },
    async workOff() {
      const cabinets = await waitingCabinets(desk.platform.db, machineNow())
      await Promise.all(cabinets.map(async (cabinet) => await workOffLane(desk, cabinet, taken)))
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

async function workOffLane(desk: Desk, cabinet: string, taken: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const of = { cabinet, now: machineNow(), limit: AT_ONCE, besides: [...taken] }
    const due = await dueMessages(desk.platform.db, of)
    await Promise.all(due.map(async (message) => await work(desk, message)))
    if (due.length < AT_ONCE) return
  }
}

/**
 * Works on a kept message once more, whatever became of it before. @returns its verdict now; `valid`: its processor is away, it
 * waits @throws Failure 9104 for one that is not there, or in which there is nothing to work on
 */
export async function replayMessage(desk: Desk, inbox: Inbox, messageId: string): Promise<Verdict> {
  const { db, transact } = desk.platform
  await transact(async (tx) => (await reopenMessage(tx, messageId, machineNow())) ?? fail(9104))
  const message = await findWaiting(db, messageId)
  if (message) inbox.take(message)
  await inbox.idle()
  return await verdictOf(db, messageId)
}

/** Never throws for what is the message's own fault or the processor's: it waits, or it is given up and shown. */
async function work(desk: Desk, message: WaitingMessage): Promise<void> {
  const { db, log } = desk.platform
  const processor = desk.processors.named(message.cabinet)
  try {
    if (!processor) throw new ProcessorError('away', `no processor is called ${message.cabinet} any more`)
    const verdict = await follow(desk, processor, message)
    if (verdict !== 'credited' && verdict !== 'known' && verdict !== 'noted')
      log.error(
        { processor: processor.name, verdict, message: message.id, payment: message.paymentId },
        'a payment message was not confirmed',
      )
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    const pause = PAUSES[message.tries]
    if (pause === undefined) {
      await decideMessage(db, message.id, { verdict: 'failed', at: machineNow(), problem })
      return log.error({ err: error, message: message.id }, 'a payment message was given up')
    }
    await postponeMessage(db, message.id, { nextTryAt: machineNow().add({ seconds: pause }), problem })
    log.warn({ err: error, message: message.id }, 'a payment message waits to be confirmed')
    if (error instanceof ProcessorError) await noteClaim(desk, message)
  }
}

/**
 * Asks and takes over; what became of the message is written with it, in one transaction.
 * @throws ProcessorError where the processor cannot be asked
 */
async function follow(
  desk: Desk,
  processor: Processor,
  { id, news: { subject, hearsay } }: WaitingMessage,
): Promise<Verdict> {
  const decided = async (verdict: Verdict): Promise<Verdict> => {
    await decideMessage(desk.platform.db, id, { verdict, at: machineNow() })
    return verdict
  }
  if (subject.about === 'nothing') return await decided('not ours')
  if (subject.about === 'method') {
    await loseMethod(desk, processor.name, subject.outsideId)
    return await decided('noted')
  }
  if (subject.about === 'changedMethod') {
    await renewMethod(desk, processor, subject.outsideId)
    return await decided('noted')
  }
  const outside = await processor.payment(subject.outsideId)
  if (outside?.id !== subject.outsideId) return await decided('not confirmed')
  if (subject.orderId !== null && outside.orderId !== subject.orderId) return await decided('not confirmed')
  const isMoney = outside.state !== 'pending' && outside.state !== 'failed' && outside.state !== 'cancelled'
  if (subject.claimsMoney && !isMoney) return await decided('not confirmed')
  // An account may serve other shops beside this one.
  const verdictOn = (applied: Applied): Verdict =>
    applied === 'unknown order' && subject.orderId === null ? 'not ours' : applied
  const applied = await applyOutsidePayment(
    desk,
    processor,
    outside,
    hearsay,
    async (tx, made) => await decideMessageWith(tx, id, { verdict: verdictOn(made), at: machineNow() }),
  )
  return verdictOn(applied)
}

/** The processor could not be asked: the payment is under way, so that nobody gives away meanwhile what may be paid for. */
async function noteClaim(desk: Desk, { paymentId, news: { subject } }: WaitingMessage): Promise<void> {
  if (paymentId === null || subject.about !== 'payment' || !subject.claimsMoney) return
  await desk.platform.transact(async (tx) => {
    const row = await lockPayment(tx, paymentId)
    if (
      !row ||
      !paymentLife.allows(row.status, 'underWay') ||
      (await lockByOutsideId(tx, row.cabinet, subject.outsideId))
    )
      return
    await changePayment(tx, row.id, {
      status: paymentLife.step(row.status, 'underWay'),
      outsideId: subject.outsideId,
      outsideStatus: 'claimed',
      pendingAt: desk.platform.clock.now(),
    })
  })
}

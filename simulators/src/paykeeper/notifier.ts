import type { Cabinet } from './cabinet.ts'
import { step, type DeliveryMode, type Payment } from './cabinet-records.ts'
import { notificationFields, postNotification, type MerchantAnswer } from './deliver-notification.ts'
import { expectedAnswer } from './hashes.ts'

export interface NotifierOptions {
  readonly secretWord: string
  readonly hostname: () => string
  readonly url: () => string
  /** After the last attempt the payment is stuck. */
  readonly attempts: number
  readonly everyMs: number
  readonly lateMs: number
  readonly slowMs: number
  readonly timeoutMs: number
}

/** One attempt to tell the merchant; `sent` is false where the simulator lost it on purpose. */
export interface Delivery {
  paymentId: string
  at: string
  mode: DeliveryMode
  sent: boolean
  status: number
  answer: string
  accepted: boolean
}

export interface Notifier {
  /** Tells the merchant of a payment taken; resolves after the first attempt that is due at once. */
  notify(payment: Payment, mode: DeliveryMode): Promise<void>
  /** Resets the counter and starts again (also for a payment acknowledged long ago). */
  repeat(payment: Payment, mode?: DeliveryMode): Promise<void>
  /** Takes up what a stopped process left undelivered. */
  resume(): void
  deliveries(): readonly Delivery[]
  close(): void
}

/** Delivers notifications: at least once, with retries, until accepted or stuck. */
export function createNotifier(cabinet: Cabinet, options: NotifierOptions): Notifier {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const waitingForAnother = new Set<string>()
  const log: Delivery[] = []
  let closed = false

  const schedule = (payment: Payment, delayMs: number): void => {
    clearTimeout(timers.get(payment.id))
    payment.delivery.nextAt = new Date(Date.now() + delayMs).toISOString()
    cabinet.save()
    if (closed) return
    timers.set(payment.id, setTimeout(() => void attempt(payment), delayMs).unref())
  }

  const send = async (payment: Payment): Promise<MerchantAnswer[]> => {
    const { mode } = payment.delivery
    if (mode === 'never') return []
    const spoilt = mode === 'wrongKey' || mode === 'otherSum' || mode === 'otherPayer' ? mode : 'no'
    const fields = notificationFields(
      payment,
      { secretWord: options.secretWord, hostname: options.hostname() },
      spoilt,
    )
    const post = (): Promise<MerchantAnswer> =>
      postNotification(options.url(), fields, {
        timeoutMs: options.timeoutMs,
        slowMs: mode === 'slow' ? options.slowMs : 0,
      })
    // Both at the same moment: the merchant's two handlers race for one row.
    return Promise.all(mode === 'twice' ? [post(), post()] : [post()])
  }

  const deliver = async (payment: Payment): Promise<void> => {
    timers.delete(payment.id)
    const { mode } = payment.delivery
    payment.repeatCounter += 1
    const answers = await send(payment)
    const wanted = expectedAnswer(payment.id, options.secretWord)
    const judged = answers.map((answer) => ({
      ...answer,
      accepted: answer.status === 200 && answer.body === wanted,
    }))
    const at = new Date().toISOString()
    for (const { status, body, accepted } of judged)
      log.push({ paymentId: payment.id, at, mode, sent: true, status, answer: body.slice(0, 200), accepted })
    if (judged.length === 0)
      log.push({ paymentId: payment.id, at, mode, sent: false, status: 0, answer: '', accepted: false })
    if (log.length > 2000) log.splice(0, log.length - 2000)
    settle(
      payment,
      judged.some((answer) => answer.accepted),
    )
    releaseWaiting(payment.id)
  }

  const settle = (payment: Payment, accepted: boolean): void => {
    payment.delivery.nextAt = null
    if (accepted) {
      // Refunded in the meantime: it stays so, only the retries end.
      if (payment.status === 'obtained' || payment.status === 'stuck') step(payment, 'success')
      payment.successAt ??= cabinet.now().toISOString()
    } else if (payment.repeatCounter < options.attempts) {
      schedule(payment, options.everyMs)
    } else if (payment.status === 'obtained') {
      step(payment, 'stuck')
    }
    cabinet.save()
  }

  const attempt = (payment: Payment): Promise<void> => {
    const now = running.get(payment.id)
    if (now) return now
    const done = deliver(payment).finally(() => running.delete(payment.id))
    running.set(payment.id, done)
    return done
  }

  const releaseWaiting = (deliveredId: string): void => {
    for (const id of waitingForAnother) {
      const payment = cabinet.payment(id)
      if (id === deliveredId || !payment) continue
      waitingForAnother.delete(id)
      schedule(payment, 20)
    }
  }

  const notify = async (payment: Payment, mode: DeliveryMode): Promise<void> => {
    payment.delivery = { mode, nextAt: null }
    if (mode === 'late') return schedule(payment, options.lateMs)
    if (mode === 'outOfOrder') {
      waitingForAnother.add(payment.id)
      // No other payment ever comes: it is told in the end all the same.
      return schedule(payment, Math.max(options.everyMs, options.lateMs))
    }
    clearTimeout(timers.get(payment.id))
    await attempt(payment)
  }

  return {
    notify,
    repeat: async (payment, mode = 'normal') => {
      await running.get(payment.id)
      payment.repeatCounter = 0
      await notify(payment, mode)
    },
    resume: () => {
      for (const payment of cabinet.payments()) {
        if (payment.status !== 'obtained') continue
        const due = payment.delivery.nextAt === null ? 0 : Date.parse(payment.delivery.nextAt) - Date.now()
        schedule(payment, Math.max(0, due))
      }
    },
    deliveries: () => log,
    close: () => {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

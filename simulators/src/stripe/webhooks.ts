import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { StripeDeliveryMode } from '@stowage/api/simulated-stripe'
import type { Books } from './books.ts'
import type { StripeEvent } from './records.ts'

export interface WebhookOptions {
  /** undefined: no endpoint is registered. */
  readonly url: () => string | undefined
  readonly secret: string
  /** Event types the endpoint has subscribed to. */
  readonly types: readonly string[]
  readonly attempts: number
  /** Before the second attempt; doubled each time, up to an hour. */
  readonly retryMs: number
  readonly lateMs: number
  readonly slowMs: number
  readonly timeoutMs: number
}

/** One attempt to tell the merchant; `sent` is false where the simulator lost it on purpose. */
export interface StripeDelivery {
  readonly eventId: string
  readonly type: string
  readonly at: string
  readonly mode: StripeDeliveryMode
  readonly sent: boolean
  /** 0: no answer. */
  readonly status: number
  readonly answer: string
  readonly accepted: boolean
}

export type Webhooks = ReturnType<typeof createWebhooks>

const HOUR_MS = 3_600_000
const STALE_SECONDS = 600

/** `Stripe-Signature` over the raw body; `at` in seconds. */
export function signature(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Delivers events: at least once, in no order, repeated until a 2xx. */
export function createWebhooks(books: Books, options: WebhookOptions) {
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Map<string, Promise<void>>()
  const held: string[] = []
  const log: StripeDelivery[] = []
  let mode: StripeDeliveryMode = 'normal'
  let closed = false

  const note = (event: StripeEvent, how: StripeDeliveryMode, answer: Answer | undefined): void => {
    const { status, body } = answer ?? { status: 0, body: '' }
    log.push({
      eventId: event.id,
      type: event.type,
      at: new Date().toISOString(),
      mode: how,
      sent: answer !== undefined,
      status,
      answer: body.slice(0, 200),
      accepted: isAccepted(status),
    })
    if (log.length > 2000) log.splice(0, log.length - 2000)
  }

  const send = async (event: StripeEvent, how: StripeDeliveryMode): Promise<Answer[]> => {
    const url = options.url()
    if (how === 'never' || url === undefined) return []
    const body = JSON.stringify(event, null, 2)
    const now = Math.floor(Date.now() / 1000)
    const header = signature(
      body,
      how === 'forged' ? `${options.secret}?` : options.secret,
      how === 'stale' ? now - STALE_SECONDS : now,
    )
    const slowMs = how === 'slow' ? options.slowMs : 0
    const post = (): Promise<Answer> => postEvent(url, body, header, { timeoutMs: options.timeoutMs, slowMs })
    // Both at the same moment: the merchant's two handlers race for one row.
    return await Promise.all(how === 'twice' ? [post(), post()] : [post()])
  }

  const attempt = async (event: StripeEvent): Promise<void> => {
    const state = books.outgoing.get(event.id)
    if (!state || closed) return
    state.attempts += 1
    state.nextAt = null
    const answers = await send(event, state.mode)
    for (const answer of answers) note(event, state.mode, answer)
    if (answers.length === 0) note(event, state.mode, undefined)
    state.accepted ||= answers.some(({ status }) => isAccepted(status))
    if (state.accepted) event.pending_webhooks = 0
    else if (state.mode !== 'never' && state.attempts < options.attempts)
      plan(event, Math.min(options.retryMs * 2 ** (state.attempts - 1), HOUR_MS))
    books.save()
  }

  const begin = (event: StripeEvent): Promise<void> => {
    const now = running.get(event.id)
    if (now) return now
    timers.delete(event.id)
    const done = attempt(event).finally(() => running.delete(event.id))
    running.set(event.id, done)
    return done
  }

  const plan = (event: StripeEvent, delayMs: number): void => {
    clearTimeout(timers.get(event.id))
    const state = books.outgoing.get(event.id)
    if (state) state.nextAt = new Date(Date.now() + delayMs).toISOString()
    if (!closed) timers.set(event.id, setTimeout(() => void begin(event), delayMs).unref())
  }

  const releaseHeld = async (): Promise<void> => {
    for (const id of held.splice(0).toReversed()) {
      const event = books.events.find(id)
      if (event) await begin(event)
    }
  }

  const start = (event: StripeEvent, how: StripeDeliveryMode): void => {
    books.outgoing.set(event.id, { mode: how, attempts: 0, nextAt: null, accepted: false })
    if (how === 'late') plan(event, options.lateMs)
    else if (how === 'outOfOrder') {
      // What happens at one moment is told newest first, and later than what happened after it.
      if (held.length === 0) setTimeout(() => void releaseHeld(), options.lateMs).unref()
      held.push(event.id)
    } else void begin(event)
  }

  return {
    /** Tells of an event in the present mode, if the endpoint wants its kind. */
    tell: (event: StripeEvent): void => {
      if (options.url() === undefined || !options.types.includes(event.type)) return
      event.pending_webhooks = 1
      start(event, mode)
    },
    /** Resolves when every attempt under way has its answer. */
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running.values())
    },
    /** Resolves when this event's attempt under way, if any, has its answer. */
    attempted: async (eventId: string): Promise<void> => await running.get(eventId),
    mode: () => mode,
    setMode: (next: StripeDeliveryMode): void => {
      mode = next
    },
    /** Tells again of an event, also of one that was understood long ago. @throws Error for an unknown one */
    again: async (eventId: string, how: StripeDeliveryMode): Promise<void> => {
      const event = books.events.find(eventId)
      if (!event) throw new Error(`no event ${eventId}`)
      await running.get(eventId)
      clearTimeout(timers.get(eventId))
      start(event, how)
      await running.get(eventId)
    },
    deliveries: (): readonly StripeDelivery[] => log,
    /** Takes up what a stopped process left undelivered. */
    resume: (): void => {
      for (const [id, state] of books.outgoing) {
        const event = books.events.find(id)
        if (!event || state.accepted || state.mode === 'never' || state.attempts >= options.attempts) continue
        plan(event, state.nextAt === null ? 0 : Math.max(0, Date.parse(state.nextAt) - Date.now()))
      }
    },
    close: (): void => {
      closed = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

interface Answer {
  status: number
  body: string
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 300
}

/** @param options.slowMs when above 0 the second half of the body follows that much later */
function postEvent(
  url: string,
  text: string,
  header: string,
  options: { timeoutMs: number; slowMs: number },
): Promise<Answer> {
  const body = Buffer.from(text)
  return new Promise((resolve) => {
    const target = new URL(url)
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': body.length,
        'Stripe-Signature': header,
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      signal: AbortSignal.timeout(options.timeoutMs + options.slowMs),
    })
    const lost = (): void => resolve({ status: 0, body: '' })
    request.on('error', lost)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size <= 65_536) parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      )
      response.on('error', lost)
      response.on('close', lost)
    })
    if (options.slowMs === 0) {
      request.end(body)
      return
    }
    const half = Math.floor(body.length / 2)
    request.write(body.subarray(0, half))
    setTimeout(() => request.end(body.subarray(half)), options.slowMs).unref()
  })
}

import { randomBytes } from 'node:crypto'
import type { EventJournal } from './event-journal.ts'
import { isSignature, signAnswer, signRequest } from './lsp-signature.ts'

const BATCH = 200
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 15_000

export interface PushOptions {
  readonly journal: EventJournal
  readonly siteId: string
  readonly url: () => string | undefined
  readonly key: () => { id: string; bytes: Buffer }
  readonly now: () => Date
  readonly isCutOff: () => boolean
  readonly firstRetryMs?: number
}

export interface EventPusher {
  /** Something new is in the journal (or the way is free again). */
  kick(): void
  /** Forgets the pause after a failure. */
  kickNow(): void
  close(): Promise<void>
}

/** Tells the server what happened: in order, in batches, again and again until acknowledged. */
export function createEventPusher(options: PushOptions): EventPusher {
  const { journal } = options
  let running = false
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let closed = false
  let current = Promise.resolve()
  const ending = new AbortController()

  const push = async (): Promise<boolean> => {
    const url = options.url()
    const events = journal.unacknowledged(BATCH)
    const first = events[0]
    const last = events.at(-1)
    if (url === undefined || !first || !last) return false
    const body = JSON.stringify({ events })
    const target = new URL(url)
    const key = options.key()
    const timestamp = String(Math.floor(options.now().getTime() / 1000))
    const nonce = randomBytes(16).toString('base64url')
    const signature = signRequest(key.bytes, {
      method: 'POST',
      path: target.pathname + target.search,
      timestamp,
      nonce,
      body,
    })
    const response = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'X-Site-Id': options.siteId,
        'X-Key-Id': key.id,
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Signature': `v1=${signature}`,
      },
      body,
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(10_000)]),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`the server answered ${response.status}`)
    // Whoever cannot sign the answer has not taken the events, or is not the server.
    if (
      !isSignature(
        response.headers.get('x-signature'),
        signAnswer(key.bytes, { status: 200, timestamp, nonce, body: text }),
      )
    )
      throw new Error('the answer is not signed')
    const { ackSeq } = JSON.parse(text) as { ackSeq?: unknown }
    if (typeof ackSeq !== 'number' || !Number.isSafeInteger(ackSeq) || ackSeq < first.seq)
      throw new Error('nothing was acknowledged')
    journal.acknowledge(Math.min(ackSeq, last.seq))
    return true
  }

  const run = async (): Promise<void> => {
    running = true
    try {
      while (!closed && !options.isCutOff() && (await push())) failures = 0
    } catch {
      failures += 1
      const pause = Math.min((options.firstRetryMs ?? FIRST_RETRY_MS) * 2 ** (failures - 1), LONGEST_RETRY_MS)
      if (!closed) retry = setTimeout(again, pause).unref()
    } finally {
      running = false
    }
    // An event may have come between the last look and here.
    if (
      !closed &&
      retry === undefined &&
      !options.isCutOff() &&
      options.url() !== undefined &&
      journal.unsentCount() > 0
    )
      kick()
  }
  const again = (): void => {
    retry = undefined
    kick()
  }
  const kick = (): void => {
    if (!running && retry === undefined && !closed) current = run()
  }

  return {
    kick,
    kickNow: () => {
      clearTimeout(retry)
      retry = undefined
      failures = 0
      kick()
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      ending.abort()
      await current
    },
  }
}

import http from 'node:http'
import https from 'node:https'
import type { Way } from '../../../platform/outgoing-purposes.ts'

const TIMEOUT_MS = 10_000
/** As much of an answer as is read at all; nobody needs more to see what went wrong. */
const READ_BYTES = 4096

/** `secret`: nothing was sent, because nothing could be signed. */
export type Fault = 'timeout' | 'address' | 'connection' | 'redirect' | 'answer' | 'secret'

export interface Outcome {
  readonly status: number | null
  /** Why it does not count as taken. */
  readonly fault: Fault | null
  readonly answer: string | null
  readonly milliseconds: number
}

/**
 * Posts one delivery. Where its name leads is asked at the call, so that a name that was public when it was saved cannot lead
 * inside today; redirects are not followed, an answer is read to its first 4 KiB, and after ten seconds it is over.
 * @param signal the process stops: throws, nothing came of the attempt
 */
export async function postWebhook(
  way: Way,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = performance.now()
  const done = (outcome: Omit<Outcome, 'milliseconds'>): Outcome => ({
    ...outcome,
    milliseconds: Math.round(performance.now() - began),
  })
  if (!way.mayCall(url)) return done({ status: null, fault: 'address', answer: null })
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { status, answer } = await send(way, url, headers, body, AbortSignal.any([limit, signal]))
    const isTaken = status >= 200 && status < 300
    const isElsewhere = status >= 300 && status < 400
    return done({ status, answer, fault: isTaken ? null : isElsewhere ? 'redirect' : 'answer' })
  } catch (error) {
    if (signal.aborted) throw error
    const fault = limit.aborted ? 'timeout' : isInner(error) ? 'address' : 'connection'
    return done({ status: null, fault, answer: (error as Error).message.slice(0, 300) })
  }
}

const isInner = (error: unknown): boolean =>
  error instanceof Error && error.message === 'the name leads to an inner address'

async function send(
  way: Way,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; answer: string }> {
  const url = new URL(address)
  const isPlain = url.protocol === 'http:'
  const { request } = isPlain ? http : https
  return await new Promise((taken, failed) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        lookup: way.lookup(address),
        agent: false,
        signal,
      },
      (answer) => {
        const parts: Buffer[] = []
        let length = 0
        const finish = (): void => {
          const text = Buffer.concat(parts).subarray(0, READ_BYTES).toString('utf8')
          // What no text of the database may hold.
          taken({ status: answer.statusCode ?? 0, answer: text.replaceAll('\0', '').toWellFormed() })
          answer.destroy()
        }
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          length += part.length
          if (length >= READ_BYTES) finish()
        })
        answer.on('end', finish)
        answer.on('error', failed)
      },
    )
    outgoing.on('error', failed)
    // Also of an answer that is none (101, another protocol from here on), of which nothing else is told.
    outgoing.on('close', () => failed(new Error('the connection was cut')))
    outgoing.end(body)
  })
}

import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { createFrameCodec, Hello, TUNNEL_PATH, Welcome, type FrameCodec } from './frames.ts'
import { isSignature, keyOf, newNonce, signAnswer, signRequest, WINDOW_S } from './signature.ts'
import { Run } from './run.ts'
import { checkSigned, type Nonces, type SignatureFault } from './signed-headers.ts'

// The first frame of each side of a tunnel (docs/protocols/lsp.md 5), for both ends.

export const HelloPayload = z.object({
  version: z.string().check(z.maxLength(40)),
  /** The newest event of the site. */
  lastSeq: z.int(),
  accessListVersion: z.int(),
  /** Absent from agents of earlier versions, and from other makers' locks servers. */
  run: z.optional(Run),
})
export type HelloPayload = z.output<typeof HelloPayload>

export const WelcomePayload = z.object({
  /** Unix milliseconds of the server. */
  time: z.number(),
  /** The newest event that the server has of this site: the site goes on behind it. */
  ackSeq: z.int(),
})
export type WelcomePayload = z.output<typeof WelcomePayload>

export interface SaidHello {
  /** What to send. */
  readonly text: string
  /** Reads the server's answer. @returns undefined where it is none, or nobody signed it for this hello */
  welcome(text: string): { readonly payload: WelcomePayload; readonly codec: FrameCodec } | undefined
}

/** A site's hello. @param nowMs by the site's own clock */
export function sayHello(
  site: { readonly siteId: string; readonly keyId: string; readonly secret: string },
  content: HelloPayload,
  nowMs: number,
): SaidHello {
  const key = keyOf(site.secret)
  const id = randomUUID()
  const timestamp = String(Math.floor(nowMs / 1000))
  const nonce = newNonce()
  const payload = JSON.stringify(content)
  const sig = signRequest(key, { method: 'WS', path: TUNNEL_PATH, timestamp, nonce, body: payload })
  const { siteId, keyId } = site
  return {
    text: JSON.stringify({
      v: 1,
      type: 'hello',
      id,
      siteId,
      keyId,
      timestamp,
      nonce,
      payload,
      sig,
    } satisfies Hello),
    welcome(text) {
      const frame = z.safeParse(Welcome, parse(text))
      if (!frame.success || frame.data.id !== id) return undefined
      const expected = signAnswer(key, { status: 200, timestamp, nonce, body: frame.data.payload })
      if (!isSignature(frame.data.sig, expected)) return undefined
      const content = z.safeParse(WelcomePayload, parse(frame.data.payload))
      return content.success
        ? { payload: content.data, codec: createFrameCodec(key, nonce, 'site') }
        : undefined
    },
  }
}

export interface HeardHello {
  readonly payload: HelloPayload
  /** What to answer. */
  answer(content: WelcomePayload): string
  readonly codec: FrameCodec
}

/** The claim of a hello, before anything is known of it: whose secret to look up. */
export function claimOf(text: string): Hello | undefined {
  const frame = z.safeParse(Hello, parse(text))
  return frame.success ? frame.data : undefined
}

/**
 * By how many seconds the clock of a site is ahead that has signed its hello and was refused for its time; undefined: its time is not what
 * is wrong, or it has not signed it. It may be an old one played back: good for a word to people, for nothing else.
 */
export function staleBy(
  hello: Hello,
  known: {
    readonly siteId: string
    readonly secretOf: (keyId: string) => string | undefined
    readonly nowMs: number
  },
): number | undefined {
  const { siteId, keyId, timestamp, nonce, sig, payload: body } = hello
  const aheadS = Math.round(Number(timestamp) - known.nowMs / 1000)
  const secret = siteId === known.siteId ? known.secretOf(keyId) : undefined
  if (secret === undefined || !/^\d{1,12}$/.test(timestamp) || Math.abs(aheadS) <= WINDOW_S) return undefined
  const lines = { method: 'WS', path: TUNNEL_PATH, timestamp, nonce, body }
  return isSignature(sig, signRequest(keyOf(secret), lines)) ? aheadS : undefined
}

/** The server's reading of a hello. @param known as for a request over HTTP */
export function hearHello(
  hello: Hello,
  known: {
    readonly siteId: string
    readonly secretOf: (keyId: string) => string | undefined
    readonly nonces: Nonces
    readonly nowMs: number
  },
): HeardHello | SignatureFault {
  const { siteId, keyId, timestamp, nonce, sig: signature, payload: body } = hello
  const checked = checkSigned(
    { siteId, keyId, timestamp, nonce, signature },
    { method: 'WS', path: TUNNEL_PATH, body },
    known,
  )
  if (typeof checked === 'string') return checked
  const content = z.safeParse(HelloPayload, parse(body))
  if (!content.success) return 'malformed or stale'
  return {
    payload: content.data,
    answer(given) {
      const payload = JSON.stringify(given)
      const sig = signAnswer(checked.key, { status: 200, timestamp, nonce, body: payload })
      return JSON.stringify({ v: 1, type: 'hello', id: hello.id, payload, sig } satisfies Welcome)
    },
    codec: createFrameCodec(checked.key, nonce, 'server'),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

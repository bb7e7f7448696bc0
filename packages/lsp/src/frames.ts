import * as z from 'zod/mini'
import { isSignature, signFrame } from './signature.ts'

/**
 * The tunnel: a WebSocket that the site opens to `{server}/api/site-gateway/connect` (docs/protocols/lsp.md 5). Its first frame is a
 * `hello` of the site, signed as a request of method `WS`; the server answers with a `hello` signed as the answer to it. Every
 * frame behind them carries a counter and a signature bound to this connection.
 */
export const TUNNEL_PATH = '/api/site-gateway/connect'
/** The server closes with it what it believes, but for the time: the reason is `clock <seconds by which the site is ahead>`. */
export const CLOCK_CLOSE = 4001
/** The server closes with it a site whose identity another machine holds: staff decide which of the two is the right one. */
export const HOLDER_CLOSE = 4002
export const PING_EVERY_MS = 15_000
/** Of what a server sends: two packed access lists fit; what is longer is no frame of ours. */
export const MAX_FRAME = 16 * 1024 * 1024

const KIB = 1024
/**
 * What a site may send, in bytes of the whole frame. A frame is read by whoever serves a thousand other sites too, and some megabytes of
 * `[[],[],…` hold him up for seconds: long is only what was asked for and is long by nature.
 */
export const SITE_FRAME = {
  /** `ping`, `pong` and whatever else has next to nothing to say. */
  short: 4 * KIB,
  /** `res`. */
  answer: 64 * KIB,
  /** `res` to a question in `LONG_ANSWERS`: ten thousand locks, or their names. */
  longAnswer: 2 * KIB * KIB,
  /** `event`: 200 of them, wordy ones. */
  events: 512 * KIB,
} as const
/** Calls whose answers name every lock of a site. */
export const LONG_ANSWERS: ReadonlySet<string> = new Set(['/v1/locks', '/v1/config'])
/** How long an answer to this call may be. */
export const longestAnswer = (path: string): number =>
  LONG_ANSWERS.has(path) ? SITE_FRAME.longAnswer : SITE_FRAME.answer

const id = z.string().check(z.maxLength(64))

export const Hello = z.object({
  v: z.literal(1),
  type: z.literal('hello'),
  id,
  siteId: z.string(),
  keyId: z.string(),
  timestamp: z.string(),
  nonce: z.string(),
  /** JSON of what the site says of itself: {version, lastSeq, accessListVersion}. */
  payload: z.string(),
  sig: z.string(),
})
export type Hello = z.output<typeof Hello>

/** The server's answer to a hello; `sig` as the answer 200 to the request. */
export const Welcome = z.object({
  v: z.literal(1),
  type: z.literal('hello'),
  id,
  /** JSON: {time, ackSeq} */
  payload: z.string(),
  sig: z.string(),
})
export type Welcome = z.output<typeof Welcome>

export const FRAME_TYPES = ['req', 'res', 'event', 'ack', 'ping', 'pong'] as const
export const Frame = z.object({
  v: z.literal(1),
  type: z.enum(FRAME_TYPES),
  /** Of the request that is made or answered; of an event batch and its ack. */
  id,
  n: z.int(),
  /** JSON text, signed as it travels. */
  payload: z.string(),
  sig: z.string(),
})
export type Frame = z.output<typeof Frame>
export type FrameType = Frame['type']

/** Payload of `req`: the calls of section 3, as over HTTP. */
export const FrameRequest = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string().check(z.maxLength(500)),
  /** Unix milliseconds of the server when it sent this. */
  sentAt: z.number(),
  body: z.optional(z.unknown()),
})
export type FrameRequest = z.output<typeof FrameRequest>

/** Payload of `ping` and of the `pong` with the same id. The clock of a site follows the server's. */
export const Beat = z.object({
  /** Unix milliseconds of whoever sends this frame. */
  time: z.number(),
})

export const FrameResponse = z.object({ status: z.int(), body: z.optional(z.unknown()) })
export type FrameResponse = z.output<typeof FrameResponse>

/** Both directions of one connection behind its hellos: writes frames, and reads what the other wrote. */
export interface FrameCodec {
  write(type: FrameType, id: string, payload: unknown): string
  /**
   * @param longest how long the whole of such a frame may be; asked before its signature is worked out and its payload is read
   * @returns the frame with its payload read, or undefined for what is malformed, too long, out of order or not signed: hang up
   */
  read(
    text: string,
    longest?: (type: FrameType, id: string) => number,
  ): { readonly type: FrameType; readonly id: string; readonly payload: unknown } | undefined
}

/** @param session the nonce of the hello; @param side whose end this is: what one sent cannot be played back to him */
export function createFrameCodec(key: Buffer, session: string, side: 'site' | 'server'): FrameCodec {
  const other = side === 'site' ? 'server' : 'site'
  let written = 0
  let seen = 0
  return {
    write(type, frameId, content) {
      const payload = JSON.stringify(content ?? null)
      const n = ++written
      const sig = signFrame(key, `${session} ${side}`, { type, id: frameId, n, payload })
      return JSON.stringify({ v: 1, type, id: frameId, n, payload, sig } satisfies Frame)
    },
    read(text, longest) {
      const frame = z.safeParse(Frame, parse(text))
      if (!frame.success) return undefined
      const { type, id: frameId, n, payload, sig } = frame.data
      if (
        n <= seen ||
        (longest !== undefined && text.length > longest(type, frameId)) ||
        !isSignature(sig, signFrame(key, `${session} ${other}`, { type, id: frameId, n, payload }))
      )
        return undefined
      seen = n
      const content = parse(payload)
      return content === undefined ? undefined : { type, id: frameId, payload: content }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Signing of LSP/1 (docs/protocols/lsp.md 2): HMAC-SHA256 over lines, proof in both directions, bound to the request.

/** How far the clocks of server and site may be apart before a signature counts as stale. */
export const WINDOW_S = 60
/** How long a nonce is remembered: beyond any moment at which its timestamp would still be taken. */
export const NONCE_KEPT_MS = 10 * 60_000

/** A secret of 43 base64url characters is 32 random bytes; anything else counts as text. */
export function keyOf(secret: string): Buffer {
  return /^[A-Za-z0-9_-]{43}$/.test(secret) ? Buffer.from(secret, 'base64url') : Buffer.from(secret)
}

export const newSecret = (): string => randomBytes(32).toString('base64url')
export const newNonce = (): string => randomBytes(16).toString('base64url')

export function sha256(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

export interface RequestLines {
  /** `WS` for the hello of a tunnel. */
  readonly method: string
  readonly path: string
  /** Unix seconds, as they stand in the header. */
  readonly timestamp: string
  readonly nonce: string
  /** The bytes as they travel, or what they are said to be before they have come. */
  readonly body: string | Uint8Array | { readonly sha256: string }
}

/** @returns the value of X-Signature: `v1=<hex>` */
export function signRequest(key: Buffer, { method, path, timestamp, nonce, body }: RequestLines): string {
  const hash = typeof body === 'string' || body instanceof Uint8Array ? sha256(body) : body.sha256
  return signed(key, [method, path, timestamp, nonce, hash])
}

export interface AnswerLines {
  readonly status: number
  readonly timestamp: string
  /** Of the request that is answered. */
  readonly nonce: string
  readonly body: string | Uint8Array
}

export function signAnswer(key: Buffer, { status, timestamp, nonce, body }: AnswerLines): string {
  return signed(key, [String(status), timestamp, nonce, sha256(body)])
}

export interface FrameLines {
  readonly type: string
  readonly id: string
  /** Counts up within one connection, in each direction. */
  readonly n: number
  /** JSON of the payload as it travels. */
  readonly payload: string
}

/** A frame of the tunnel behind its hello; the session is the nonce of that hello, so that no frame fits another connection. */
export function signFrame(key: Buffer, session: string, { type, id, n, payload }: FrameLines): string {
  return signed(key, [session, type, id, String(n), sha256(payload)])
}

export function isSignature(given: string | null | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function signed(key: Buffer, lines: readonly string[]): string {
  return `v1=${createHmac('sha256', key).update(lines.join('\n')).digest('hex')}`
}

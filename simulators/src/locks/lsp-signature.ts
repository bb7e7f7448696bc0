import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The key behind a site's secret: 43 characters of base64url are 32 random bytes, anything else counts as text
 * (protocol vectors and hand-written test secrets).
 */
export function keyOf(secret: string): Buffer {
  return /^[A-Za-z0-9_-]{43}$/.test(secret) ? Buffer.from(secret, 'base64url') : Buffer.from(secret, 'utf8')
}

export function bodyHash(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The signature of a request: method, path with query, timestamp, nonce, hash of the body. */
export function signRequest(
  key: Buffer,
  r: { method: string; path: string; timestamp: string; nonce: string; body: string | Buffer },
): string {
  return hmac(key, [r.method, r.path, r.timestamp, r.nonce, bodyHash(r.body)])
}

/** The signature of an answer, bound to its request by timestamp and nonce. */
export function signAnswer(
  key: Buffer,
  a: { status: number; timestamp: string; nonce: string; body: string | Buffer },
): string {
  return hmac(key, [String(a.status), a.timestamp, a.nonce, bodyHash(a.body)])
}

/** Compares `v1=<hex>` in constant time. */
export function isSignature(header: string | null | undefined, expectedHex: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`v1=${expectedHex}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function hmac(key: Buffer, parts: string[]): string {
  return createHmac('sha256', key).update(parts.join('\n')).digest('hex')
}

import { isSignature, keyOf, NONCE_KEPT_MS, signRequest, WINDOW_S, type RequestLines } from './signature.ts'

/** Remembers what was said once, so that nobody says it again. */
export interface Nonces {
  /** False when it was there already. */
  take(nonce: string): boolean
  forget(): void
}

export function rememberNonces(): Nonces {
  const taken = new Map<string, number>()
  return {
    take(nonce) {
      const now = performance.now()
      for (const [old, at] of taken) {
        if (at > now - NONCE_KEPT_MS) break
        taken.delete(old)
      }
      if (taken.has(nonce)) return false
      taken.set(nonce, now)
      return true
    },
    forget: () => taken.clear(),
  }
}

/**
 * SHA-256 of the body, in hex: what the signature covers, told before the body comes. With it a small machine knows whom it listens to
 * before it takes a long body into its memory.
 */
export const CONTENT_HASH = 'x-content-sha256'

/** The five headers of a signed request, as text; absent ones are empty. */
export interface SignedHeaders {
  readonly siteId: string
  readonly keyId: string
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** @param header gives a header by its name in lower case */
export function readSignedHeaders(header: (name: string) => string | undefined): SignedHeaders {
  return {
    siteId: header('x-site-id') ?? '',
    keyId: header('x-key-id') ?? '',
    timestamp: header('x-timestamp') ?? '',
    nonce: header('x-nonce') ?? '',
    signature: header('x-signature') ?? '',
  }
}

/** What cannot be a signed request whoever sends it: refused before any key is looked up for it. */
export function isLikelySigned({ timestamp, nonce, signature }: SignedHeaders, nowMs: number): boolean {
  return (
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(Number(timestamp) - nowMs / 1000) <= WINDOW_S &&
    /^[A-Za-z0-9_-]{22}$/.test(nonce) &&
    /^v1=[0-9a-f]{64}$/.test(signature)
  )
}

export type SignatureFault = 'unknown site or key' | 'malformed or stale' | 'wrong signature' | 'seen before'

/**
 * Whether a request is signed with one of the keys of its site, fresh, and new.
 * @returns the key it was signed with, or what is wrong: for a log, never for whoever asked
 */
export function checkSigned(
  headers: SignedHeaders,
  request: Pick<RequestLines, 'method' | 'path' | 'body'>,
  known: {
    readonly siteId: string
    readonly secretOf: (keyId: string) => string | undefined
    readonly nonces: Nonces
    readonly nowMs: number
  },
): { readonly key: Buffer } | SignatureFault {
  if (!isLikelySigned(headers, known.nowMs)) return 'malformed or stale'
  const secret = headers.siteId === known.siteId ? known.secretOf(headers.keyId) : undefined
  if (secret === undefined) return 'unknown site or key'
  const key = keyOf(secret)
  const expected = signRequest(key, { ...request, timestamp: headers.timestamp, nonce: headers.nonce })
  if (!isSignature(headers.signature, expected)) return 'wrong signature'
  return known.nonces.take(headers.nonce) ? { key } : 'seen before'
}

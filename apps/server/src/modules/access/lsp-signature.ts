import { createHmac } from 'node:crypto'
import { sameText, sha256 } from '../../platform/seal.ts'

// Signing of LSP/1 (docs: locks protocol 4.1): HMAC-SHA256 over lines, proof in both directions, bound to the request.

/** A secret of 43 base64url characters is 32 random bytes; anything else counts as text. */
export function keyOf(secret: string): Buffer {
  return /^[A-Za-z0-9_-]{43}$/.test(secret) ? Buffer.from(secret, 'base64url') : Buffer.from(secret)
}

const hmac = (key: Buffer, lines: readonly string[]): string =>
  createHmac('sha256', key).update(lines.join('\n')).digest('hex')

export function signRequest(
  key: Buffer,
  request: { method: string; path: string; timestamp: string; nonce: string; body: string },
): string {
  return `v1=${hmac(key, [request.method, request.path, request.timestamp, request.nonce, sha256(request.body)])}`
}

export function signAnswer(
  key: Buffer,
  answer: { status: number; timestamp: string; nonce: string; body: string },
): string {
  return `v1=${hmac(key, [String(answer.status), answer.timestamp, answer.nonce, sha256(answer.body)])}`
}

export const isSignature = (given: string | undefined, expected: string): boolean =>
  given !== undefined && sameText(given, expected)

import { isSignature, keyOf, newNonce, signAnswer, signRequest } from '@stowage/lsp/signature'
import type { SiteKey } from './keys.ts'

const TIMEOUT_MS = 10_000
const ANSWER_AT_MOST = 64 * 1024

export interface CallTarget {
  /** Of the product: https://example.com */
  readonly server: string
  readonly siteId: string
  readonly key: () => SiteKey
  /** By the machine's own clock. */
  readonly wall: () => number
}

/** The server answered something else than 200. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the server answered ${status}`)
    this.name = 'Refused'
    this.status = status
  }
}

/**
 * {method} {server}/api/site-gateway/{siteId}/{path}, signed.
 * @returns the answer's body @throws Refused @throws where it did not get there, or nobody signed the answer
 */
export async function callServer(
  { server, siteId, key, wall }: CallTarget,
  call: { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string; readonly body?: unknown },
  ended?: AbortSignal,
): Promise<unknown> {
  const { keyId, secret } = key()
  const bytes = keyOf(secret)
  const target = new URL(`/api/site-gateway/${encodeURIComponent(siteId)}/${call.path}`, server)
  const { method } = call
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const timestamp = String(Math.floor(wall() / 1000))
  const nonce = newNonce()
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(target, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      'X-Site-Id': siteId,
      'X-Key-Id': keyId,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': signRequest(bytes, { method, path: target.pathname, timestamp, nonce, body }),
    },
    ...(body === '' ? {} : { body }),
    signal: ended === undefined ? late : AbortSignal.any([ended, late]),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Refused(response.status)
  // Who cannot sign the answer has not done it, or is not the server.
  const expected = signAnswer(bytes, { status: 200, timestamp, nonce, body: text })
  if (text.length > ANSWER_AT_MOST || !isSignature(response.headers.get('x-signature'), expected))
    throw new Error('the answer is not signed')
  return JSON.parse(text) as unknown
}

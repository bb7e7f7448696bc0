import { Ack, type SiteEvent } from '@stowage/lsp/messages'
import { isSignature, keyOf, newNonce, signAnswer, signRequest } from '@stowage/lsp/signature'
import type { SiteKey } from './keys.ts'

const TIMEOUT_MS = 10_000
const ANSWER_AT_MOST = 64 * 1024

export interface PushTarget {
  /** Of the product: https://example.com */
  readonly server: string
  readonly siteId: string
  readonly key: () => SiteKey
  /** By the machine's own clock. */
  readonly wall: () => number
}

/**
 * POST {server}/api/site-gateway/{siteId}/events
 * @returns the newest number that the server has @throws where it did not prove that it took them
 */
export async function pushEvents(
  { server, siteId, key, wall }: PushTarget,
  events: readonly SiteEvent[],
  ended: AbortSignal,
): Promise<number> {
  const { keyId, secret } = key()
  const bytes = keyOf(secret)
  const target = new URL(`/api/site-gateway/${encodeURIComponent(siteId)}/events`, server)
  const body = JSON.stringify({ events })
  const timestamp = String(Math.floor(wall() / 1000))
  const nonce = newNonce()
  const response = await fetch(target, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'X-Site-Id': siteId,
      'X-Key-Id': keyId,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': signRequest(bytes, { method: 'POST', path: target.pathname, timestamp, nonce, body }),
    },
    body,
    signal: AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`the server answered ${response.status}`)
  // Who cannot sign the answer has not taken the events, or is not the server.
  const expected = signAnswer(bytes, { status: 200, timestamp, nonce, body: text })
  if (text.length > ANSWER_AT_MOST || !isSignature(response.headers.get('x-signature'), expected))
    throw new Error('the answer is not signed')
  return Ack.parse(JSON.parse(text) as unknown).ackSeq
}

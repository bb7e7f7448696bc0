import http from 'node:http'
import https from 'node:https'
import { isSignature, keyOf, newNonce, sha256, signAnswer, signRequest } from '../signature.ts'
import { CONTENT_HASH } from '../signed-headers.ts'
import type { SiteReply, Spoilt, Subject } from './subject.ts'

const ANSWER_WITHIN_MS = 5000

export interface DirectWay {
  /** `http://host:port`, or https. */
  readonly url: string
  readonly siteId: string
  readonly keyId: string
  readonly secret: string
  /** PEM of the certificate that was pinned, of a site with https. */
  readonly certificate?: string | undefined
}

/** Calls a locks server over HTTP as the server does, and spoils what it is told to spoil. */
export function callDirectly(way: DirectWay): Subject['call'] {
  const base = new URL(way.url)
  return async (method, path, body, spoilt = {}) => {
    const text = spoilt.raw ?? (body === undefined ? '' : JSON.stringify(body))
    const timestamp = spoilt.timestamp ?? String(Math.floor(Date.now() / 1000))
    const nonce = spoilt.nonce ?? newNonce()
    const key = keyOf(spoilt.secret ?? way.secret)
    const signature = signRequest(key, {
      method: spoilt.signedMethod ?? method,
      path: spoilt.signedPath ?? path,
      timestamp,
      nonce,
      body: spoilt.signedBody ?? text,
    })
    const { status, answer, proof } = await exchange(base, way.certificate, {
      method,
      path,
      text,
      headers:
        spoilt.isUnsigned === true
          ? {}
          : {
              'x-site-id': spoilt.siteId ?? way.siteId,
              'x-key-id': spoilt.keyId ?? way.keyId,
              'x-timestamp': timestamp,
              'x-nonce': nonce,
              'x-signature': signature,
              [CONTENT_HASH]: sha256(spoilt.signedBody ?? text),
            },
    })
    const expected = signAnswer(keyOf(way.secret), { status, timestamp, nonce, body: answer })
    return { status, body: readObject(answer), isSigned: isSignature(proof, expected) } satisfies SiteReply
  }
}

async function exchange(
  base: URL,
  certificate: string | undefined,
  { method, path, text, headers }: { method: string; path: string; text: string; headers: object },
): Promise<{ status: number; answer: string; proof: string | undefined }> {
  const isTls = base.protocol === 'https:'
  return await new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(
      {
        host: base.hostname,
        port: base.port,
        method,
        path,
        // The nonce is what makes a call new; a line of its own for each keeps what one check broke from the next.
        agent: false,
        timeout: ANSWER_WITHIN_MS,
        headers: {
          ...headers,
          'content-length': Buffer.byteLength(text),
          ...(text === '' ? {} : { 'content-type': 'application/json' }),
        },
        // A certificate that a site made for itself is pinned as it is: its name says nothing.
        ...(isTls && certificate !== undefined
          ? { ca: certificate, checkServerIdentity: () => undefined }
          : {}),
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            answer: Buffer.concat(parts).toString('utf8'),
            proof: headerOf(response.headers['x-signature']),
          }),
        )
      },
    )
    request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)))
    request.on('error', reject)
    request.end(text)
  })
}

const headerOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Over the answer as it came: what is no JSON object is an empty one, which no check takes for an answer. */
function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** Everything that is wrong with a call in one way only. */
export const FORGERIES: readonly (readonly [what: string, spoilt: () => Spoilt])[] = [
  ['without a signature', () => ({ isUnsigned: true })],
  ['signed with another secret', () => ({ secret: 'not-the-secret-of-this-site' })],
  ['for another site', () => ({ siteId: 'another-site' })],
  ['with a key that nobody knows', () => ({ keyId: 'no-such-key' })],
  ['that is two minutes old', () => ({ timestamp: secondsFromNow(-120) })],
  ['from two minutes ahead', () => ({ timestamp: secondsFromNow(120) })],
  ['with a timestamp that is none', () => ({ timestamp: '1e9' })],
  ['with a nonce of the wrong form', () => ({ nonce: 'short' })],
  ['signed for another method', () => ({ signedMethod: 'PUT' })],
  ['signed for another path', () => ({ signedPath: '/v1/health' })],
  ['signed for another body', () => ({ signedBody: '{}' })],
]

const secondsFromNow = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds)

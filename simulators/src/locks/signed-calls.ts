import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'

/** What a site does wrong when it is told to. */
export interface SiteFaults {
  /** Every signed call waits this long before anything happens. */
  slowMs: number
  /** That many answers are lost after the pulse was given. */
  loseAnswers: number
  garbage: boolean
  wrongSignature: boolean
  maintenance: boolean
}

export interface SignedCall {
  key: Buffer
  timestamp: string
  nonce: string
  receivedAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    signedCall: SignedCall | null
  }
}

const WINDOW_S = 60
const NONCE_KEPT_MS = 10 * 60_000

/**
 * Lets only signed, fresh, never-seen requests of this site through, and signs the answers.
 * @returns forget: drops the remembered nonces, as a reboot does
 */
export function signedCalls(
  app: FastifyInstance,
  deps: { siteId: string; keys: ReadonlyMap<string, string>; now: () => Date; faults: SiteFaults },
): { forget(): void } {
  const nonces = new Map<string, number>()
  app.decorateRequest('signedCall', null)
  app.removeAllContentTypeParsers()
  // The signature covers the bytes, so they are kept as they came.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const remember = (nonce: string): boolean => {
    const now = performance.now()
    for (const [old, at] of nonces) {
      if (at > now - NONCE_KEPT_MS) break
      nonces.delete(old)
    }
    if (nonces.has(nonce)) return false
    nonces.set(nonce, now)
    return true
  }

  const verify = (request: FastifyRequest): SignedCall | string => {
    const header = (name: string): string => String(request.headers[name] ?? '')
    const secret = deps.keys.get(header('x-key-id'))
    const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')]
    if (header('x-site-id') !== deps.siteId || secret === undefined) return 'unknown site or key'
    if (!/^\d{1,12}$/.test(timestamp) || !/^[A-Za-z0-9_-]{22}$/.test(nonce))
      return 'malformed timestamp or nonce'
    const key = keyOf(secret)
    const signature = signRequest(key, {
      method: request.method,
      path: request.raw.url ?? '',
      timestamp,
      nonce,
      body: bytesOf(request),
    })
    if (!isSignature(header('x-signature'), signature)) return 'wrong signature'
    if (Math.abs(Number(timestamp) - deps.now().getTime() / 1000) > WINDOW_S)
      return 'timestamp out of the window'
    return remember(nonce) ? { key, timestamp, nonce, receivedAt: performance.now() } : 'seen before'
  }

  app.addHook('preHandler', async (request, reply) => {
    const call = verify(request)
    if (typeof call === 'string') return reply.status(401).send({ error: 'signature', reason: call })
    request.signedCall = call
    if (deps.faults.slowMs > 0) await sleep(deps.faults.slowMs)
    if (deps.faults.garbage) return sendGarbage(reply)
    if (deps.faults.maintenance && request.method !== 'GET')
      return reply.status(423).send({ error: 'maintenance' })
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const call = request.signedCall
    if (!call || (typeof payload !== 'string' && payload !== null)) return payload
    const key = deps.faults.wrongSignature ? Buffer.from('somebody else') : call.key
    const signature = signAnswer(key, {
      status: reply.statusCode,
      timestamp: call.timestamp,
      nonce: call.nonce,
      body: payload ?? '',
    })
    reply.header('X-Timestamp', call.timestamp).header('X-Signature', `v1=${signature}`)
    return payload
  })
  return { forget: () => nonces.clear() }
}

/** The body as it was signed. */
export function bytesOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The body as a JSON object, or undefined when it is none. */
export function jsonOf(request: FastifyRequest): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(bytesOf(request).toString('utf8')) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function sendGarbage(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { 'Content-Type': 'application/json' }).end('{"commandId":"\u0000\ufffd<<<')
  return reply
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EventBatch } from '@stowage/lsp/messages'
import { checkSigned, isLikelySigned, readSignedHeaders, type Nonces } from '@stowage/lsp/signed-headers'
import { signAnswer } from '@stowage/lsp/signature'
import * as z from 'zod/mini'
import type { Platform } from '../../platform/platform.ts'
import { mayTell } from './hold-site.ts'
import { isSiteId, parseJson } from './site-text.ts'
import type { Sites } from './sites.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'
import { UnknownKey, type TakeEvents } from './take-events.ts'
import type { Certificates } from './tell-certificate.ts'

export interface SiteGatewayParts {
  readonly platform: Platform
  readonly sites: Sites
  readonly exchange: TunnelExchange
  readonly nonces: Nonces
  readonly takeEvents: TakeEvents
  readonly certificates: Certificates
}

/** A call of a site that has proved itself. */
interface SiteSays {
  readonly siteId: string
  readonly keyId: string
  /** Unix seconds at which it was signed. */
  readonly signedAt: number
  readonly content: unknown
  readonly address: string
}
interface Told {
  readonly status: number
  readonly content: object
}

/**
 * What a site says of itself, signed and answered signed: `POST …/events`, in order, at least once (known numbers are passed over, the
 * rest is taken in one transaction, the answer names the last one taken), and `PUT` or `GET …/certificate`, by which it is called.
 */
export async function mountSiteGateway(app: FastifyInstance, parts: SiteGatewayParts): Promise<void> {
  const { platform, takeEvents, certificates } = parts
  await app.register(async (scope) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    // A count of its own: a site often shares its address with the people in its Wi-Fi.
    const onRequest = scope.rateLimit({
      max: platform.config.rateLimitPerMinute,
      timeWindow: 60_000,
      cache: 20_000,
    })
    const options = { config: { rateLimit: false }, onRequest } as const
    scope.post<BySite>('/api/site-gateway/:siteId/events', options, async (request, reply) =>
      answerSigned(parts, request, reply, async ({ siteId, keyId, content, address }) => {
        const batch = z.safeParse(EventBatch, content)
        if (!batch.success) return malformed(batch.error)
        const { run } = batch.data
        if (!(await mayTell(parts, { stockId: siteId, address, run })))
          return { status: 409, content: { error: 'other_holder' } }
        const ackSeq = await takeEvents(siteId, keyId, batch.data.events, eventsAsSent(content))
        return { status: 200, content: { ackSeq } }
      }),
    )
    const url = '/api/site-gateway/:siteId/certificate'
    scope.put<BySite>(url, options, async (request, reply) =>
      answerSigned(parts, request, reply, certificates.take),
    )
    scope.get<BySite>(url, options, async (request, reply) =>
      answerSigned(parts, request, reply, certificates.tell),
    )
  })
}
interface BySite {
  Params: { siteId: string }
}
export type AnswerSite = (said: SiteSays) => Promise<Told>

export function malformed(error: z.core.$ZodError): Told {
  return { status: 400, content: { error: 'malformed', field: error.issues[0]?.path.join('.') ?? '' } }
}

/** With every member that a newer site may say: their chain covers them. */
export const eventsAsSent = (content: unknown): readonly unknown[] =>
  typeof content === 'object' && content !== null && 'events' in content && Array.isArray(content.events)
    ? content.events
    : []

async function answerSigned(
  { platform, sites, nonces }: SiteGatewayParts,
  request: FastifyRequest<BySite>,
  reply: FastifyReply,
  answer: AnswerSite,
) {
  const { siteId } = request.params
  const body = typeof request.body === 'string' ? request.body : ''
  const headers = readSignedHeaders((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  })
  const refuse = async (reason: string) => {
    platform.log.info({ siteId, reason }, 'what a site told was refused')
    return await reply.status(401).send({ error: 'signature' })
  }
  // What no site sends is refused before anything is looked up for it.
  const nowMs = Date.now()
  if (!isSiteId(siteId) || headers.siteId !== siteId || !isLikelySigned(headers, nowMs))
    return await refuse('no site')
  const site = await sites.keys(siteId)
  const secretOf = (keyId: string) => site?.keys.find((key) => key.keyId === keyId)?.secret
  const { keyId, timestamp, nonce } = headers
  const checked = checkSigned(
    headers,
    { method: request.method, path: request.url, body },
    { siteId, nonces, nowMs, secretOf },
  )
  if (typeof checked === 'string') return await refuse(checked)
  try {
    const { status, content } = await answer({
      siteId,
      keyId,
      signedAt: Number(timestamp),
      content: parseJson(body),
      address: request.ip,
    })
    const text = JSON.stringify(content)
    return await reply
      .status(status)
      .headers({
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-signature': signAnswer(checked.key, { status, timestamp, nonce, body: text }),
      })
      .send(text)
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    sites.forget(siteId)
    return await refuse('its key counts no more')
  }
}

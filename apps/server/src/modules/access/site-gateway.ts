import type { FastifyInstance } from 'fastify'
import { EventBatch } from '@stowage/lsp/messages'
import { checkSigned, isLikelySigned, readSignedHeaders, type Nonces } from '@stowage/lsp/signed-headers'
import { signAnswer } from '@stowage/lsp/signature'
import * as z from 'zod/mini'
import type { Platform } from '../../platform/platform.ts'
import { isSiteId, parseJson } from './site-text.ts'
import type { Sites } from './sites.ts'
import { UnknownKey, type TakeEvents } from './take-events.ts'

export interface SiteGatewayParts {
  readonly platform: Platform
  readonly sites: Sites
  readonly nonces: Nonces
  readonly takeEvents: TakeEvents
}

/**
 * `POST /api/site-gateway/{siteId}/events`: what a site saw, signed, in order, at least once. Known numbers are passed
 * over, the rest is taken in one transaction, and the answer names the last one taken, signed in turn.
 */
export async function mountSiteGateway(
  app: FastifyInstance,
  { platform, sites, nonces, takeEvents }: SiteGatewayParts,
): Promise<void> {
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
    scope.post<{ Params: { siteId: string } }>(
      '/api/site-gateway/:siteId/events',
      { config: { rateLimit: false }, onRequest },
      async (request, reply) => {
        const { siteId } = request.params
        const body = typeof request.body === 'string' ? request.body : ''
        const headers = readSignedHeaders((name) => {
          const value = request.headers[name]
          return typeof value === 'string' ? value : undefined
        })
        const refuse = async (reason: string) => {
          platform.log.info({ siteId, reason }, 'events of a site were refused')
          return await reply.status(401).send({ error: 'signature' })
        }
        // What no site sends is refused before anything is looked up for it.
        const nowMs = Date.now()
        if (!isSiteId(siteId) || headers.siteId !== siteId || !isLikelySigned(headers, nowMs))
          return await refuse('no site')
        const site = await sites.keys(siteId)
        const checked = checkSigned(
          headers,
          { method: 'POST', path: request.url, body },
          {
            siteId,
            nonces,
            nowMs,
            secretOf: (keyId) => site?.keys.find((key) => key.keyId === keyId)?.secret,
          },
        )
        if (typeof checked === 'string') return await refuse(checked)
        const answered = async (status: number, content: object) => {
          const { timestamp, nonce } = headers
          const answer = JSON.stringify(content)
          return await reply
            .status(status)
            .headers({
              'content-type': 'application/json',
              'x-timestamp': timestamp,
              'x-signature': signAnswer(checked.key, { status, timestamp, nonce, body: answer }),
            })
            .send(answer)
        }
        const batch = z.safeParse(EventBatch, parseJson(body))
        if (!batch.success)
          return await answered(400, {
            error: 'malformed',
            field: batch.error.issues[0]?.path.join('.') ?? '',
          })
        try {
          return await answered(200, { ackSeq: await takeEvents(siteId, headers.keyId, batch.data.events) })
        } catch (error) {
          if (!(error instanceof UnknownKey)) throw error
          sites.forget(siteId)
          return await refuse('its key counts no more')
        }
      },
    )
  })
}

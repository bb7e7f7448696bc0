import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Desk } from './desk.ts'
import { showForm } from './open-form.ts'
import type { Inbox } from './process-messages.ts'
import { processorKinds } from './processor.ts'
import { receiveMessage } from './receive-message.ts'
import { returnPayer } from './return-payer.ts'

/** A whole object of Stripe's is some kilobytes; PayKeeper sends a form of some fields. */
const LARGEST = { paykeeper: 64 * 1024, stripe: 256 * 1024 } as const
const MINUTE = 60_000

/**
 * The processors' two ways in: their messages (raw bytes, since their signatures are over bytes) and the payer's browser on its
 * way back. Both are open to anybody; neither believes what it is told.
 */
export async function mountProcessors(app: FastifyInstance, desk: Desk, inbox: Inbox): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const kind of processorKinds)
      scope.post<{ Params: { name: string } }>(
        `/api/payments/${kind}/:name`,
        // After an outage all messages of a day come from one address within minutes.
        {
          bodyLimit: LARGEST[kind],
          config: {
            rateLimit: { max: Math.max(3000, desk.platform.config.rateLimitPerMinute), timeWindow: MINUTE },
          },
        },
        async (request, reply) => {
          const processor = desk.processors.named(request.params.name)
          reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8')
          const isKnown = processor?.kind === kind
          if (!isKnown || !Buffer.isBuffer(request.body))
            return await reply.status(isKnown ? 400 : 404).send('not accepted')
          const header = (name: string): string | undefined => {
            const value = request.headers[name.toLowerCase()]
            return typeof value === 'string' ? value : undefined
          }
          const taken = await receiveMessage(desk, processor, { body: request.body, header })
          if (taken.message !== undefined) inbox.take(taken.message)
          return await reply.status(taken.reply.status).send(taken.reply.text)
        },
      )
    const asPayer = {
      config: {
        rateLimit: { max: Math.min(120, desk.platform.config.rateLimitPerMinute), timeWindow: MINUTE },
      },
    }
    scope.get('/payment-return', asPayer, async (request, reply) => {
      const query = queryOf(request)
      const path = await returnPayer(desk, {
        payment: query.get('payment'),
        errorReason: query.get('errorReason'),
        result: query.get('result'),
      })
      return await reply.header('Cache-Control', 'no-store').redirect(path, 303)
    })
    scope.get('/payment-form', asPayer, async (request, reply) => {
      const query = queryOf(request)
      const given = { payment: query.get('payment'), token: query.get('token') }
      const page = await showForm(desk, given, request.language)
      reply.header('Cache-Control', 'no-store')
      if (!page) return await reply.redirect('/payment-failed', 303)
      return await reply
        .header('Content-Security-Policy', page.policy)
        .type('text/html; charset=utf-8')
        .send(page.html)
    })
  })
}

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.url.split('?')[1] ?? '')

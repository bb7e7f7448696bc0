import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cabinetNamed, type Desk } from './desk.ts'
import { showForm } from './open-form.ts'
import { receiveNotification } from './receive-notification.ts'
import { returnPayer } from './return-payer.ts'

const LARGEST_MESSAGE = 64 * 1024
const MINUTE = 60_000

/**
 * The processor's two ways in: its message (a form, answered in plain text) and the payer's browser on its way back. Both
 * are open to anybody; neither believes what it is told.
 */
export async function mountPayKeeper(app: FastifyInstance, desk: Desk): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post<{ Params: { cabinet: string } }>(
      '/api/payments/paykeeper/:cabinet',
      // After an outage all messages of a day come from one address within minutes.
      {
        bodyLimit: LARGEST_MESSAGE,
        config: {
          rateLimit: { max: Math.max(3000, desk.platform.config.rateLimitPerMinute), timeWindow: MINUTE },
        },
      },
      async (request, reply) => {
        const paykeeper = cabinetNamed(desk, request.params.cabinet)
        reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8')
        if (!paykeeper || !(request.body instanceof URLSearchParams))
          return await reply.status(paykeeper ? 400 : 404).send('not accepted')
        const answer = await receiveNotification(desk, paykeeper, request.body)
        return await reply.status(answer.status).send(answer.text)
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

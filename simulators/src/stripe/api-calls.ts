import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentCall, type StripeAccount } from './account.ts'
import { Form } from './form.ts'
import { newId } from './ids.ts'
import { expanded } from './expand.ts'
import { StripeRefusal } from './refusals.ts'

/** One call of the API as a handler sees it. */
export interface ApiCall {
  /** Fields of the body of a POST, of the address otherwise. */
  readonly form: Form
  readonly params: Readonly<Record<string, string>>
  readonly ip: string
}

/** Answers with the object the call asked for; throws a StripeRefusal otherwise. */
type Handler = (call: ApiCall) => object

export interface ApiCalls {
  get(path: string, handler: Handler): void
  post(path: string, handler: Handler): void
  del(path: string, handler: Handler): void
}

interface Answer {
  readonly status: number
  readonly body: string
}

const KEPT_MS = 24 * 3_600_000
/** The scheme of every call: checked key and fields, one answer per idempotency key, links opened on request. */
export function apiCalls(app: FastifyInstance, account: StripeAccount): ApiCalls {
  const remembered = account.books.answers

  const run = (
    request: FastifyRequest,
    requestId: string,
    handler: Handler,
    key: string | null,
  ): Answer & { isKept: boolean } => {
    const isPost = request.method === 'POST'
    const form = Form.parse(isPost ? bodyOf(request) : (request.raw.url?.split('?')[1] ?? ''))
    const params = request.params as Record<string, string>
    try {
      const object = currentCall.run({ id: requestId, key }, () => handler({ form, params, ip: request.ip }))
      const body = expanded(account.books, object, form.texts('expand'))
      return { status: 200, body: JSON.stringify(body, null, 2), isKept: true }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return {
        status: error.status,
        body: errorBody(error, requestId),
        isKept: !error.isOfFields,
      }
    }
  }

  const answer = (request: FastifyRequest, reply: FastifyReply, handler: Handler): FastifyReply => {
    const requestId = String(reply.getHeader('request-id'))
    const key = request.method === 'POST' ? headerOf(request, 'idempotency-key') : null
    if (key === null) {
      const made = run(request, requestId, handler, null)
      if (request.method !== 'GET') account.books.saveNow()
      return send(reply, made)
    }
    if (key.length > 255)
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: 'Idempotency keys are limited to 255 characters.',
      })
    for (const [old, { at }] of remembered) {
      if (at > Date.now() - KEPT_MS) break
      remembered.delete(old)
    }
    const fingerprint = createHash('sha256')
      .update(`${request.raw.url ?? ''}\n${bodyOf(request)}`)
      .digest('hex')
    const before = remembered.get(key)
    if (before) {
      if (before.fingerprint !== fingerprint)
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return send(
        reply.header('idempotent-replayed', 'true').header('original-request', before.requestId),
        before,
      )
    }
    const { isKept, ...made } = run(request, requestId, handler, key)
    if (isKept) remembered.set(key, { fingerprint, requestId, ...made, at: Date.now() })
    account.books.saveNow()
    return send(reply.header('idempotency-key', key), made)
  }

  const route = (method: 'GET' | 'POST' | 'DELETE', url: string, handler: Handler): void => {
    app.route({ method, url, handler: (request, reply) => answer(request, reply, handler) })
  }
  return {
    get: (path, handler) => route('GET', path, handler),
    post: (path, handler) => route('POST', path, handler),
    del: (path, handler) => route('DELETE', path, handler),
  }
}

/** Every answer has an id, knows its key, and says its refusals in the service's form. */
export function answerAsService(app: FastifyInstance, secretKey: string): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req').slice(0, 18))
    const version = headerOf(request, 'stripe-version')
    if (version !== null) reply.header('stripe-version', version)
    const given = keyOf(headerOf(request, 'authorization'))
    if (given === secretKey) return
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        given === null
          ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
          : `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(given.length, 32) - 12))}${given.slice(-4)}`,
    })
  })
  app.setErrorHandler(async (error, _request, reply) => {
    const requestId = String(reply.getHeader('request-id'))
    if (error instanceof StripeRefusal)
      return await send(reply, { status: error.status, body: errorBody(error, requestId) })
    const { statusCode, message } = error as { statusCode?: number; message?: string }
    const status = statusCode ?? 500
    const refusal = new StripeRefusal(status, {
      type: status < 500 ? 'invalid_request_error' : 'api_error',
      message: message ?? 'An unknown error occurred.',
    })
    return await send(reply, { status, body: errorBody(refusal, requestId) })
  })
  app.setNotFoundHandler((request) => {
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    })
  })
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.status(status).type('application/json').send(body)
}

function errorBody(error: StripeRefusal, requestId: string): string {
  return JSON.stringify(
    { error: { ...error.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } },
    null,
    2,
  )
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : ''
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function keyOf(header: string | null): string | null {
  const bearer = /^Bearer (.+)$/.exec(header ?? '')
  if (bearer) return bearer[1] ?? null
  const basic = /^Basic (.+)$/.exec(header ?? '')
  return basic
    ? (Buffer.from(basic[1] ?? '', 'base64')
        .toString('utf8')
        .split(':')[0] ?? null)
    : null
}

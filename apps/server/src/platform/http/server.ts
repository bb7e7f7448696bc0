import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { KEY_MARK } from '@stowage/api/scopes'
import type { Config } from '../config.ts'
import { fail } from '../failure.ts'
import { withoutSecrets, type Log } from '../log.ts'
import type { Actor } from './actor.ts'
import { callIdOf } from './call-id.ts'
import { readDocumentToken } from './document-token.ts'
import { renderError, type ErrorText } from './errors.ts'
import { createKeyLimit } from './key-limit.ts'
import { languageOf } from './language.ts'
import { generalLimit, SILENT_LIMIT } from './rate-limits.ts'
import { readForms } from './read-form.ts'
import { readJson } from './read-json.ts'
import { refusedTry, type Refusal } from './refusals.ts'
import { createRefusals } from './refuse-broken.ts'
import { checkAccess } from './register.ts'

export interface HttpOptions {
  readonly config: Config
  readonly log: Log
  readonly errorText: ErrorText
  /** The account behind an access token as it is now, or null for no valid session. */
  readonly authenticate: (token: string) => Promise<Actor | null>
  /** Who acts with a key of the API; null for one that opens nothing. */
  readonly authenticateKey?: (key: string, from: string) => Promise<Actor | null>
  /** The account behind a 60-second document token. */
  readonly actorById: (id: string) => Promise<Actor | null>
  /** Hears of each refusal that may be part of an attack. */
  readonly refused?: (refusal: Refusal) => void
  /** How calls are counted where several processes share the limits; left out, each counts for itself. */
  readonly callCounts?: FastifyRateLimitStoreCtor
}

const YEAR_SECONDS = 365 * 24 * 3600

/** The HTTP server without routes: limits, headers, sessions, languages and the error envelope for everything. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { config, log } = options
  // Typed as Fastify's own logger, so that the instance is the plain FastifyInstance everywhere.
  const logger: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance: logger,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 2000 },
    forceCloseConnections: 'idle',
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => callIdOf(headers),
    // The defaults cut a slow upload of a 14 MiB document on a phone.
    requestTimeout: 120_000,
    ...createRefusals(options.errorText),
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('language', 'ru')
  app.decorateRequest('refusedAs', null)

  readForms(app)
  readJson(app)
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Other hosts of the domain are not ours to speak for, unless the operator says so.
    hsts: config.publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: config.hstsSubdomains,
    },
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Refused before anybody knows who calls: in the language of the browser at least.
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request.headers, null)
  })
  await app.register(rateLimit, {
    ...generalLimit(config.rateLimitPerMinute),
    ...(options.callCounts === undefined ? {} : { store: options.callCounts }),
  })
  await app.register(websocket, { options: { maxPayload: 64 * 1024, perMessageDeflate: false } })

  const countKey = createKeyLimit(config.rateLimitPerMinute)
  // Before the body is read and after the rate limit, so that 401s count for it.
  app.addHook('preParsing', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    const key = endpoint && readKey(request)
    if (endpoint !== undefined && key !== undefined) {
      request.actor = (await options.authenticateKey?.(key, request.ip)) ?? null
      request.language = languageOf(request.headers, request.actor)
      // Also where anybody may call: a program whose key has ended would take what a visitor sees for the truth.
      if (request.actor === null) fail(9180)
      if (request.actor.key !== undefined) countKey(request.actor.key.id)
      checkAccess(endpoint, request.actor)
      return
    }
    const linked = endpoint?.scopedBy ?? null
    const token = bearer(request, linked)
    const scope = token === undefined ? null : readDocumentToken(config.secrets.tokenKey, token)
    // A document token opens what names one document and nothing else, whatever header it comes in.
    if (scope) request.actor = linked === null ? null : await options.actorById(scope.actorId)
    else if (token === undefined || (isInAddress(request) && endpoint?.opensByAccessToken !== true))
      request.actor = null
    else request.actor = await options.authenticate(token)
    request.language = languageOf(request.headers, request.actor)
    if (endpoint) checkAccess(endpoint, request.actor)
    // Here and not in the use case, which could forget it.
    if (scope && linked !== null && inQuery(request, linked) !== scope.documentId) fail(9104)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 || log.isLevelEnabled('debug')) {
      log.info(
        {
          id: request.id,
          method: request.method,
          url: withoutSecrets(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          user: request.actor?.id,
          address: request.ip,
          key: request.actor?.key?.id,
        },
        'request',
      )
    }
  })
  app.setErrorHandler(async (error, request, reply) => {
    const rendered = renderError(error, {
      language: request.language,
      actor: request.actor,
      text: options.errorText,
      reference: request.id,
      largeBody: request.routeOptions.config.endpoint?.largeBody,
    })
    if (rendered.unexpected)
      log.error(
        { id: request.id, err: error, method: request.method, url: withoutSecrets(request.url) },
        'a call failed',
      )
    const refused = refusedTry(error, request.actor)
    if (refused !== undefined) {
      const { kind, accountId } = refused
      request.refusedAs = kind
      const code = rendered.body.errors[0]?.errorCode
      log.warn({ id: request.id, refusal: kind, code, account: accountId, address: request.ip }, 'refused')
      options.refused?.({ kind, accountId, address: request.ip })
    }
    if (rendered.retryAfterSeconds !== undefined) reply.header('Retry-After', rendered.retryAfterSeconds)
    return reply.status(rendered.status).header('Cache-Control', 'no-store').send(rendered.body)
  })
  const limited = { ...SILENT_LIMIT, max: config.rateLimitPerMinute }
  app.setNotFoundHandler({ preHandler: app.rateLimit(limited) }, () => fail(9104))
  return app
}

/** A key of the API, in the header of its own or as the bearer. Never in the address, which ends up in logs. */
function readKey(request: FastifyRequest): string | undefined {
  const own = request.headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  const given = isInAddress(request) ? undefined : request.headers.authorization?.slice(7)
  return given?.startsWith(KEY_MARK) === true ? given : undefined
}

/** The bearer token; in the address it is accepted on links to one document only (links cannot carry headers). */
function bearer(request: FastifyRequest, linked: string | null): string | undefined {
  const header = request.headers.authorization
  if (!isInAddress(request)) return header?.slice(7)
  if (linked === null) return undefined
  const kept = inQuery(request, 'token') ?? inQuery(request, 'authToken') ?? inQuery(request, 'auth')
  return typeof kept === 'string' ? kept : undefined
}

const isInAddress = (request: FastifyRequest): boolean =>
  request.headers.authorization?.startsWith('Bearer ') !== true

const inQuery = (request: FastifyRequest, name: string): unknown =>
  (request.query as Record<string, unknown> | undefined)?.[name]

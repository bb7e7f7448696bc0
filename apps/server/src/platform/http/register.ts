import * as z from 'zod/mini'
import { scopeOf } from '@stowage/api/scopes'
import { fromQuery, fromWire, toWire } from '@stowage/api/wire'
import type { AnyEndpoint } from '@stowage/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transact } from '../database/transaction.ts'
import { fail } from '../failure.ts'
import { passes, refuseActing, type Actor, type Language } from './actor.ts'
import { sent, type AskedProof, type AskProof, type Call, type Route } from './call.ts'
import { BadInput } from './errors.ts'
import { inOneOrder, keepAnswer, keyedTransact, Replay, replayKept, type KeyedCall } from './idempotency.ts'
import { keyedOnce, withoutKey } from './keyed-deed.ts'
import { createRouteLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    language: Language
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    /** A file of the web app: no call, so it counts for no limit. */
    isFile?: true
  }
}

const KEY = /^[\x21-\x7e]{8,128}$/

interface Options {
  readonly transact: Transact
  /** With it the bodies of calls with an Idempotency-Key are hashed. */
  readonly hashKey: string
  readonly checkAnswers: boolean
  /** Left out, each call that asks for a proof is refused. */
  readonly askProof?: AskProof
  /** The general limit, which the named ones follow. */
  readonly rateLimitPerMinute: number
  /** The transaction of one call, where its facts are named in its answer. */
  readonly telling?: (reply: FastifyReply, transact: Transact) => Transact
  /** An answer that is given again. */
  readonly tellingAgain?: (reply: FastifyReply) => void
}

/** Registers every endpoint of the API by one loop: limits, rights, validation, the use case, renaming of the answer. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], options: Options): void {
  const limitsOf = createRouteLimits(app, options.rateLimitPerMinute)
  const known = new Set<string>()
  for (const { endpoint, run } of routes) {
    const name = `${endpoint.method} ${endpoint.path}`
    if (known.has(name)) throw new Error(`two routes for ${name}`)
    known.add(name)
    const { config, onRequest } = limitsOf(endpoint)
    app.route({
      method: endpoint.method,
      url: `/api/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: endpoint.bodyLimit,
      config: { endpoint, ...config },
      ...(onRequest === undefined ? {} : { onRequest }),
      handler: async (request, reply) => {
        try {
          return await answer(endpoint, run, request, reply, options)
        } finally {
          request.dropHeld?.()
        }
      },
    })
  }
}

function parse<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, fromWire(schema, value))
  if (!result.success) throw new BadInput(result.error.issues, schema)
  return result.data
}

async function answer(
  endpoint: AnyEndpoint,
  run: Route['run'],
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
): Promise<unknown> {
  const { actor } = request
  const transact = options.telling?.(reply, options.transact) ?? options.transact
  const idempotencyKey = readKey(request)
  const params = parse(endpoint.params, request.params)
  // A PUT may carry the "second query object" beside its body (decisions.md A6): the body wins.
  const rawQuery = (request.query ?? {}) as Record<string, unknown>
  const query = parse(endpoint.query, rawQuery)
  const hasBody = endpoint.method !== 'GET'
  if (
    hasBody &&
    request.body !== undefined &&
    request.body !== null &&
    (typeof request.body !== 'object' || Array.isArray(request.body))
  )
    fail(9001)
  const body = hasBody
    ? parse(endpoint.body, {
        ...(endpoint.method === 'PUT' ? fromQuery(endpoint.body, rawQuery) : {}),
        ...(request.body as object | null),
      })
    : {}
  const keyed: KeyedCall | undefined =
    idempotencyKey === undefined || !hasBody
      ? undefined
      : {
          actor: keyedActor(actor) ?? `address:${request.ip}`,
          key: idempotencyKey,
          endpoint: `${endpoint.method} ${endpoint.path}`,
          // Some calls that change something say in their address what.
          body: [params, body, ...(Object.keys(query).length > 0 ? [query] : [])],
          hashKey: options.hashKey,
        }
  const taken: (() => Promise<void>)[] = []
  const prove = async (kind: AskedProof): Promise<void> => {
    const given = await options.askProof?.(actor ?? fail(9003), kind)
    taken.push((given ?? fail(9192)).giveBack)
  }
  const call: Call<AnyEndpoint, Actor | null> = {
    params,
    query,
    body,
    actor,
    request,
    reply,
    language: request.language,
    address: request.ip,
    transact: keyed ? keyedTransact(transact, keyed) : transact,
    keep: async (last) => {
      if (keyed) await keepAnswer(options.transact, keyed, last)
      return last
    },
    once: keyed ? keyedOnce(transact, keyed) : withoutKey,
    prove,
  }
  let result: unknown
  try {
    // Before the proof, which the first call has spent.
    if (keyed) await replayKept(options.transact, keyed)
    if (endpoint.proof === 'stale' || endpoint.proof === 'always') await prove(endpoint.proof)
    result = await run(call)
  } catch (error) {
    for (const giveBack of taken) await giveBack()
    if (!(error instanceof Replay)) throw error
    reply.header('Idempotent-Replay', 'true')
    if (error.refusal) throw error.refusal
    options.tellingAgain?.(reply)
    result = error.answer
  }
  if (result === sent) return reply
  if (options.checkAnswers) {
    const checked = z.safeParse(endpoint.answer, result ?? {})
    if (!checked.success)
      throw new Error(
        `the answer of ${endpoint.method} ${endpoint.path} is not what was declared: ${JSON.stringify(checked.error.issues.slice(0, 5))}`,
      )
  }
  const shown = toWire(endpoint.answer, result ?? {})
  return reply.header('Cache-Control', 'no-store').send(keyed ? inOneOrder(shown) : shown)
}

function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !KEY.test(header)) fail(9001, { field: 'Idempotency-Key' })
  return header
}

/** A program's keys are its own: what its maker did by hand under the same one is another deed. */
const keyedActor = (actor: Actor | null): string | undefined =>
  actor?.key === undefined ? actor?.id : `${actor.id} key:${actor.key.id}`

/** Rights at the gate: 9003 without a session, 9103 without the grant, and what staff may not do as somebody else. */
export function checkAccess(endpoint: AnyEndpoint, actor: Actor | null): void {
  if (actor?.key !== undefined) checkKey(endpoint, actor.key.scopes)
  if (endpoint.access !== 'public') {
    if (!actor) fail(9003)
    if (endpoint.access !== 'signed-in' && !passes(actor, endpoint.access)) fail(9103)
  }
  if (endpoint.notWhileImpersonating && actor) refuseActing(actor)
}

/** A key opens what it was made for, also of what anybody may call: with the rights behind it that shows more. */
function checkKey(endpoint: AnyEndpoint, held: ReadonlySet<string>): void {
  if (endpoint.notByKey) fail(9182, { reason: 'no call for a key' })
  const scope = scopeOf(endpoint)
  if (!held.has(scope)) fail(9181, { params: { scope }, reason: `the key lacks ${scope}` })
}

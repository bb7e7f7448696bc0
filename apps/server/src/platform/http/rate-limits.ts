import type { AnyEndpoint } from '@stowage/api/endpoint'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { Failure } from '../failure.ts'
import { EACH } from './shared-counts.ts'

const MINUTE = 60_000
/** What the general limit is unless it is configured (docs/operations/settings.md). */
const USUAL = 1200
const NAMED = { login: 30, sensitive: 20 } as const
type Named = keyof typeof NAMED

/**
 * Calls of a named kind per address and minute. Never more than the general limit; who lifts that far above the usual, for
 * a bench or for tests, lifts the named ones with it.
 */
export function namedLimit(name: Named, general: number): number {
  return Math.min(general, Math.floor(NAMED[name] * Math.max(1, general / USUAL)))
}

const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** No answer says how much of a limit is left; one over it says when to come again. */
export const SILENT_LIMIT = {
  addHeaders: { ...NO_HEADERS, 'retry-after': true },
  addHeadersOnExceeding: NO_HEADERS,
}

/** Settings of @fastify/rate-limit for the whole server. */
export function generalLimit(perMinute: number) {
  return {
    max: perMinute,
    timeWindow: MINUTE,
    cache: 20_000,
    // A first visit asks for dozens of them, and behind one address there may be a mobile network or a whole office after an upgrade.
    allowList: ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isFile === true,
    ...SILENT_LIMIT,
    // The error carries what the sentence says: "wait one minute".
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }): Error => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return new Failure(9129, { retryAfterSeconds: seconds, params: { seconds } })
    },
  }
}

interface Limited {
  readonly config: { readonly rateLimit?: false }
  readonly onRequest?: onRequestAsyncHookHandler
}

/**
 * What a route needs so that its endpoint's limit holds. One counter per name and address, over all calls of that name: two
 * calls that ask for the same mail are not two allowances.
 */
export function createRouteLimits(
  app: FastifyInstance,
  perMinute: number,
): (endpoint: AnyEndpoint) => Limited {
  const shared = new Map<Named, onRequestAsyncHookHandler>()
  const limiterOf = (name: Named): onRequestAsyncHookHandler => {
    const known = shared.get(name)
    if (known) return known
    // The library hands what it does not know itself on to the store, which its types do not say.
    const named = { nameSpace: `${EACH}${name}` }
    const made = app.rateLimit({
      max: namedLimit(name, perMinute),
      timeWindow: MINUTE,
      cache: 20_000,
      ...SILENT_LIMIT,
      ...named,
    })
    shared.set(name, made)
    return made
  }
  return ({ rateLimit }) => {
    if (rateLimit === 'general') return { config: {} }
    if (rateLimit === 'none') return { config: { rateLimit: false } }
    return { config: { rateLimit: false }, onRequest: limiterOf(rateLimit) }
  }
}

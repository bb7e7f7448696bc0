import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text as shown } from './entities/answer.ts'
import { instant, oneOf, pathId, text } from './fields.ts'
import { scopes, type Scope } from './scopes.ts'

export const ApiKey = z.object({
  id: shown(),
  name: shown(),
  /** Its first characters, to recognise it by. */
  prefix: shown(),
  scopes: z.array(z.string()),
  /** The one stock it acts at; null: all that its maker acts at. */
  stock: maybe(z.object({ id: shown(), name: shown() })),
  /** By whose rights it acts. */
  maker: z.object({ id: shown(), name: shown() }),
  created: shown(),
  /** Null: until it is revoked. */
  expires: maybe(shown()),
  revoked: maybe(shown()),
  /** To the minute. */
  lastUsed: maybe(shown()),
  lastUsedFrom: maybe(shown()),
  /** `idle`: its maker has not the rights for it any more, or has to set up a second factor. */
  state: z.enum(['live', 'idle', 'expired', 'revoked']),
})

export const listApiKeys = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'api-keys',
  summary: 'Keys of the API, those that work first',
  access: [],
  notByKey: true,
  answer: z.array(ApiKey),
})
export const createApiKey = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'api-keys',
  summary:
    'A key for a program, limited to scopes and, where one is given, to a stock; the key itself is in this answer and nowhere else',
  access: [],
  proof: 'stale',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  notByKey: true,
  body: z.object({
    name: text(1, 60),
    scopes: z.array(oneOf(scopes as readonly [Scope, ...Scope[]]), '1003').check(
      z.refine((list) => list.length > 0, '1003'),
      z.refine((list) => new Set(list).size === list.length, '1005'),
      z.meta({ minItems: 1, uniqueItems: true }),
    ),
    stockId: z.optional(z.nullable(pathId())),
    /** Machine time; not in the past. */
    expires: z.optional(z.nullable(instant())),
  }),
  /** Null where the same Idempotency-Key was answered before: the key is not kept. */
  answer: z.extend(ApiKey, { key: z.nullable(shown()) }),
  errors: [1003, 1004, 1005, 6006],
})
export const revokeApiKey = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'api-keys/{id}',
  summary: 'From now on the key opens nothing; it stays in the list',
  access: [],
  proof: 'stale',
  notWhileImpersonating: true,
  notByKey: true,
  params: z.object({ id: pathId() }),
  answer: ApiKey,
  errors: [9104],
})

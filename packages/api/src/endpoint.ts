import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ModuleName =
  | 'catalog'
  | 'maps'
  | 'accounts'
  | 'booking'
  | 'contracts'
  | 'billing'
  | 'payments'
  | 'access'
  | 'support'
  | 'messaging'
  | 'management-system'
  | 'reports'

/**
 * Who may call. `public`: anybody; `signed-in`: any session (the use case narrows to one's own); otherwise a list:
 * `client`, or a staff permission (domain/roles.ts). A superUser passes every list (decisions.md B8).
 */
export type Access = 'public' | 'signed-in' | readonly string[]

/**
 * Whether a call asks for a proof that its owner sits there, besides the session (decisions.md B11):
 * `stale`: unless he signed in by password less than ten minutes ago; with a second factor only `auth/prove` counts;
 * `always`: by `auth/prove` less than ten minutes ago, and each proof is good for one such call;
 * `by-change`: `stale` or `always` where the body changes what guards an account, else not at all;
 * `in-body`: password, and code where there is a second factor, are fields of the call itself.
 */
export type Proof = 'none' | 'stale' | 'always' | 'by-change' | 'in-body'

type ObjectSchema = z.core.$ZodObject
type AnySchema = z.core.$ZodType

/**
 * One call as it crosses the wire. The same object registers the route, builds the web client, feeds OpenAPI and is
 * held against permissions.json. All schemas are in clean names; `wire()` knows the outside ones.
 */
export interface Endpoint<
  P extends ObjectSchema,
  Q extends ObjectSchema,
  B extends AnySchema,
  A extends AnySchema,
> {
  readonly module: ModuleName
  readonly method: Method
  /** Below /api, with `{names}` for parameters: `boxes/{id}/open`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly answer: A
  /** `json` by default; `file` answers bytes with their own content type, the answer schema is then unused. */
  readonly kind: 'json' | 'file'
  /**
   * The parameter of the query that names the one document which a link may open: with a 60-second token for it, or with the
   * access token in the address (specification, contracts/pdf and payments/pdf). Without it neither counts, whatever the call
   * answers: a link to one invoice is no key to other files.
   */
  readonly scopedBy: string | null
  /** Whether a link may bear the access token as well, as those to the two PDFs of the specification may. */
  readonly opensByAccessToken: boolean
  /** The content type of a file; PDF unless said. */
  readonly media: string
  /** Takes multipart/form-data beside JSON: texts as they are, a file as `{ type, base64 }`. */
  readonly takesForm: boolean
  /** Long files of its body do not travel through the server's event loop: names stand for them (`platform/beside`). */
  readonly holdsFiles: boolean
  /** Codes that this call answers beside 9001, 9003, 9103, 9129 and 1. */
  readonly errors: readonly ErrorCode[]
  /** Largest body in bytes; 256 KiB unless said. */
  readonly bodyLimit: number
  /** What a body over it is to the caller, as the text of 9113 knows it (`map`); null: a file. */
  readonly largeBody: string | null
  /** A named limit below the general one. */
  readonly rateLimit: 'general' | 'login' | 'sensitive' | 'none'
  /** Set where staff acting as a user (login as user) may not call: paying, KYC decisions, passwords (decisions.md B11). */
  readonly notWhileImpersonating: boolean
  /**
   * Set where a person has to be there: signing in and what guards it, keys themselves, rights, where money goes. All of `auth/`
   * unless said. A key of the API is refused there whatever its scopes (9182).
   */
  readonly notByKey: boolean
  readonly proof: Proof
}

const nothing = z.object({})
type Nothing = typeof nothing
export const noAnswer = z.object({})

type Given<P extends ObjectSchema, Q extends ObjectSchema, B extends AnySchema, A extends AnySchema> = Pick<
  Endpoint<P, Q, B, A>,
  'module' | 'method' | 'path' | 'summary' | 'access'
> &
  Partial<Endpoint<P, Q, B, A>>

/** Declares a call. Left out: no parameters, no query, no body, an empty answer, JSON. */
export function endpoint<
  P extends ObjectSchema = Nothing,
  Q extends ObjectSchema = Nothing,
  B extends AnySchema = Nothing,
  A extends AnySchema = Nothing,
>(given: Given<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    answer: nothing as unknown as A,
    kind: 'json',
    scopedBy: null,
    opensByAccessToken: false,
    media: 'application/pdf',
    takesForm: false,
    holdsFiles: false,
    errors: [],
    bodyLimit: 256 * 1024,
    largeBody: null,
    rateLimit: 'general',
    notWhileImpersonating: false,
    notByKey: given.path.startsWith('auth/'),
    proof: 'none',
    ...given,
  }
}

export type AnyEndpoint = Endpoint<ObjectSchema, ObjectSchema, AnySchema, AnySchema>
export type Params<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? z.output<P> : never
export type Query<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? z.output<Q> : never
export type Body<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? z.output<B> : never
export type Answer<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never

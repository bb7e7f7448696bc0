import type { AnyEndpoint, Answer, Body, Params, Query } from '@stowage/api/endpoint'
import { fromWire, toWire } from '@stowage/api/wire'
import { ApiError, LeftSession, readError } from './api-error.ts'
import { askForProof } from './prove.ts'
import { refreshToken, signedOut } from './refresh.ts'
import { sendWatched } from './send-watched.ts'
import { clientId, isSamePerson, storedToken } from './token.ts'

/** An empty object schema puts out `Record<string, never>`: nothing to give. */
type Part<Name extends string, T> = string extends keyof T
  ? { readonly [K in Name]?: undefined }
  : Partial<T> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }

/** What a call takes, in clean names; parts that the endpoint does not declare, or that are all optional, may be left out. */
export type Input<E> = Part<'params', Params<E>> & Part<'query', Query<E>> & Part<'body', Body<E>>

/** The input may be left out where nothing in it is required. */
export type InputArguments<E> = Partial<Input<E>> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The same key for every repetition of one deed: the server answers a repetition with its first answer. */
  readonly idempotencyKey?: string | undefined
  /** Instead of the stored token: a token from the address before it is accepted. A 401 is then simply an error. */
  readonly token?: string | undefined
  /** Gets the sent part of a large body, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined
}

/** What the server says to a call without a session. */
const noSession = 9003
/** What it says where the person has to prove who sits there. */
const unproved = 9192

/** Said with every call, so that messages come in the reader's language. Set by the language provider. */
let language = 'ru'
export function speak(chosen: string): void {
  language = chosen
}

/** The address of a call below the site, parameters and query filled in: for links to files as well. */
export function addressOf<E extends AnyEndpoint>(endpoint: E, input: Partial<Input<E>> = {}): string {
  const given = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = given.params?.[name]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  const renamed = (given.query === undefined ? {} : toWire(endpoint.query, given.query)) as Record<
    string,
    unknown
  >
  for (const [name, value] of Object.entries(renamed))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      query.set(name, String(value))
  return `/api/${path}${query.size > 0 ? `?${query}` : ''}`
}

async function send(
  endpoint: AnyEndpoint,
  input: object,
  options: CallOptions,
  token: string | null,
): Promise<Response> {
  const { body } = input as { body?: unknown }
  const headers = new Headers({
    Accept: 'application/json',
    'X-Client-Id': clientId(),
    'X-Language': language,
  })
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  const hasBody = endpoint.method !== 'GET' && body !== undefined
  if (hasBody) headers.set('Content-Type', 'application/json')
  const address = addressOf(endpoint, input)
  const text = hasBody ? JSON.stringify(toWire(endpoint.body, body)) : undefined
  const { signal, onProgress } = options
  const { method } = endpoint
  try {
    if (onProgress && text !== undefined)
      return await sendWatched(address, { method, headers, body: text, signal }, onProgress)
    return await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      ...(text === undefined ? {} : { body: text }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new ApiError(0, [])
  }
}

/**
 * Makes a call of the API. An expired session is refreshed once and the call repeated; when that fails the person is
 * signed out (who listens to `onSignedOut` leads to /login). What was asked as one person never answers another: a late
 * answer would show him the last one's data, a repetition would do the last one's deed in his name.
 * @throws ApiError; LeftSession where somebody else, or nobody, is signed in by the time of the answer
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options]: [...InputArguments<E>, options?: CallOptions]
): Promise<Answer<E>>
export async function call(
  endpoint: AnyEndpoint,
  input: object = {},
  options: CallOptions = {},
): Promise<unknown> {
  const token = options.token ?? storedToken()
  // A page that is about to leave, here or in another tab, may still ask; without a session the answer is known.
  if (token === null && endpoint.access !== 'public')
    throw new ApiError(401, [{ code: noSession, message: '' }])
  const stay = (): void => {
    if (token !== null && options.token === undefined && !isSamePerson(token, storedToken()))
      throw new LeftSession()
  }
  let response = await send(endpoint, input, options, token)
  stay()
  // Without a token there is nothing to refresh: a 401 is then the answer itself (a wrong password at login).
  if (response.status === 401 && token !== null && options.token === undefined && !isOwnRefusal(endpoint)) {
    const fresh = await refreshToken(token)
    stay()
    if (fresh === null) {
      const error = await readError(endpoint, response)
      signedOut()
      throw error
    }
    response = await send(endpoint, input, options, fresh)
    stay()
    if (response.status === 401) signedOut()
  }
  while (!response.ok) {
    const error = await readError(endpoint, response)
    // What was typed stays where it stands; cancelled, the refusal is the answer.
    if (!error.has(unproved) || options.token !== undefined || !(await askForProof())) throw error
    stay()
    response = await send(endpoint, input, options, storedToken())
    stay()
  }
  if (endpoint.kind === 'file') {
    const file = await response.blob()
    stay()
    return file
  }
  const body: unknown = response.status === 204 ? {} : await response.json().catch(() => ({}))
  stay()
  return fromWire(endpoint.answer, body)
}

/** Sign-in answers 401 for a wrong pair (9101) and where a second step follows (9102): that is no expired session. */
function isOwnRefusal(endpoint: AnyEndpoint): boolean {
  return (
    endpoint.path === 'auth/login' ||
    endpoint.path.startsWith('auth/login/') ||
    endpoint.path === 'auth/logout'
  )
}

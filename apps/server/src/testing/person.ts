import type { Answer, AnyEndpoint, Body, Params, Query } from '@stowage/api/endpoint'
import type { WireError } from '@stowage/api/errors'
import { fromWire, toWire } from '@stowage/api/wire'

/** What carries a call to the server: the app itself, without a network between, or a network. */
export interface Carrier {
  inject(call: {
    readonly method: 'GET'
    readonly url: string
    readonly headers: Record<string, string>
    readonly payload?: object
  }): Promise<{
    readonly statusCode: number
    readonly headers: Record<string, unknown>
    readonly body: string
  }>
}

export type Input<E> = Partial<{
  params: Params<E>
  query: Query<E>
  body: Body<E> | Record<string, unknown>
}> & {
  key?: string
  headers?: Record<string, string>
}

export interface Reply<A> {
  readonly status: number
  readonly body: A
  readonly errors: readonly WireError[]
  /** The first error's code, 0 when there is none. */
  readonly code: number
  readonly headers: Record<string, unknown>
  readonly raw: string
}

/** A named person at a keyboard: calls endpoints as the web does, through the whole server. */
export interface Person {
  readonly token: string | undefined
  call<E extends AnyEndpoint>(endpoint: E, input?: Input<E>): Promise<Reply<Answer<E>>>
  /** A raw call in wire names. */
  send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<unknown>>
}

/** A person who calls the server: tests and the script of the demo without a network between, a simulation over one. */
export function createPerson(app: Carrier, token?: string): Person {
  const send: Person['send'] = async (method, url, body, headers = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: url.startsWith('/') ? url : `/api/${url}`,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    const parsed = isJson && answer.body !== '' ? (JSON.parse(answer.body) as unknown) : undefined
    const errors = (parsed as { errors?: WireError[] } | undefined)?.errors ?? []
    return {
      status: answer.statusCode,
      body: parsed,
      errors,
      code: errors[0]?.errorCode ?? 0,
      headers: answer.headers,
      raw: answer.body,
    }
  }
  return {
    token,
    send,
    async call(endpoint, input = {}) {
      const params = (input.params ?? {}) as Record<string, string>
      const query = new URLSearchParams(
        Object.entries((toWire(endpoint.query, input.query ?? {}) ?? {}) as Record<string, string>),
      )
      const url = `/api/${endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))}${query.size > 0 ? `?${query.toString()}` : ''}`
      const reply = await send(
        endpoint.method,
        url,
        endpoint.method === 'GET' ? undefined : toWire(endpoint.body, input.body ?? {}),
        { ...input.headers, ...(input.key === undefined ? {} : { 'idempotency-key': input.key }) },
      )
      return {
        ...reply,
        body: (reply.status < 400 ? fromWire(endpoint.answer, reply.body) : reply.body) as never,
      }
    },
  }
}

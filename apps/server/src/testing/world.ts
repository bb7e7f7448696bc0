import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Answer, AnyEndpoint, Body, Params, Query } from '@stowage/api/endpoint'
import type { WireError } from '@stowage/api/errors'
import { fromWire, toWire } from '@stowage/api/wire'
import { createTestDatabase } from '../../../../tools/testing/database.ts'
import { main, type MainOptions, type Running } from '../main.ts'
import { readConfig, type Config } from '../platform/config.ts'

type Input<E> = Partial<{ params: Params<E>; query: Query<E>; body: Body<E> | Record<string, unknown> }> & { key?: string; headers?: Record<string, string> }

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

export interface World {
  readonly running: Running
  person(token?: string): Person
  /** Business time becomes this instant (`2026-11-21T10:00:00Z`), then all jobs and events run. */
  setTime(instant: string): Promise<void>
  settle(): Promise<void>
  close(): Promise<void>
}

/**
 * A whole server on a real database of its own, with jobs run on demand. Business time starts at 2026-11-21 10:00 UTC
 * and stands still only as far as the machine's clock does; tests compare days, not milliseconds.
 */
export async function createWorld(options: { config?: Partial<Config>; main?: MainOptions; startAt?: string } = {}): Promise<World> {
  const database = await createTestDatabase()
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'stowage-test-'))
  const config: Config = { ...readConfig({ DATABASE_URL: database.url, DEMO: 'off', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error', RATE_LIMIT_PER_MINUTE: '1000000', CHECK_ANSWERS: 'on' }), ...options.config }
  const running = await main(config, { manual: true, webFolder: path.join(dataDir, 'no-web'), ...options.main })
  const setTime = async (instant: string): Promise<void> => {
    await running.moveClock({ offsetMs: Date.parse(instant) - Date.now() })
    await running.settle()
  }
  await setTime(options.startAt ?? '2026-11-21T10:00:00Z')

  function person(token?: string): Person {
    const send: Person['send'] = async (method, url, body, headers = {}) => {
      const answer = await running.app.inject({
        method: method as 'GET',
        url: url.startsWith('/') ? url : `/api/${url}`,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const isJson = String(answer.headers['content-type']).includes('json')
      const parsed = isJson && answer.body !== '' ? (JSON.parse(answer.body) as unknown) : undefined
      const errors = (parsed as { errors?: WireError[] } | undefined)?.errors ?? []
      return { status: answer.statusCode, body: parsed, errors, code: errors[0]?.errorCode ?? 0, headers: answer.headers, raw: answer.body }
    }
    return {
      token,
      send,
      async call(endpoint, input = {}) {
        const params = (input.params ?? {}) as Record<string, string>
        const query = new URLSearchParams(Object.entries((toWire(endpoint.query, input.query ?? {}) ?? {}) as Record<string, string>).map(([name, value]) => [name, String(value)]))
        const url = `/api/${endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))}${query.size > 0 ? `?${query}` : ''}`
        const reply = await send(endpoint.method, url, endpoint.method === 'GET' ? undefined : toWire(endpoint.body, input.body ?? {}), { ...input.headers, ...(input.key === undefined ? {} : { 'idempotency-key': input.key }) })
        return { ...reply, body: (reply.status < 400 ? fromWire(endpoint.answer, reply.body) : reply.body) as never }
      },
    }
  }

  return {
    running,
    person,
    setTime,
    settle: () => running.settle(),
    async close() {
      await running.close()
      await database.drop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

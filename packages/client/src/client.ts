import { calls, type Calls } from './api.gen.ts'
import { StowageError, type Problem } from './stowage-error.ts'

export interface ClientOptions {
  /** Where the server is: `https://storage.example.com`. */
  readonly url: string
  /** A key of the API: `stw_…`; without one only what anybody may call. */
  readonly key?: string
  /** Of sentences in errors. */
  readonly language?: 'ru' | 'en' | 'de' | 'pl'
  /** How often a call is repeated that nobody answered, or that was told to come again; 3 unless said. */
  readonly retries?: number
  /** Before the first repetition, about; twice as long before each next. Half a second unless said. */
  readonly waitMs?: number
  /** How long one attempt may take; 30 seconds unless said. */
  readonly timeoutMs?: number
  /** Instead of the one that is there. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** One deed, one key: made anew for each call that changes something unless said. A process that may die keeps its own. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** What a call takes, in the names of the documentation. */
export type Input<C extends keyof Calls> = Calls[C]['input']
type Answer<C extends keyof Calls> = Calls[C]['answer']
type Arguments<C extends keyof Calls> =
  Record<string, never> extends Input<C>
    ? [input?: Input<C>, options?: CallOptions]
    : [input: Input<C>, options?: CallOptions]

/** Each call of the API as a method: `client.getStocks()`. */
export type Client = { readonly [C in keyof Calls]: (...input: Arguments<C>) => Promise<Answer<C>> }

interface Given {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The server is busy, away, or asks for patience: the same again may pass. */
const COME_AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504])
const LONGEST_WAIT_MS = 60_000

/**
 * A client of one server. What changes something carries an Idempotency-Key, so that a repetition after a cut line does
 * nothing twice; what was refused is refused and not tried again.
 */
export function createClient(options: ClientOptions): Client {
  const call = async (name: keyof Calls, input: Given = {}, one: CallOptions = {}): Promise<unknown> =>
    await callWith(options, name, input, one)
  return Object.fromEntries(
    (Object.keys(calls) as (keyof Calls)[]).map((name) => [
      name,
      async (input?: Given, one?: CallOptions) => await call(name, input, one),
    ]),
  ) as unknown as Client
}

async function callWith(
  options: ClientOptions,
  name: keyof Calls,
  input: Given,
  { idempotencyKey, signal }: CallOptions,
): Promise<unknown> {
  const { url, key, language, retries = 3, waitMs = 500 } = options
  const [method, path, kind] = calls[name]
  const isWrite = method !== 'GET'
  const headers: Record<string, string> = {
    Accept: kind === 'json' ? 'application/json' : '*/*',
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...(language === undefined ? {} : { 'X-Language': language }),
    ...(isWrite ? { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(isWrite ? { 'Content-Type': 'application/json' } : {}),
  }
  const address = `${url.replace(/\/+$/, '')}/api${filled(path, input.path)}${queryOf(input.query)}`
  const body = isWrite ? JSON.stringify(input.body ?? {}) : undefined
  for (let attempt = 0; ; attempt += 1) {
    const response = await attemptOnce(options, { address, method, headers, body, signal })
    const isLast = attempt >= retries || signal?.aborted === true
    if (response instanceof Response) {
      if (response.ok) return kind === 'json' ? await response.json() : await response.blob()
      if (isLast || !COME_AGAIN.has(response.status)) throw await refusalOf(name, response)
    } else if (isLast) throw new StowageError(name, 0, [], response.error)
    await pause(waitBefore(waitMs * 2 ** attempt, response), signal)
  }
}

interface Attempt {
  readonly address: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
}

/** The answer, or why there was none. */
async function attemptOnce(
  { fetch: given = fetch, timeoutMs = 30_000 }: ClientOptions,
  { address, method, headers, body, signal }: Attempt,
): Promise<Response | { readonly error: unknown }> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    return await given(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // The server points nowhere else, and whoever else does gets no key: of a header of our own `fetch` takes no care.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    })
  } catch (error) {
    return { error }
  }
}

async function refusalOf(name: string, response: Response): Promise<StowageError> {
  const body: unknown = await response.json().catch(() => null)
  const problems = (body as { errors?: readonly Problem[] } | null)?.errors ?? []
  return new StowageError(name, response.status, problems)
}

function filled(path: string, values: Given['path'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new TypeError(`${path} needs ${name}`)
    // Those alone are no names in an address, however they are written: it would be another call.
    if (value === '.' || value === '..') throw new TypeError(`${path}: no ${name} is called ${value}`)
    return encodeURIComponent(value)
  })
}

function queryOf(values: Given['query'] = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        query.append(name, String(one))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** As long as the server says, else so long and as much again by chance: not everybody at once. */
function waitBefore(ms: number, response: Response | object): number {
  const said = response instanceof Response ? Number(response.headers.get('retry-after')) : 0
  return Math.min(LONGEST_WAIT_MS, said > 0 ? said * 1000 : ms * (1 + Math.random()))
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}

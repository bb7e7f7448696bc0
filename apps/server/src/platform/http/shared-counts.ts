import { createHmac } from 'node:crypto'
import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit'
import { machineNow } from '../clock.ts'
import type { Database } from '../database/connect.ts'
import type { Log } from '../log.ts'
import { addCalls, forgetCalls } from './rate-count-store.ts'

const MINUTE = 60_000
const EXCHANGE_MS = 1000
const CALLERS_KEPT = 20_000
/** Whoever makes fewer calls than this part of what he may cannot be over it in all processes together, so long as they are few. */
const WORTH_TELLING = 8

export interface SharedCounts {
  /** How calls are counted, for @fastify/rate-limit. */
  readonly store: FastifyRateLimitStoreCtor
  /** Rows of minutes that are over. */
  forget(): Promise<void>
  close(): Promise<void>
}

interface Parts {
  readonly db: Database
  readonly log: Log
  /** Callers are hashed with it: the table names nobody. */
  readonly hashKey: string
  /** Other processes that run; alone, nothing is shared. */
  others(): number
}

interface Counter {
  own: number
  /** Of `own`, what the table knows. */
  told: number
  /** Of the other processes, when the table was last asked. */
  foreign: number
}

/**
 * Limits by address that hold over all processes. The named ones (signing in, asking for mails) are counted in the database at
 * each call: they are few, and each costs far more than a row. The general one counts here, and callers who are on
 * their way to it are told to the others once a second: exact enough for a flood, and no price for anybody else. While the
 * database is away each process counts for itself.
 */
export function createSharedCounts(parts: Parts): SharedCounts {
  const general = new Set<ReturnType<typeof createGeneral>>()
  let exchanging: Promise<void> | undefined
  const timer = setInterval(() => {
    if (parts.others() === 0) return
    exchanging ??= Promise.all([...general].map(async (one) => await one.exchange()))
      .then(
        () => undefined,
        (err: unknown) => parts.log.warn({ err }, 'calls were not counted together'),
      )
      .finally(() => {
        exchanging = undefined
      })
  }, EXCHANGE_MS)
  timer.unref()

  class Store implements FastifyRateLimitStore {
    readonly #count: ReturnType<typeof createGeneral>['count']
    constructor(options: FastifyRateLimitOptions) {
      const { nameSpace } = options as { nameSpace?: string }
      if (nameSpace?.startsWith(EACH) === true) this.#count = createNamed(parts, nameSpace.slice(EACH.length))
      else {
        const made = createGeneral(parts, nameSpace ?? 'general')
        general.add(made)
        this.#count = made.count
      }
    }
    incr(key: string, callback: Told, _timeWindow?: number, max?: number): void {
      this.#count(key, max ?? Infinity, callback)
    }
    child(options: FastifyRateLimitOptions): Store {
      return new Store(options)
    }
  }
  return {
    store: Store,
    forget: async () => await forgetCalls(parts.db, minuteOf(machineNow().epochMilliseconds) - 2),
    async close() {
      clearInterval(timer)
      await exchanging
    },
  }
}

/** Before the name of a limit whose every call is counted in the database. */
export const EACH = 'each:'

type Told = (error: Error | null, result?: { current: number; ttl: number }) => void
type Count = (key: string, max: number, told: Told) => void

const minuteOf = (now: number): number => Math.floor(now / MINUTE)
const leftOf = (minute: number, now: number): number => (minute + 1) * MINUTE - now

function callerOf({ hashKey }: Parts, key: string): string {
  return createHmac('sha256', `calls ${hashKey}`).update(key).digest('base64url').slice(0, 22)
}

/** A minute of its own for each caller, from his first call: how one process counts alone. */
function createLocal(): (key: string) => { current: number; ttl: number } {
  const kept = new Map<string, { since: number; calls: number }>()
  return (key) => {
    const now = Date.now()
    const known = kept.get(key)
    if (known !== undefined && known.since + MINUTE > now) {
      known.calls += 1
      return { current: known.calls, ttl: known.since + MINUTE - now }
    }
    kept.delete(key)
    for (const oldest of kept.keys()) {
      if (kept.size < CALLERS_KEPT) break
      kept.delete(oldest)
    }
    kept.set(key, { since: now, calls: 1 })
    return { current: 1, ttl: MINUTE }
  }
}

function createNamed(parts: Parts, name: string): Count {
  const local = createLocal()
  return (key, _max, told) => {
    const alone = local(key)
    if (parts.others() === 0) return told(null, alone)
    const now = machineNow().epochMilliseconds
    const [minute, caller] = [minuteOf(now), callerOf(parts, key)]
    addCalls(parts.db, { name, minute }, new Map([[caller, 1]])).then(
      (all) => told(null, { current: all.get(caller) ?? alone.current, ttl: leftOf(minute, now) }),
      () => told(null, alone),
    )
  }
}

function createGeneral(parts: Parts, name: string): { readonly count: Count; exchange(): Promise<void> } {
  const local = createLocal()
  let minute = 0
  let counters = new Map<string, Counter>()
  let wanted = new Set<string>()
  const turn = (now: number): void => {
    if (minute === minuteOf(now)) return
    minute = minuteOf(now)
    counters = new Map()
    wanted = new Set()
  }
  return {
    count(key, max, told) {
      if (parts.others() === 0) return told(null, local(key))
      const now = machineNow().epochMilliseconds
      turn(now)
      const counter = counters.get(key) ?? { own: 0, told: 0, foreign: 0 }
      if (counters.size < CALLERS_KEPT) counters.set(key, counter)
      counter.own += 1
      if (counter.own > max / WORTH_TELLING) wanted.add(key)
      told(null, { current: counter.own + counter.foreign, ttl: leftOf(minute, now) })
    },
    async exchange() {
      const [about, these, keys] = [{ name, minute }, counters, [...wanted]]
      wanted = new Set()
      const byCaller = new Map(keys.map((key) => [callerOf(parts, key), key]))
      const calls = new Map<string, number>()
      for (const [caller, key] of byCaller) {
        const counter = these.get(key)
        if (counter === undefined) continue
        calls.set(caller, counter.own - counter.told)
        counter.told = counter.own
      }
      if (calls.size === 0) return
      for (const [caller, all] of await addCalls(parts.db, about, calls)) {
        const counter = these.get(byCaller.get(caller) ?? '')
        if (counter) counter.foreign = Math.max(0, all - counter.told)
      }
    },
  }
}

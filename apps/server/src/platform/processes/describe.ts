import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { JobRecord } from '../ticker.ts'

/** What a process says of itself; kept in `server_process.facts`. */
export interface ProcessFacts {
  readonly isStopping: boolean
  /** Of the last ten seconds. */
  readonly loopDelayMs: { readonly p50: number; readonly p99: number; readonly max: number }
  /** 0 to 1. */
  readonly loopUsed: number
  readonly memoryMb: { readonly resident: number; readonly heap: number }
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
  readonly sockets: number
  /** Somebody calls it. */
  readonly isCalled: boolean
  readonly jobs: readonly JobRecord[]
  /** Names of the event handlers that this version has. */
  readonly handlers: readonly string[]
}

interface Sources {
  readonly pool: pg.Pool
  isStopping(): boolean
  sockets(): number
  isCalled(): boolean
  jobs(): readonly JobRecord[]
  handlers(): readonly string[]
}

export interface Describer {
  now(): ProcessFacts
  close(): void
}

const MEGABYTE = 1024 * 1024
const inMs = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.round(nanoseconds / 1e5) / 10 : 0

/** Measures this process from now on; each look ends one span of the loop's figures and begins the next. */
export function describeProcess(sources: Sources): Describer {
  // Every 50 ms: what is looked for are stalls, and a finer look costs an idle server.
  const delay = monitorEventLoopDelay({ resolution: 50 })
  delay.enable()
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  return {
    now() {
      const used = performance.eventLoopUtilization(before)
      before = performance.eventLoopUtilization()
      const loopDelayMs = {
        p50: inMs(delay.percentile(50)),
        p99: inMs(delay.percentile(99)),
        max: inMs(delay.max),
      }
      delay.reset()
      const memory = process.memoryUsage()
      const { totalCount, idleCount, waitingCount } = sources.pool
      return {
        isStopping: sources.isStopping(),
        loopDelayMs,
        loopUsed: Math.round(used.utilization * 1000) / 1000,
        memoryMb: {
          resident: Math.round(memory.rss / MEGABYTE),
          heap: Math.round(memory.heapUsed / MEGABYTE),
        },
        connections: { open: totalCount, idle: idleCount, waiting: waitingCount },
        sockets: sources.sockets(),
        isCalled: sources.isCalled(),
        jobs: sources.jobs(),
        handlers: sources.handlers(),
      }
    },
    close: () => delay.disable(),
  }
}

import type { FastifyInstance } from 'fastify'

/** Who has been answered this lately is still there: he reads what he got, and asks again. */
const STAYS_MS = 30_000

/**
 * Whoever calls the API of this process. Probes, files, messages of payment processors and the lines of sites are not counted: nobody
 * sits behind them and waits.
 */
export interface Callers {
  /** A call is under way, or was answered a moment ago. */
  areHere(): boolean
  /** Comes back when no call is under way, at the latest after so long, and at once when `stopping` says so. */
  gap(withinMs: number, stopping?: AbortSignal): Promise<void>
}

export interface CountedCallers extends Callers {
  mount(app: FastifyInstance): void
  /** @returns tells that the call is over; told twice it is over once */
  came(): () => void
}

export function createCallers(now: () => number = () => performance.now()): CountedCallers {
  const waiting = new Set<() => void>()
  let underWay = 0
  let lastAt = -Infinity

  function came(): () => void {
    underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      lastAt = now()
      if (underWay === 0) for (const tell of waiting) tell()
    }
  }

  return {
    came,
    areHere: () => underWay > 0 || now() - lastAt < STAYS_MS,
    async gap(withinMs, stopping) {
      if (underWay === 0) return
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          stopping?.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, withinMs)
        waiting.add(end)
        stopping?.addEventListener('abort', end, { once: true })
        if (stopping?.aborted === true) end()
      })
    },
    mount(app) {
      app.addHook('onRequest', (request, reply, done) => {
        // Not `onResponse`: of a caller who hangs up nothing is heard there.
        if (request.routeOptions.config.endpoint !== undefined) reply.raw.once('close', came())
        done()
      })
    },
  }
}

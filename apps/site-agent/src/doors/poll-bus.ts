import type { Controller } from '../drivers/bus.ts'

/** Reads the controllers of one bus in turn, for ever. */
export interface BusPoll {
  /** Reads this one as fast as it answers, for so many milliseconds. */
  hurry(controller: number, ms: number): void
  /** As soon as the reading that is on its way has come back. */
  close(): Promise<void>
}

export interface BusPollOptions {
  readonly controllers: readonly Controller[]
  readonly pollMs: () => number
  /** Between readings of one that is in a hurry, or whose change wants to be settled. */
  readonly hurryMs: number
  readonly ticks: () => number
  /** One reading; must not throw. @returns how it went, and whether another soon would settle it */
  readonly read: (controller: Controller) => Promise<'fine' | 'unsettled' | 'failed'>
}

/** One that does not answer costs its time on the line; it is asked less often, and at least this often. */
const SELDOM_MS = 5000
const PATIENCE = 3

interface Place {
  readonly controller: Controller
  dueAt: number
  hurryUntil: number
  failures: number
}

export function pollBus(options: BusPollOptions): BusPoll {
  const { ticks } = options
  const places = options.controllers.map((controller): Place => ({
    controller,
    dueAt: 0,
    hurryUntil: 0,
    failures: 0,
  }))
  let wake: () => void = () => undefined
  let isClosed = false

  const sleep = async (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    const timer = setTimeout(resolve, ms)
    await promise
    clearTimeout(timer)
  }
  const pauseOf = (place: Place, outcome: 'fine' | 'unsettled' | 'failed'): number => {
    const pollMs = options.pollMs()
    if (outcome === 'failed') {
      place.failures++
      const slower = pollMs * 2 ** Math.min(10, Math.max(0, place.failures - PATIENCE))
      return Math.max(pollMs, Math.min(slower, SELDOM_MS))
    }
    place.failures = 0
    const isHurried = outcome === 'unsettled' || ticks() < place.hurryUntil
    return isHurried ? Math.min(options.hurryMs, pollMs) : pollMs
  }
  const run = async (): Promise<void> => {
    while (!isClosed) {
      const next = places.reduce<Place | undefined>(
        (first, place) => (first && first.dueAt <= place.dueAt ? first : place),
        undefined,
      )
      const waitMs = next ? next.dueAt - ticks() : Infinity
      if (!next || waitMs > 0) {
        await sleep(Math.min(waitMs, SELDOM_MS))
        continue
      }
      const outcome = await options.read(next.controller)
      next.dueAt = ticks() + pauseOf(next, outcome)
    }
  }
  const running = run()

  return {
    hurry: (controller, ms) => {
      const place = places.find((entry) => entry.controller.no === controller)
      if (!place) return
      place.hurryUntil = ticks() + ms
      place.dueAt = Math.min(place.dueAt, ticks())
      wake()
    },
    close: async () => {
      isClosed = true
      wake()
      await running
    },
  }
}

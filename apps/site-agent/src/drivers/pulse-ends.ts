import { ControllerRefused, type Controller } from './bus.ts'

/**
 * The ends of pulses that the agent itself must switch off. Switching off twice does no harm, so it is tried until it got through: a
 * coil that stays on holds its lock open.
 */
export interface PulseEnds {
  /** Switched off after so many milliseconds; a running one is put off. */
  due(controller: Controller, output: number, ms: number): void
  isRunning(controller: Controller, output: number): boolean
  /** The controller answers: what did not get through is tried at once. */
  answers(controller: Controller): void
  /** Ends all that run, now. Each is tried once. */
  close(): Promise<void>
}

export interface PulseEndsOptions {
  /** @param isStillDue to be asked when the line is free: a newer pulse may have begun while this waited for it */
  readonly end: (controller: Controller, output: number, isStillDue: () => boolean) => Promise<void>
  /** First pause after an end that did not get through; doubles up to twenty times of it, for a dead board must not hold up the others. */
  readonly againMs: number
}

interface Running {
  readonly controller: Controller
  readonly output: number
  timer: NodeJS.Timeout
  failures: number
}

export function createPulseEnds(options: PulseEndsOptions): PulseEnds {
  const running = new Map<string, Running>()
  let isClosed = false
  const keyOf = (controller: Controller, output: number): string => `${controller.no}:${output}`

  const end = async (pulse: Running): Promise<void> => {
    const key = keyOf(pulse.controller, pulse.output)
    const isStillDue = (): boolean => running.get(key) === pulse
    try {
      await options.end(pulse.controller, pulse.output, isStillDue)
    } catch (error) {
      // A board that refuses has no such coil.
      if (!isClosed && !(error instanceof ControllerRefused)) {
        later(pulse, options.againMs * Math.min(2 ** pulse.failures++, 20))
        return
      }
    }
    if (isStillDue()) running.delete(key)
  }
  const later = (pulse: Running, ms: number): void => {
    clearTimeout(pulse.timer)
    pulse.timer = setTimeout(() => {
      if (running.get(keyOf(pulse.controller, pulse.output)) === pulse) void end(pulse)
    }, ms)
  }

  return {
    due: (controller, output, ms) => {
      const key = keyOf(controller, output)
      clearTimeout(running.get(key)?.timer)
      const pulse: Running = { controller, output, timer: setTimeout(() => void end(pulse), ms), failures: 0 }
      running.set(key, pulse)
    },
    isRunning: (controller, output) => running.has(keyOf(controller, output)),
    answers: (controller) => {
      for (const pulse of running.values())
        if (pulse.controller.no === controller.no && pulse.failures > 0) {
          pulse.failures = 0
          later(pulse, 0)
        }
    },
    close: async () => {
      isClosed = true
      for (const { timer } of running.values()) clearTimeout(timer)
      await Promise.all([...running.values()].map(end))
    },
  }
}

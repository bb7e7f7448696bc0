import { ControllerRefused, type Controller } from './bus.ts'

/**
 * The ends of pulses that the agent itself must switch off. Switching off twice does no harm, so it is tried until it got through: a
 * coil that stays on holds its lock open.
 */
export interface PulseEnds {
  /** Switched off after so many milliseconds; a running one is put off. */
  due(controller: Controller, output: number, ms: number): void
  /** It never began. */
  forget(controller: Controller, output: number): void
  isRunning(controller: Controller, output: number): boolean
  /** Ends all that run, now. Each is tried once. */
  close(): Promise<void>
}

export interface PulseEndsOptions {
  readonly end: (controller: Controller, output: number) => Promise<void>
  readonly againMs: number
}

export function createPulseEnds(options: PulseEndsOptions): PulseEnds {
  const running = new Map<string, { timer: NodeJS.Timeout; controller: Controller; output: number }>()
  let isClosed = false
  const keyOf = (controller: Controller, output: number): string => `${controller.no}:${output}`

  const due = (controller: Controller, output: number, ms: number): void => {
    const key = keyOf(controller, output)
    clearTimeout(running.get(key)?.timer)
    const timer = setTimeout(() => void end(key, timer), ms)
    running.set(key, { timer, controller, output })
  }
  const end = async (key: string, timer: NodeJS.Timeout | undefined): Promise<void> => {
    const pulse = running.get(key)
    if (!pulse) return
    try {
      await options.end(pulse.controller, pulse.output)
    } catch (error) {
      // Put off meanwhile by a newer pulse, or gone: a board that refuses has no such coil.
      if (!isClosed && running.get(key)?.timer === timer && !(error instanceof ControllerRefused))
        return due(pulse.controller, pulse.output, options.againMs)
    }
    if (isClosed || running.get(key)?.timer === timer) running.delete(key)
  }

  return {
    due,
    forget: (controller, output) => {
      const key = keyOf(controller, output)
      clearTimeout(running.get(key)?.timer)
      running.delete(key)
    },
    isRunning: (controller, output) => running.has(keyOf(controller, output)),
    close: async () => {
      isClosed = true
      for (const { timer } of running.values()) clearTimeout(timer)
      await Promise.all([...running.keys()].map((key) => end(key, undefined)))
    },
  }
}

import { BusDown } from './bus.ts'

/** What a bus is spoken to through, opened when it is needed and opened anew when it was lost. */
export interface Connection<C> {
  /**
   * @param isUrgent tries to open it even when that has just failed
   * @throws BusDown
   */
  get(isUrgent: boolean): Promise<C>
  /** Lets it go; the next `get` opens another. */
  drop(): void
  /** For good. */
  close(): Promise<void>
}

export interface ConnectionOptions<C> {
  readonly open: () => Promise<C>
  readonly isOpen: (opened: C) => boolean
  /** Resolves when another may be opened. */
  readonly destroy: (opened: C) => Promise<void>
  /** For people: `10.0.0.5:502`. */
  readonly where: string
  /** First pause after an opening that failed; doubles up to twenty times of it. */
  readonly againMs: number
}

export function createConnection<C>(options: ConnectionOptions<C>): Connection<C> {
  let opened: C | undefined
  let failures = 0
  let notBefore = 0
  let lastReason = ''
  let isClosed = false
  let destroyed: Promise<void> = Promise.resolve()

  const drop = (): void => {
    const dropped = opened
    opened = undefined
    if (dropped !== undefined) destroyed = options.destroy(dropped)
  }
  return {
    get: async (isUrgent) => {
      if (isClosed) throw new BusDown(`${options.where} is closed`)
      if (opened !== undefined && options.isOpen(opened)) return opened
      drop()
      if (!isUrgent && performance.now() < notBefore) throw new BusDown(lastReason)
      await destroyed
      try {
        opened = await options.open()
        failures = 0
        return opened
      } catch (error) {
        lastReason = `nothing answers at ${options.where} (${reasonOf(error)})`
        notBefore = performance.now() + options.againMs * Math.min(2 ** failures++, 20)
        throw new BusDown(lastReason, { cause: error })
      }
    },
    drop,
    close: async () => {
      isClosed = true
      drop()
      await destroyed
    },
  }
}

/** The library throws objects that are no errors, and errors whose code says more than their text. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'message' in error && typeof error.message === 'string' ? error.message : 'no reason given'
}

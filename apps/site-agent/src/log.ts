/** What a site writes down for whoever looks after it: one line of JSON each, which the journal of systemd keeps. */
export interface Log {
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}
/** Never a secret, a PIN, or the body of a call. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

export function createLog(write: (line: string) => void): Log {
  const line = (level: string) => (message: string, facts?: Facts) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`)
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** What is thrown, in a line. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * For what anybody on the network can cause as often as he likes: the first is written at once, then their number at most every
 * ten seconds. A flood must not fill the card that a site runs from.
 */
export function createRareLog(write: (message: string, facts: Facts) => void, everyMs = 10_000) {
  const counts = new Map<string, number>()
  let last = Number.NEGATIVE_INFINITY
  let later: NodeJS.Timeout | undefined
  const tell = (): void => {
    later = undefined
    if (counts.size === 0) return
    last = performance.now()
    for (const [message, times] of counts) write(message, { times })
    counts.clear()
  }
  return {
    note(message: string): void {
      counts.set(message, (counts.get(message) ?? 0) + 1)
      if (later !== undefined) return
      const wait = last + everyMs - performance.now()
      if (wait <= 0) tell()
      else later = setTimeout(tell, wait).unref()
    },
    close(): void {
      clearTimeout(later)
      tell()
    },
  }
}

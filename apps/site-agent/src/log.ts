/** What a site writes down for whoever looks after it: a line each, for people to read. */
export interface Log {
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
}
/** Never a secret, a PIN, or the body of a call. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** As systemd numbers them (syslog). */
const PRIORITIES = { info: 6, warn: 4, error: 3 } as const

/**
 * @param style `journal`: a line begins with its priority, which the journal of systemd takes for its own and leaves out, and bears no
 * time, which the journal has. `terminal`: time and level in words.
 */
export function createLog(write: (line: string) => void, style: 'journal' | 'terminal'): Log {
  const line =
    (level: keyof typeof PRIORITIES) =>
    (message: string, facts: Facts = {}): void => {
      const start =
        style === 'journal' ? `<${PRIORITIES[level]}>` : `${new Date().toISOString()} ${level.padEnd(5)} `
      const told = Object.entries(facts).flatMap(([name, fact]) =>
        fact === undefined ? [] : [` ${name}=${written(fact)}`],
      )
      write(`${start}${inOneLine(message)}${told.join('')}\n`)
    }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

/** What others said stays in its quotes: it can neither begin a line of its own nor pass for another fact. */
function written(fact: string | number | boolean | null): string {
  return typeof fact === 'string' && !/^[\w.:/@+-]+$/.test(fact) ? JSON.stringify(fact) : String(fact)
}
const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

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

/** Three heartbeats of 15 s: who has not been heard of for so long is away. */
export const AWAY_AFTER_MS = 45_000

/** Whether the server is there, as far as the site can tell. */
export interface Contact {
  /** It was heard: it called, answered, acknowledged. */
  heard(): void
  /** When it was heard last, while it counts as away. */
  awaySince(): Date | undefined
  close(): void
}

export interface ContactParts {
  readonly now: () => Date
  readonly monotonic: () => number
  readonly awayAfterMs?: number
  readonly onAway: (since: Date) => void
  readonly onBack: () => void
}

export function watchContact(parts: ContactParts): Contact {
  const { now, monotonic, awayAfterMs = AWAY_AFTER_MS, onAway, onBack } = parts
  let last = monotonic()
  let since: Date | undefined
  const timer = setInterval(
    () => {
      const silentMs = monotonic() - last
      if (since !== undefined || silentMs < awayAfterMs) return
      since = new Date(now().getTime() - silentMs)
      onAway(since)
    },
    Math.max(5, awayAfterMs / 20),
  ).unref()
  return {
    heard() {
      last = monotonic()
      if (since === undefined) return
      since = undefined
      onBack()
    },
    awaySince: () => since,
    close: () => clearInterval(timer),
  }
}

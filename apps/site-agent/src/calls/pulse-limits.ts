export interface PulseLimitOptions {
  /** Least time between two pulses of one lock. */
  readonly distanceMs: number
  readonly perMinute: number
  readonly monotonic: () => number
}

/** One pulse at a time per lock, none within two seconds of another, no more than ten a minute: whoever asks for them. */
export interface PulseLimits {
  /**
   * Takes a lock for one pulse.
   * @returns what stands against it; else call `pulsed` when the pulse goes out, and `release` in the end
   */
  take(lockId: string): { pulsed(): void; release(): void } | 'lock_busy' | 'too_many'
}

export const LSP_LIMITS = { distanceMs: 2000, perMinute: 10 } as const

export function createPulseLimits({ distanceMs, perMinute, monotonic }: PulseLimitOptions): PulseLimits {
  const busy = new Set<string>()
  const pulses = new Map<string, number[]>()
  return {
    take(lockId) {
      if (busy.has(lockId)) return 'lock_busy'
      const recent = (pulses.get(lockId) ?? []).filter((at) => at > monotonic() - 60_000)
      pulses.set(lockId, recent)
      const last = recent.at(-1)
      if (last !== undefined && monotonic() - last < distanceMs) return 'lock_busy'
      if (recent.length >= perMinute) return 'too_many'
      busy.add(lockId)
      return {
        pulsed: () => void recent.push(monotonic()),
        release: () => void busy.delete(lockId),
      }
    },
  }
}

const WINDOW_MS = 60_000
const ADDRESSES_KEPT = 20_000

/**
 * Counts by address who came as a site and was none; sites that are welcome are never counted, however many share an address. And by site
 * how often it came, so that one in a loop is paced.
 */
export interface FailingHellos {
  /** Milliseconds until this address is heard again; 0: it is heard. */
  waitMs(address: string): number
  failed(address: string): void
}

/** @param now monotonic milliseconds */
export function countFailingHellos(
  perMinute: number,
  now: () => number = () => performance.now(),
): FailingHellos {
  const counts = new Map<string, { count: number; until: number }>()
  return {
    waitMs(address) {
      const known = counts.get(address)
      if (known === undefined || known.count < perMinute) return 0
      return Math.max(0, known.until - now())
    },
    failed(address) {
      const known = counts.get(address)
      if (known !== undefined && known.until > now()) {
        known.count += 1
        return
      }
      counts.delete(address)
      for (const [old, { until }] of counts) {
        if (until > now() && counts.size < ADDRESSES_KEPT) break
        counts.delete(old)
      }
      counts.set(address, { count: 1, until: now() + WINDOW_MS })
    },
  }
}

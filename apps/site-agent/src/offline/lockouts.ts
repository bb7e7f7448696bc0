import * as z from 'zod/mini'
import type { KeptValue } from '../state/kept-value.ts'

const WINDOW_MS = 15 * 60_000
const PER_BOX = 5
const PER_SITE = 20

const Misses = z.object({ wrong: z.int(), last: z.number(), until: z.optional(z.number()) })
export const KeptLockouts = z.object({
  boxes: z.record(z.string(), Misses),
  /** When somebody typed a wrong PIN at this site, Unix milliseconds. */
  site: z.array(z.number()),
})
export type KeptLockouts = z.output<typeof KeptLockouts>

/** Wrong PINs: five for a box close it for 15 minutes, twenty at a site make all wait. Kept over restarts. */
export interface Lockouts {
  /** Milliseconds that a box is still closed to PINs; 0: it is not. */
  closedMs(key: string, now: number): number
  /** Too many wrong ones at this site lately, whatever the box. */
  isSlow(now: number): boolean
  /** @returns how many wrong ones in a row, and what begins with this one */
  wrong(
    key: string,
    now: number,
  ): { readonly attempts: number; readonly closes: boolean; readonly slows: boolean }
  right(key: string): void
}

export function createLockouts(kept: KeptValue<KeptLockouts>): Lockouts {
  const boxes = new Map(Object.entries(kept.get()?.boxes ?? {}))
  let site = kept.get()?.site ?? []

  const forget = (now: number): void => {
    site = site.filter((at) => at > now - WINDOW_MS && at <= now)
    for (const [key, { last, until = 0 }] of boxes)
      if (last <= now - WINDOW_MS && until <= now) boxes.delete(key)
  }
  const save = (): void => kept.set({ boxes: Object.fromEntries(boxes), site })
  return {
    closedMs(key, now) {
      const before = boxes.get(key)
      if (before?.until === undefined) return 0
      // It began on a clock that was ahead and has been put right since: from now on it lasts as long as any.
      if (before.until > now + WINDOW_MS) {
        boxes.set(key, { ...before, last: now, until: now + WINDOW_MS })
        save()
      }
      return Math.max(0, Math.min(before.until - now, WINDOW_MS))
    },
    isSlow(now) {
      forget(now)
      return site.length >= PER_SITE
    },
    wrong(key, now) {
      forget(now)
      const before = boxes.get(key)
      // What led to a lock-out that is over has been paid for.
      const attempts = before?.until === undefined ? (before?.wrong ?? 0) + 1 : 1
      const closes = attempts >= PER_BOX
      boxes.set(key, { wrong: attempts, last: now, ...(closes ? { until: now + WINDOW_MS } : {}) })
      site.push(now)
      save()
      return { attempts, closes, slows: site.length === PER_SITE }
    },
    right(key) {
      if (boxes.delete(key)) save()
    },
  }
}

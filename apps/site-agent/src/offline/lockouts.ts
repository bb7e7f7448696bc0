import * as z from 'zod/mini'
import type { KeptValue } from '../state/kept-value.ts'

const WINDOW_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** Of one address for one box, and for all boxes. */
const PER_BOX = 5
const PER_ADDRESS = 20
/** Of all addresses within a day, beyond which one that has not proved itself tries once in a pause (decision 317 has the arithmetic). */
const BOX_A_DAY = 150
const BOX_PAUSE_MS = 10 * 60_000
const SITE_A_DAY = 2000
const SITE_PAUSE_MS = 30_000
/** Wrong ones of several addresses for one box in a day, of which staff hear. */
const BOX_ALARM = 20
/** How long an address that was right for a box counts as its tenant's. */
const PROVEN_MS = 30 * DAY_MS
const KEPT_AT_MOST = 5000

const Misses = z.object({ wrong: z.int(), last: z.number(), until: z.optional(z.number()) })
const times = z.array(z.number())
export const KeptLockouts = z.object({
  /** By address and box. */
  boxes: z.record(z.string(), Misses),
  /** When a wrong PIN was typed at this site within a day, Unix milliseconds. */
  site: times,
  addresses: z.optional(z.record(z.string(), times)),
  guesses: z.optional(z.record(z.string(), times)),
  /** By address and box: when it was right last. */
  proven: z.optional(z.record(z.string(), z.number())),
})
export type KeptLockouts = z.output<typeof KeptLockouts>

/** Who tries: from where, and for which box. */
export interface Asker {
  readonly address: string
  readonly key: string
}
export interface Miss {
  /** In a row, of this address for this box. */
  readonly attempts: number
  readonly closes: boolean
  /** Every further try of this address waits. */
  readonly slows: boolean
  /** So many addresses guess at this box that staff should know. */
  readonly alarms: boolean
}

/**
 * Wrong PINs: five close a box to the address that typed them for 15 minutes, twenty make that address wait. What others type keeps
 * nobody out who has been right from his address before. Guesses of all addresses together are bounded by the day. Kept over restarts.
 */
export interface Lockouts {
  /** Milliseconds for which this asker is not listened to; 0: a PIN is looked at. */
  closedMs(asker: Asker, now: number): number
  /** Too many wrong ones from there lately, whatever the box. */
  isSlow(address: string, now: number): boolean
  /** 0 was right for this box from there, 2 was wrong from there lately, 1 neither: in which order askers have their turn. */
  rank(asker: Asker, now: number): 0 | 1 | 2
  wrong(asker: Asker, now: number): Miss
  right(asker: Asker, now: number): void
}

const within = (all: readonly number[], now: number, ms: number): number[] =>
  all.filter((at) => at > now - ms && at <= now)

export function createLockouts(kept: KeptValue<KeptLockouts>): Lockouts {
  const before = kept.get()
  const boxes = new Map(Object.entries(before?.boxes ?? {}))
  const addresses = new Map(Object.entries(before?.addresses ?? {}))
  const guesses = new Map(Object.entries(before?.guesses ?? {}))
  const proven = new Map(Object.entries(before?.proven ?? {}))
  let site = before?.site ?? []

  const forget = (now: number): void => {
    site = within(site, now, DAY_MS).slice(-KEPT_AT_MOST)
    for (const [id, { last, until = 0 }] of boxes)
      if (last <= now - WINDOW_MS && until <= now) boxes.delete(id)
    for (const [all, ms] of [
      [addresses, WINDOW_MS],
      [guesses, DAY_MS],
    ] as const)
      for (const [id, at] of all) {
        const left = within(at, now, ms)
        if (left.length === 0) all.delete(id)
        else if (left.length < at.length) all.set(id, left)
      }
    for (const [id, at] of proven) if (at <= now - PROVEN_MS) proven.delete(id)
    for (const all of [boxes, addresses, guesses, proven])
      for (const id of all.keys()) {
        if (all.size <= KEPT_AT_MOST) break
        all.delete(id)
      }
  }
  const save = (): void =>
    kept.set({
      boxes: Object.fromEntries(boxes),
      site,
      addresses: Object.fromEntries(addresses),
      guesses: Object.fromEntries(guesses),
      proven: Object.fromEntries(proven),
    })
  const idOf = ({ address, key }: Asker): string => `${address} ${key}`
  const isProven = (asker: Asker, now: number): boolean => {
    const at = proven.get(idOf(asker))
    return at !== undefined && at > now - PROVEN_MS && at <= now + DAY_MS
  }
  const pauseOf = (all: readonly number[], now: number, free: number, pauseMs: number): number => {
    const lately = within(all, now, DAY_MS)
    return lately.length < free ? 0 : Math.max(0, (lately.at(-1) ?? 0) + pauseMs - now)
  }
  const addedTo = (all: Map<string, number[]>, id: string, now: number, ms: number): number => {
    const at = [...within(all.get(id) ?? [], now, ms), now].slice(-KEPT_AT_MOST)
    // Behind the others: the one that was wrong longest ago is forgotten first.
    all.delete(id)
    all.set(id, at)
    return at.length
  }

  return {
    closedMs(asker, now) {
      const id = idOf(asker)
      const mine = boxes.get(id)
      if (mine?.until !== undefined && mine.until > now + WINDOW_MS) {
        // It began while the clock was ahead: counted from now, it lasts as long as any other.
        boxes.set(id, { ...mine, last: now, until: now + WINDOW_MS })
        save()
      }
      const own = Math.max(0, Math.min((mine?.until ?? 0) - now, WINDOW_MS))
      if (own > 0 || isProven(asker, now)) return own
      return Math.max(
        pauseOf(guesses.get(asker.key) ?? [], now, BOX_A_DAY, BOX_PAUSE_MS),
        pauseOf(site, now, SITE_A_DAY, SITE_PAUSE_MS),
      )
    },
    isSlow: (address, now) => within(addresses.get(address) ?? [], now, WINDOW_MS).length >= PER_ADDRESS,
    rank(asker, now) {
      if (isProven(asker, now)) return 0
      return within(addresses.get(asker.address) ?? [], now, WINDOW_MS).length > 0 ? 2 : 1
    },
    wrong(asker, now) {
      forget(now)
      const id = idOf(asker)
      const mine = boxes.get(id)
      // What led to a lock-out that is over has been paid for.
      const attempts = mine?.until === undefined ? (mine?.wrong ?? 0) + 1 : 1
      const closes = attempts >= PER_BOX
      boxes.set(id, { wrong: attempts, last: now, ...(closes ? { until: now + WINDOW_MS } : {}) })
      const ofAddress = addedTo(addresses, asker.address, now, WINDOW_MS)
      const ofBox = addedTo(guesses, asker.key, now, DAY_MS)
      site.push(now)
      save()
      const alarms = ofBox === BOX_ALARM || ofBox === BOX_A_DAY
      return { attempts, closes, slows: ofAddress === PER_ADDRESS, alarms }
    },
    right(asker, now) {
      const id = idOf(asker)
      boxes.delete(id)
      proven.delete(id)
      proven.set(id, now)
      save()
    },
  }
}

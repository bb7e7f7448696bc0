import type { MyStock } from './my-box.ts'

/** The last answer to /my-boxes, for when there is no network at the gate. */
export interface LastKnown {
  readonly userId: string
  /** When it was answered, ms since 1970 by this device. */
  readonly at: number
  readonly stocks: readonly MyStock[]
}

/** Grows with the shape of the answer: what an older version kept is not read. */
const version = 1

export function packLastKnown({ userId, at, stocks }: LastKnown): unknown {
  return { version, userId, at, stocks }
}

/**
 * What was kept, when it is this user's and of this version. Locks are told as they mostly are: closed; how they stood hours
 * ago is worth nothing, and an open one would be alarming.
 */
export function unpackLastKnown(kept: unknown, userId: string): LastKnown | null {
  if (typeof kept !== 'object' || kept === null) return null
  const {
    version: known,
    userId: whose,
    at,
    stocks,
  } = kept as { version?: unknown; userId?: unknown; at?: unknown; stocks?: unknown }
  if (known !== version || whose !== userId || typeof at !== 'number' || !Array.isArray(stocks)) return null
  const list = stocks as readonly MyStock[]
  return {
    userId,
    at,
    stocks: list.map((stock) => ({
      ...stock,
      boxes: stock.boxes.map((box) =>
        box.lockStatus === 'opened' ? { ...box, lockStatus: 'closed', lockSince: null } : box,
      ),
    })),
  }
}

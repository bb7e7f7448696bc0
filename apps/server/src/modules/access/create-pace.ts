/** Counts what somebody takes of something that comes back by and by. */
export interface Pace {
  /** Takes it in any case. @returns milliseconds until there is none owing; 0: he is within what he may have */
  take(amount: number): number
}

/** @param now monotonic milliseconds */
export function createPace(
  { perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number },
  now: () => number = () => performance.now(),
): Pace {
  let left = atOnce
  let at = now()
  return {
    take(amount) {
      const then = at
      at = now()
      left = Math.min(atOnce, left + ((at - then) / 1000) * perSecond) - amount
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000)
    },
  }
}

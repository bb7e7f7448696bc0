import { setTimeout as sleep } from 'node:timers/promises'

/** Silence between the frames of a serial line. */
export interface Quiet {
  /** Waits until the line may be spoken on. */
  kept(): Promise<void>
  /** An exchange ended: well, or with an answer that may still be on its way. */
  ended(isWell: boolean): void
}

/**
 * @param gapMs after each exchange
 * @param settleMs after one that went wrong: what comes late comes while nobody listens
 */
export function createQuiet(gapMs: number, settleMs: number): Quiet {
  let notBefore = 0
  return {
    kept: async () => {
      const waitMs = notBefore - performance.now()
      if (waitMs > 0) await sleep(waitMs)
    },
    ended: (isWell) => {
      notBefore = performance.now() + (isWell ? gapMs : settleMs)
    },
  }
}

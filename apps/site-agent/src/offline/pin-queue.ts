/** In which order askers have their turn; the least first. */
export type Rank = 0 | 1 | 2

export interface PinQueue {
  /** One at a time, by rank and then by arrival. @returns undefined: there are too many, and those are to be heard first */
  run<T>(rank: Rank, work: () => Promise<T>): Promise<T | undefined>
}

interface Place {
  readonly rank: Rank
  start(): void
  giveUp(): void
}

/** A hash at a time: a small machine has other things to do. Whoever has a better rank takes the place of the last of a worse one. */
export function createPinQueue(atMost: number): PinQueue {
  const waiting: Place[] = []
  let isBusy = false

  const next = (): void => {
    const [first] = waiting
    if (isBusy || first === undefined) return
    const best = waiting.reduce((found, place) => (place.rank < found.rank ? place : found), first)
    waiting.splice(waiting.indexOf(best), 1)
    isBusy = true
    best.start()
  }
  const makesRoom = (rank: Rank): boolean => {
    if (waiting.length < atMost) return true
    const worst = waiting.findLast((place) => place.rank > rank)
    if (worst === undefined) return false
    waiting.splice(waiting.indexOf(worst), 1)
    worst.giveUp()
    return true
  }

  return {
    run: async (rank, work) => {
      if (!makesRoom(rank)) return undefined
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.push({ rank, start: () => resolve(true), giveUp: () => resolve(false) })
      next()
      if (!(await promise)) return undefined
      try {
        return await work()
      } finally {
        isBusy = false
        next()
      }
    },
  }
}

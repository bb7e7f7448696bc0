import { fail } from './failure.ts'

/**
 * Lets `atOnce` pieces of heavy work run and `waiting` more wait their turn; beyond that the caller is told to come
 * again (9129). Hashing and image work run off the loop, but each takes a core and megabytes: without a bound a hundred
 * sign-ins at once would starve everything else.
 */
export function createTurns(options: {
  atOnce: number
  waiting: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= options.atOnce) {
      if (queue.length >= options.waiting)
        fail(9129, { retryAfterSeconds: 5, params: { seconds: 5 }, reason: 'too much heavy work is waiting' })
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place goes to the next in line without being free in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

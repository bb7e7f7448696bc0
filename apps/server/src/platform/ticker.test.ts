import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { type Pace, unpaced } from './pace/pacer.ts'
import { createTicker, type Ticker } from './ticker.ts'

let ticker: Ticker
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await ticker.close()
  vi.useRealTimers()
})

/** Jobs that note when they ran, in seconds since the start. */
function startJobs(...everySeconds: readonly number[]): number[][] {
  const began = Date.now()
  const turns: number[][] = everySeconds.map(() => [])
  ticker = createTicker(
    everySeconds.map((every, index) => ({
      name: `job ${index}`,
      everySeconds: every,
      run: async () => await Promise.resolve(turns[index]?.push((Date.now() - began) / 1000)),
    })),
    createLog('silent'),
  )
  ticker.start()
  return turns
}

test('a server that is never up for as long as a job waits between its turns still does it', async () => {
  const [hourly, nightly] = startJobs(3600, 24 * 3600)
  await vi.advanceTimersByTimeAsync(15_000)
  expect([hourly?.length, nightly?.length]).toEqual([1, 1])
})

test('from its first turn on a job keeps its pace; many jobs do not begin at one moment', async () => {
  const turns = startJobs(...Array.from({ length: 45 }, () => 60), 3)
  await vi.advanceTimersByTimeAsync(200_000)
  const firsts = turns.slice(0, 45).map(([first]) => first ?? NaN)
  expect(new Set(firsts).size).toBe(45)
  // Nothing while people wait for the first page of a server that has just come up.
  expect(Math.min(...firsts)).toBeGreaterThanOrEqual(5)
  expect(Math.max(...firsts)).toBeLessThan(15)
  for (const [first = 0, second = 0, third = 0] of turns.slice(0, 45))
    expect([second - first, third - second]).toEqual([expect.closeTo(60), expect.closeTo(60)])
  expect(turns.at(-1)?.slice(0, 3)).toEqual([3, 6, 9])
})

test('a job that ends because the process stops has not failed; closing waits for the piece it is at', async () => {
  let pieces = 0
  ticker = createTicker(
    [
      {
        name: 'long',
        everySeconds: 1,
        async run(stopping) {
          for (;;) {
            stopping?.throwIfAborted()
            await new Promise((resolve) => setTimeout(resolve, 100))
            pieces += 1
          }
        },
      },
    ],
    createLog('silent'),
  )
  ticker.start()
  await vi.advanceTimersByTimeAsync(1250)
  expect(pieces).toBe(2)
  const closing = ticker.close()
  await vi.advanceTimersByTimeAsync(100)
  await closing
  expect(pieces).toBe(3)
  expect(ticker.records()).toMatchObject([{ failures: 0, failure: null, isRunning: false }])
})

test('a ticker that is closed before the first turn of a job never begins it', async () => {
  const turns = startJobs(60, 1)
  await vi.advanceTimersByTimeAsync(1500)
  await ticker.close()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(turns).toEqual([[], [1]])
})

test('a job is paced at its turns and at one that is asked for, and not where somebody waits for all of them', async () => {
  const stops: AbortSignal[] = []
  const pace: Pace = { ...unpaced }
  const seen: (Pace | undefined)[] = []
  ticker = createTicker(
    [{ name: 'much', everySeconds: 1, run: async (_stopping, given) => void seen.push(given) }],
    createLog('silent'),
    {
      of(stopping) {
        stops.push(stopping)
        return pace
      },
    },
  )
  ticker.start()
  await vi.advanceTimersByTimeAsync(1500)
  await ticker.runAll()
  await ticker.turn('much')
  expect(seen.map((given) => given === pace)).toEqual([true, false, true])
  expect(seen[1]).toBe(unpaced)
  await expect(ticker.turn('more')).rejects.toThrow('there is no job more')
  await ticker.close()
  expect(stops.map(({ aborted }) => aborted)).toEqual([true])
})

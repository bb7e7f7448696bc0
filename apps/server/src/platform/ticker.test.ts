import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
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

test('a job is paced at its turns, and at none where somebody waits for all jobs: not at one that has begun either', async () => {
  const stops: AbortSignal[] = []
  const asked: number[] = []
  let pieces = 0
  ticker = createTicker(
    [
      {
        name: 'much',
        everySeconds: 60,
        async run(_stopping, pace) {
          for (let piece = 0; piece < 5; piece += 1)
            await pace?.step(1, async () => await Promise.resolve((pieces += 1)))
        },
      },
    ],
    createLog('silent'),
    {
      of(stopping) {
        stops.push(stopping)
        return {
          async step(most, work) {
            asked.push(most)
            await new Promise((resolve) => setTimeout(resolve, 1000))
            return await work(most)
          },
          done: () => undefined,
        }
      },
    },
  )
  const turn = ticker.turn('much')
  // The same turn, not another one beside it.
  void ticker.turn('much')
  await vi.advanceTimersByTimeAsync(5000)
  await turn
  expect([asked.length, pieces]).toEqual([5, 5])

  await ticker.runAll()
  expect([asked.length, pieces]).toEqual([5, 10])

  const begun = ticker.turn('much')
  await vi.advanceTimersByTimeAsync(500)
  const all = ticker.runAll()
  await vi.advanceTimersByTimeAsync(500)
  await begun
  await all
  expect([asked.length, pieces]).toEqual([6, 20])

  await expect(ticker.turn('more')).rejects.toThrow('there is no job more')
  await ticker.close()
  expect(stops.map(({ aborted }) => aborted)).toEqual([true])
})

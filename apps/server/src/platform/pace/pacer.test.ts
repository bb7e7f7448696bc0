import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer, type Pace } from './pacer.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Steps of a job under a clock of their own, each with what it did and when it began. */
function stand({
  people = true,
  elsewhere = false,
  others = 0,
  busy = false,
  costMs = (pieces: number): number => 4 + pieces * 0.5,
}: {
  people?: boolean
  elsewhere?: boolean
  others?: number
  /** A call is always under way. */
  busy?: boolean
  costMs?: (pieces: number) => number
} = {}) {
  const there = { people, busy }
  const began = Date.now()
  const now = (): number => Date.now() - began
  const pause = async (milliseconds: number): Promise<void> =>
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const pacer = createPacer({
    callers: {
      areHere: () => there.people,
      gap: async (withinMs) => {
        if (there.busy) await pause(withinMs)
      },
    },
    areElsewhere: () => elsewhere,
    others: () => others,
    now,
  })
  const stop = new AbortController()
  const steps: { pieces: number; at: number; tookMs: number }[] = []
  const atOnce = { now: 0, most: 0 }
  const step = async (pace: Pace, most: number, take?: (pieces: number) => unknown): Promise<void> =>
    await pace.step(most, async (pieces) => {
      const at = now()
      take?.(pieces)
      atOnce.most = Math.max(atOnce.most, ++atOnce.now)
      await pause(costMs(pieces))
      atOnce.now -= 1
      steps.push({ pieces, at, tookMs: now() - at })
    })
  /** Works off so many pieces, or as many as it gets to in the time; two lanes, as billing has. */
  async function work(pace: Pace, all: number, withinMs: number): Promise<number> {
    let left = all
    const until = now() + withinMs
    const lanes = [1, 2].map(async () => {
      while (left > 0 && now() < until) await step(pace, Math.min(250, left), (pieces) => (left -= pieces))
    })
    await vi.advanceTimersByTimeAsync(withinMs + MINUTE)
    await Promise.all(lanes)
    return all - left
  }
  const shareOf = (some: typeof steps, ms: number): number =>
    some.reduce((sum, { tookMs }) => sum + tookMs, 0) / ms
  return { pacer, pace: pacer.of(stop.signal), stop, steps, atOnce, there, now, work, step, shareOf }
}

test('nobody is there: whole batches, side by side, without a pause', async () => {
  const { work, pace, steps, atOnce } = stand({ people: false })
  await work(pace, 2000, 5000)
  expect(steps.map(({ pieces }) => pieces)).toEqual(Array.from({ length: 8 }, () => 250))
  expect(atOnce.most).toBe(2)
  expect(steps.at(-1)?.at).toBe(3 * steps[0]!.tookMs)
})

test('people are there: small steps, one at a time, most of the time none', async () => {
  const { work, pace, steps, atOnce, shareOf } = stand()
  const done = await work(pace, 1_000_000, 5 * MINUTE)
  expect(atOnce.most).toBe(1)
  for (const { tookMs } of steps) expect(tookMs).toBeLessThanOrEqual(13)
  expect(shareOf(steps, 5 * MINUTE)).toBeLessThan(0.022)
  // 230,000 contracts are a matter of two hours and a half, with people there all night: the share doubles twice.
  expect((done / (5 * MINUTE)) * HOUR).toBeGreaterThan(70_000)
})

test('a step on a machine under load is small and is followed by a longer rest, but not by one without end', async () => {
  const { step, pace, steps } = stand({ costMs: (pieces) => 300 + pieces * 2 })
  for (let turn = 0; turn < 5; turn += 1) {
    const made = step(pace, 250)
    await vi.runAllTimersAsync()
    await made
  }
  expect(steps.map(({ pieces }) => pieces)).toEqual([4, 4, 4, 4, 4])
  const [, , one, next] = steps
  expect(next!.at - one!.at - one!.tookMs).toBe(2000)
})

test('jobs of one process stand in one line and share one rest', async () => {
  const { pacer, step, stop, steps, atOnce, shareOf } = stand()
  const paces = [1, 2, 3].map(() => pacer.of(stop.signal))
  const jobs = paces.map(async (pace) => {
    for (let turn = 0; turn < 20; turn += 1) await step(pace, 1)
  })
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  await Promise.all(jobs)
  expect(steps).toHaveLength(60)
  expect(atOnce.most).toBe(1)
  expect(shareOf(steps, steps.at(-1)!.at)).toBeLessThan(0.022)
})

test('two servers share what one may have', async () => {
  const alone = stand()
  const shared = stand({ others: 1 })
  await alone.work(alone.pace, 1_000_000, MINUTE)
  await shared.work(shared.pace, 1_000_000, MINUTE)
  expect(shared.shareOf(shared.steps, MINUTE)).toBeCloseTo(alone.shareOf(alone.steps, MINUTE) / 2, 2)
})

test('people at another server on the same database are people', async () => {
  const { work, pace, shareOf, steps } = stand({ people: false, elsewhere: true })
  await work(pace, 1_000_000, MINUTE)
  expect(shareOf(steps, MINUTE)).toBeLessThan(0.022)
})

test('calls without a gap between them do not keep a job from going on', async () => {
  const { work, pace } = stand({ busy: true })
  expect(await work(pace, 1_000_000, HOUR)).toBeGreaterThan(50_000)
})

test('what does not come to its end gives way less from hour to hour, and at last not at all', async () => {
  const { step, pace, steps, now } = stand({ busy: true, costMs: (pieces) => 40 + pieces * 2 })
  const restBehindStep = async (): Promise<number> => {
    await vi.advanceTimersByTimeAsync(3000)
    const made = [step(pace, 250), step(pace, 250)]
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all(made)
    const [one, other] = steps.slice(-2)
    return other!.at - one!.at - one!.tookMs
  }
  const rests: number[] = []
  for (const hour of [0, 1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(hour * HOUR - now())
    rests.push(await restBehindStep())
  }
  for (const [index, rest] of rests.slice(1).entries()) expect(rest).toBeLessThan(0.6 * rests[index]!)
  await vi.advanceTimersByTimeAsync(6 * HOUR - now())
  expect(await restBehindStep()).toBeLessThan(0)
  expect(steps.slice(-2).map(({ pieces }) => pieces)).toEqual([250, 250])

  // It has come to its end: the next night has all patience again.
  pace.done()
  expect(await restBehindStep()).toBeGreaterThan(0.9 * rests[0]!)
})

test('who comes while batches run is given way to behind those; who has gone is not waited for', async () => {
  const { work, pace, steps, there, now } = stand({ people: false })
  setTimeout(() => (there.people = true), 1000)
  setTimeout(() => (there.people = false), 60_000)
  await work(pace, 500_000, 2 * MINUTE)
  const between = (from: number, to: number) => steps.filter(({ at }) => at >= from && at < to)
  expect(new Set(between(0, 1000).map(({ pieces }) => pieces))).toEqual(new Set([250]))
  expect(Math.max(...between(1001, 60_000).map(({ pieces }) => pieces))).toBeLessThan(50)
  expect(new Set(between(62_000, now()).map(({ pieces }) => pieces))).toEqual(new Set([250]))
})

test('a stop is heard while a job waits for its turn: no step begins, and none of those behind it', async () => {
  const { step, pace, stop, steps } = stand({ costMs: () => 100 })
  const first = step(pace, 250)
  const waiting = [step(pace, 250), step(pace, 250)].map((made) => made.catch((error: unknown) => error))
  await vi.advanceTimersByTimeAsync(200)
  await first
  expect(steps).toHaveLength(1)
  stop.abort(new Error('the process stops'))
  await vi.advanceTimersByTimeAsync(0)
  for (const one of await Promise.all(waiting)) expect(one).toBe(stop.signal.reason)
  expect(steps).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a step that fails is paid for as well, and the next one comes to its turn', async () => {
  const { pace, step, steps, now } = stand()
  const failed = pace.step(8, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    throw new Error('refused')
  })
  const said = failed.catch((error: unknown) => error)
  const next = step(pace, 8)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await said).toEqual(new Error('refused'))
  await next
  expect(steps[0]!.at).toBeGreaterThanOrEqual(20 + 20 * 48)
  expect(now()).toBe(1500)
})

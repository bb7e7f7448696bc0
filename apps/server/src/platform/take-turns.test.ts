import { expect, test } from 'vitest'
import type { Failure } from './failure.ts'
import { createTurns } from './take-turns.ts'

test('so many run, so many wait, the rest is told to come again; failures free their place', async () => {
  const turn = createTurns({ atOnce: 2, waiting: 3 })
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (name: number) =>
    turn(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      order.push(name)
      if (name === 1) throw new Error('broken')
    })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(async (name) => await work(name)))
  expect(most).toBe(2)
  expect(order).toEqual([1, 2, 3, 4, 5])
  const refused = outcomes.slice(5).map((outcome) => (outcome as PromiseRejectedResult).reason as Failure)
  expect(refused.map((failure) => [failure.code, failure.retryAfterSeconds])).toEqual([
    [9129, 5],
    [9129, 5],
  ])
  await work(8)
  expect(order.at(-1)).toBe(8)
})

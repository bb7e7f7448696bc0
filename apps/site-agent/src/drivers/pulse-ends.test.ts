import { expect, test, vi } from 'vitest'
import { ControllerRefused, ControllerSilent } from './bus.ts'
import { BOARD } from '../testing/hardware-bench.fixture.ts'
import { createPulseEnds } from './pulse-ends.ts'

test('the end of an old pulse that waited for the line does not cut the new one short', async () => {
  const { promise: lineIsFree, resolve } = Promise.withResolvers<void>()
  const asked: boolean[] = []
  const ends = createPulseEnds({
    end: async (_controller, _output, isStillDue) => {
      await lineIsFree
      asked.push(isStillDue())
    },
    againMs: 5,
  })
  ends.due(BOARD, 1, 1)
  await new Promise((done) => setTimeout(done, 20))
  ends.due(BOARD, 1, 60_000)
  resolve()
  await vi.waitFor(() => expect(asked).toEqual([false]), { timeout: 30_000, interval: 2 })
  expect(ends.isRunning(BOARD, 1)).toBe(true)
  await ends.close()
  expect(asked).toEqual([false, true])
})

test('an end is tried until it got through, ever less often, and at once when the board answers again', async () => {
  let isThere = false
  let tries = 0
  const ends = createPulseEnds({
    end: () => {
      tries++
      return isThere ? Promise.resolve() : Promise.reject(new ControllerSilent('dead'))
    },
    againMs: 5,
  })
  ends.due(BOARD, 1, 1)
  await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(3), { timeout: 30_000, interval: 1 })
  isThere = true
  ends.answers({ ...BOARD, no: 99 })
  ends.answers(BOARD)
  await vi.waitFor(() => expect(ends.isRunning(BOARD, 1)).toBe(false), { timeout: 30_000, interval: 1 })
  const after = tries
  await ends.close()
  expect(tries).toBe(after)
})

test('a board that refuses has no such coil: nothing is tried again', async () => {
  let tries = 0
  const ends = createPulseEnds({
    end: () => {
      tries++
      return Promise.reject(new ControllerRefused(2, 'no such address'))
    },
    againMs: 1,
  })
  ends.due(BOARD, 1, 1)
  await vi.waitFor(() => expect(ends.isRunning(BOARD, 1)).toBe(false), { timeout: 30_000, interval: 1 })
  expect(tries).toBe(1)
  await ends.close()
  expect(tries).toBe(1)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { BusDown, ControllerSilent, TooLate, type Bus, type Controller } from './bus.ts'

/** A driver with the hardware it drives, real or simulated, and what can be done to that hardware from behind its back. */
export interface BusBench {
  readonly bus: Bus
  /** With three outputs or more, on all of which hang doors that are shut. */
  readonly controller: Controller
  /** Longer than the driver waits for an answer. */
  readonly lateMs: number
  readonly hardware: {
    openDoor(output: number): void
    closeDoor(output: number): void
    /** Pulses that this output was ever given. */
    pulses(output: number): number
    /** The lock is under current. */
    isEnergised(output: number): boolean
    setDead(dead: boolean): void
    setCut(cut: boolean): Promise<void>
    setNoise(noise: 'none' | 'before' | 'instead'): void
    /** Each answer comes so late. */
    setSlow(ms: number): void
    /** Answers come byte by byte. */
    setDribble(dribble: boolean): void
    /** The next pulse is given, its answer is not. */
    loseNextPulseAnswer(): void
  }
  close(): Promise<void>
}

/** A bench, and how it is asked. */
interface Asked {
  readonly bench: BusBench
  readonly read: () => Promise<readonly boolean[]>
  /** Which doors are open by their contacts, from 1. */
  readonly openDoors: () => Promise<number[]>
  readonly pulse: (output: number, isStillWanted?: () => boolean) => Promise<void>
  readonly worksAgain: () => Promise<unknown>
}

function askedOf(bench: BusBench): Asked {
  const { bus, controller } = bench
  const read = (): Promise<readonly boolean[]> => bus.readContacts(controller)
  return {
    bench,
    read,
    openDoors: async () =>
      (await read()).flatMap((contact, index) => (contact === controller.inputInverted ? [index + 1] : [])),
    pulse: (output, isStillWanted = () => true) => bus.pulse(controller, output, 100, isStillWanted),
    worksAgain: () => vi.waitFor(read, { timeout: 20_000, interval: 10 }),
  }
}

/**
 * What every driver must do, whatever its boards speak. Whoever writes one calls this in its test with a bench of its own, whose
 * driver waits a few hundred milliseconds for an answer at most, and 20 ms before it connects again. Each has a bench of its own, so that
 * they wait for silent boards side by side.
 */
export function describeBus(name: string, open: () => Promise<BusBench>): void {
  describe.each([name])('%s', () => {
    const onBench = (work: (asked: Asked) => Promise<void>) => async (): Promise<void> => {
      const bench = await open()
      try {
        await work(askedOf(bench))
      } finally {
        await bench.close()
      }
    }

    test.concurrent(
      'tells the contacts of all outputs in use, each in its place',
      onBench(async ({ bench, read, openDoors }) => {
        expect(await read()).toHaveLength(bench.controller.outputs)
        expect(await openDoors()).toEqual([])
        bench.hardware.openDoor(2)
        expect(await openDoors()).toEqual([2])
        bench.hardware.openDoor(1)
        bench.hardware.openDoor(bench.controller.outputs)
        expect(await openDoors()).toEqual([1, 2, bench.controller.outputs])
        bench.hardware.closeDoor(2)
        expect(await openDoors()).toEqual([1, bench.controller.outputs])
      }),
    )

    test.concurrent(
      'gives one pulse to one lock, and it ends',
      onBench(async ({ bench, pulse }) => {
        await pulse(3)
        expect([1, 2, 3].map((output) => bench.hardware.pulses(output))).toEqual([0, 0, 1])
        await vi.waitFor(() => expect(bench.hardware.isEnergised(3)).toBe(false), {
          timeout: 20_000,
          interval: 10,
        })
        expect(bench.hardware.pulses(3)).toBe(1)
      }),
    )

    test.concurrent(
      'says that a controller is silent, and speaks with it as soon as it is back',
      onBench(async ({ bench, read, openDoors, pulse, worksAgain }) => {
        await read()
        bench.hardware.setDead(true)
        await expect(read()).rejects.toBeInstanceOf(ControllerSilent)
        await expect(pulse(1)).rejects.toBeInstanceOf(ControllerSilent)
        bench.hardware.setDead(false)
        await worksAgain()
        expect(await openDoors()).toEqual([])
      }),
    )

    test.concurrent(
      'says that the line is down, and that nothing was sent',
      onBench(async ({ bench, read, pulse, worksAgain }) => {
        await read()
        await bench.hardware.setCut(true)
        // The first may have been under way when the cable was cut.
        await vi.waitFor(() => expect(read()).rejects.toBeInstanceOf(BusDown), {
          timeout: 20_000,
          interval: 1,
        })
        await expect(pulse(1)).rejects.toBeInstanceOf(BusDown)
        await bench.hardware.setCut(false)
        await worksAgain()
        expect(bench.hardware.pulses(1)).toBe(0)
      }),
    )

    test.concurrent(
      'tries the line for a pulse even when it was down a moment ago',
      onBench(async ({ bench, read, pulse }) => {
        await read()
        await bench.hardware.setCut(true)
        for (let time = 0; time < 4; time++) await read().catch(() => undefined)
        await bench.hardware.setCut(false)
        await pulse(1)
        expect(bench.hardware.pulses(1)).toBe(1)
      }),
    )

    test.concurrent(
      'never gives a second pulse when the answer to the first is lost',
      onBench(async ({ bench, read, pulse, worksAgain }) => {
        await read()
        bench.hardware.loseNextPulseAnswer()
        await expect(pulse(1)).rejects.toBeInstanceOf(ControllerSilent)
        await worksAgain()
        await sleep(50)
        expect(bench.hardware.pulses(1)).toBe(1)
        await vi.waitFor(() => expect(bench.hardware.isEnergised(1)).toBe(false), {
          timeout: 20_000,
          interval: 10,
        })
      }),
    )

    for (const noise of ['before', 'instead'] as const)
      test.concurrent(
        `noise ${noise} answers is never a wrong reading`,
        onBench(async ({ bench, read, openDoors, worksAgain }) => {
          await read()
          bench.hardware.openDoor(2)
          bench.hardware.setNoise(noise)
          for (let time = 0; time < 3; time++) {
            const result = await openDoors().catch((error: unknown) => error)
            if (!(result instanceof ControllerSilent || result instanceof BusDown))
              expect(result).toEqual([2])
          }
          bench.hardware.setNoise('none')
          await worksAgain()
          expect(await openDoors()).toEqual([2])
        }),
      )

    test.concurrent(
      'an answer that came too late is not taken for the next one',
      onBench(async ({ bench, read, openDoors, worksAgain }) => {
        await read()
        bench.hardware.setSlow(bench.lateMs)
        await expect(read()).rejects.toBeInstanceOf(ControllerSilent)
        bench.hardware.openDoor(1)
        bench.hardware.setSlow(0)
        await sleep(bench.lateMs)
        // Without numbers on the frames one that comes later still may be taken once, never for good.
        for (let time = 0; time < 3; time++) await worksAgain()
        bench.hardware.openDoor(2)
        expect(await openDoors()).toEqual([1, 2])
        bench.hardware.closeDoor(1)
        expect(await openDoors()).toEqual([2])
      }),
    )

    test.concurrent(
      'answers may come in single bytes',
      onBench(async ({ bench, openDoors, pulse }) => {
        bench.hardware.setDribble(true)
        bench.hardware.openDoor(2)
        expect(await openDoors()).toEqual([2])
        await pulse(1)
        expect(bench.hardware.pulses(1)).toBe(1)
      }),
    )

    test.concurrent(
      'a pulse waits for one reading and not for all that are due',
      onBench(async ({ read, pulse }) => {
        await read()
        let readings = 0
        const all = Array.from({ length: 8 }, () => read().then(() => readings++))
        await pulse(1)
        expect(readings).toBeLessThanOrEqual(1)
        await Promise.all(all)
        expect(readings).toBe(8)
      }),
    )

    test.concurrent(
      'a pulse that nobody wants any more when its turn comes is not sent',
      onBench(async ({ bench, read, pulse }) => {
        await read()
        let isWanted = true
        const reading = read()
        const late = pulse(1, () => isWanted)
        isWanted = false
        await expect(late).rejects.toBeInstanceOf(TooLate)
        await reading
        await pulse(2)
        expect([1, 2].map((output) => bench.hardware.pulses(output))).toEqual([0, 1])
      }),
    )

    test.concurrent(
      'what is asked at once is done one after the other, and none is lost',
      onBench(async ({ bench, read, pulse }) => {
        const asked = [read(), pulse(1), read(), pulse(2), read(), pulse(3), read()]
        await Promise.all(asked)
        expect([1, 2, 3].map((output) => bench.hardware.pulses(output))).toEqual([1, 1, 1])
      }),
    )

    test.concurrent(
      'a probe says who answers, and moves nothing',
      onBench(async ({ bench, openDoors }) => {
        expect(await bench.bus.probe(bench.controller)).toMatchObject({ answers: true, notes: [] })
        expect(
          await bench.bus.probe({ ...bench.controller, unitId: bench.controller.unitId + 1 }),
        ).toMatchObject({
          answers: false,
        })
        expect(bench.hardware.pulses(1)).toBe(0)
        expect(await openDoors()).toEqual([])
      }),
    )

    test.concurrent(
      'closing ends what runs, and afterwards nothing is sent',
      onBench(async ({ bench, read, pulse }) => {
        await pulse(1)
        await bench.bus.close()
        await vi.waitFor(() => expect(bench.hardware.isEnergised(1)).toBe(false), {
          timeout: 20_000,
          interval: 10,
        })
        await expect(read()).rejects.toBeInstanceOf(BusDown)
        await expect(pulse(1)).rejects.toBeInstanceOf(BusDown)
        expect(bench.hardware.pulses(1)).toBe(1)
      }),
    )
  })
}

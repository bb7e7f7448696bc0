import { startLockHardware } from '../../../../tools/testing/lock-hardware.ts'
import type { Bus, Controller } from '../drivers/bus.ts'
import type { BusBench } from '../drivers/bus-suite.ts'

/** What all benches over the simulated hardware share: one board of eight on bus 1, and a driver in a hurry. */
export const HASTY = { answerMs: 500, openAnswerMs: 500, connectMs: 500, againMs: 20, endAgainMs: 20 }

export const BOARD: Controller = {
  no: 2,
  unitId: 7,
  coilBase: 0,
  inputBase: 0,
  inputInverted: false,
  pulseMs: 100,
  outputs: 8,
}

type Hardware = Parameters<typeof startLockHardware>[0]['buses'][number]

/** A bench of simulated hardware with the driver to be tested. */
export async function openBench(
  bus: Pick<Hardware, 'protocol' | 'habits'>,
  createBus: (port: number) => Bus | Promise<Bus>,
  differs: Partial<Controller> = {},
): Promise<BusBench> {
  const controller = { ...BOARD, ...differs }
  const hardware = await startLockHardware({
    buses: [{ bus: 1, ...bus, boards: [controller] }],
    closeAfterMs: 60_000,
  })
  const { control } = hardware
  const faults = control.faults(1)
  const driver = await createBus(hardware.port(1))
  const idOf = (output: number): string => `1:02:${String(output).padStart(2, '0')}`
  return {
    bus: driver,
    controller,
    lateMs: HASTY.answerMs + 80,
    hardware: {
      openDoor: (output) => control.openDoor(idOf(output)),
      closeDoor: (output) => control.closeDoor(idOf(output)),
      pulses: (output) => control.door(idOf(output)).pulses,
      isEnergised: (output) => control.door(idOf(output)).energised,
      setDead: (dead) => control.setControllerDead(1, 2, dead),
      setCut: (cut) => control.setBusDown(1, cut),
      setNoise: (noise) => {
        faults.noise = noise
      },
      setSlow: (ms) => {
        faults.slowMs = ms
      },
      setDribble: (dribble) => {
        faults.dribble = dribble
      },
      loseNextPulseAnswer: () => {
        faults.losePulseAnswers = 1
      },
    },
    close: async () => {
      await driver.close()
      await hardware.close()
    },
  }
}

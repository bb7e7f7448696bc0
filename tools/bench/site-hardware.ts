import { createHardwareDoors, type HardwareDoors } from '@stowage/simulators/hardware/hardware-doors'
import { answerModbus, doorId, type BoardOptions } from '@stowage/simulators/hardware/modbus-board'
import { createDeframer } from '@stowage/simulators/hardware/modbus-frames'
import { serveLine } from '@stowage/simulators/hardware/serve-line'
import { endWithParent, tell } from './children.ts'
import { sharedClock } from './site-stamps.ts'

/** Each line is a bus with boards of 32 relays. */
export interface HardwareOrder {
  readonly lines: number
  readonly boards: number
  readonly closeAfterMs: number
}
export interface HardwareReady {
  /** Of Modbus TCP, one a line. */
  readonly ports: readonly number[]
}
export interface Pulse {
  readonly line: number
  readonly lockId: string
  /** When current was put on the coil: milliseconds, see `sharedClock`. */
  readonly at: number
}

const OUTPUTS = 32
const BUS = 1
const order = JSON.parse(process.env['BENCH_HARDWARE'] ?? '{}') as HardwareOrder
let pulses: Pulse[] = []

const boards = Array.from({ length: order.boards }, (_, index): BoardOptions => ({
  no: index + 1,
  unitId: index + 1,
  outputs: OUTPUTS,
}))
const ids = boards.flatMap(({ no }) =>
  Array.from({ length: OUTPUTS }, (_, index) => doorId(BUS, no, index + 1)),
)

async function openLine(line: number) {
  const doors = createHardwareDoors({ ids, closeAfterMs: order.closeAfterMs, openAfterMs: 0 })
  const watched: HardwareDoors = {
    ...doors,
    energise(id, on) {
      const before = doors.door(id).pulses
      doors.energise(id, on)
      if (doors.door(id).pulses > before) pulses.push({ line, lockId: id, at: sharedClock() })
    },
  }
  const served = await serveLine(() => {
    const deframe = createDeframer('mbap')
    return (bytes) =>
      deframe(bytes).map(({ unit, pdu, wrap }) => {
        const board = boards.find(({ unitId }) => unitId === unit)
        if (!board) return { bytes: null, hasPulsed: false }
        const answer = answerModbus(pdu, board, BUS, watched)
        return { bytes: () => wrap(answer), hasPulsed: false }
      })
  })
  return { port: served.port, close: async () => (doors.stop(), await served.close()) }
}

const lines = await Promise.all(Array.from({ length: order.lines }, async (_, line) => await openLine(line)))
process.on('message', () => {
  tell(pulses)
  pulses = []
})
endWithParent(async () => {
  for (const line of lines) await line.close()
})
tell({ ports: lines.map(({ port }) => port) } satisfies HardwareReady)

import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Bus, Controller } from './bus.ts'
import { createLockBoardBus } from './lock-board.ts'
import { createModbusBus } from './modbus.ts'

// Over a network that goes away the system keeps on telling what a closed socket had not got rid of: an order to open arrived 13 s
// late, and behind the order that was to end it, so that the lock stayed open. What is given up must be taken back (RST).
const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const board: Controller = {
  no: 1,
  unitId: 1,
  coilBase: 0,
  inputBase: 0,
  inputInverted: false,
  pulseMs: 100,
  outputs: 8,
}
const fast = { answerMs: 50, connectMs: 500, againMs: 10 }
const makers: readonly (readonly [string, (port: number) => Bus])[] = [
  ['modbus', (port) => createModbusBus({ transport: { kind: 'tcp', host: '127.0.0.1', port }, ...fast })],
  [
    'rtu through a converter',
    (port) => createModbusBus({ transport: { kind: 'rtu-over-tcp', host: '127.0.0.1', port }, ...fast }),
  ],
  [
    'lock boards',
    (port) =>
      createLockBoardBus({ transport: { kind: 'tcp', host: '127.0.0.1', port }, openAnswerMs: 50, ...fast }),
  ],
]

test.each(makers)(
  'an order that nobody answered is taken back with its connection: %s',
  async (_name, make) => {
    const lost = Promise.withResolvers<string>()
    const server = net.createServer((socket) => {
      socket.on('data', () => undefined)
      socket.on('error', (error: NodeJS.ErrnoException) => lost.resolve(error.code ?? ''))
      socket.on('end', () => lost.resolve('it was closed as if all were well'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => {
      server.close()
      await once(server, 'close')
    })
    const bus = make((server.address() as AddressInfo).port)
    ends.push(async () => await bus.close())
    for (let tries = 0; tries < 3; tries++) await bus.pulse(board, 3, 100, () => true).catch(() => undefined)
    expect(await lost.promise).toBe('ECONNRESET')
  },
)

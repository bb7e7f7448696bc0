import { describeBus } from './bus-suite.ts'
import { HASTY, openBench } from '../testing/hardware-bench.fixture.ts'
import { createModbusBus } from './modbus.ts'
import { hasSerialWire, openSerialWire, type SerialWire } from '../testing/serial-wire.fixture.ts'

const host = '127.0.0.1'

describeBus('Modbus TCP, pulses ended by the agent', () =>
  openBench({ protocol: 'modbus-tcp' }, (port) =>
    createModbusBus({ transport: { kind: 'tcp', host, port }, ...HASTY }),
  ),
)

describeBus('Modbus TCP, pulses ended by the board, other bases, contacts the other way round', () =>
  openBench(
    { protocol: 'modbus-tcp' },
    (port) => createModbusBus({ transport: { kind: 'tcp', host, port }, ...HASTY }),
    { pulse: 'flash', coilBase: 16, inputBase: 100, inputInverted: true, outputs: 12 },
  ),
)

describeBus('Modbus RTU through a converter', () =>
  openBench({ protocol: 'modbus-rtu-over-tcp' }, (port) =>
    createModbusBus({ transport: { kind: 'rtu-over-tcp', host, port }, ...HASTY }),
  ),
)

if (hasSerialWire)
  describeBus('Modbus RTU on a serial port', async () => {
    let wire: SerialWire | undefined
    const bench = await openBench({ protocol: 'modbus-rtu-over-tcp' }, async (port) => {
      wire = await openSerialWire(port)
      const transport = { kind: 'rtu', path: wire.path, baudRate: 19_200, parity: 'even' } as const
      return createModbusBus({ transport, ...HASTY })
    })
    return {
      ...bench,
      lateMs: 600,
      hardware: {
        ...bench.hardware,
        setCut: async (cut) => {
          await bench.hardware.setCut(cut)
          await wire?.until(!cut)
        },
      },
      close: async () => {
        await bench.close()
        await wire?.close()
      },
    }
  })

import { describeBus } from './bus-suite.ts'
import { HASTY, openBench } from './hardware-bench.fixture.ts'
import { createModbusBus } from './modbus.ts'

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

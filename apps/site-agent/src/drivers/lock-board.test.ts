import { describeBus } from './bus-suite.ts'
import { HASTY, openBench } from '../testing/hardware-bench.fixture.ts'
import { createLockBoardBus } from './lock-board.ts'

describeBus('lock board, 24 locks', () =>
  openBench(
    { protocol: 'lock-board', habits: { openAnswerMs: 20, pulseMs: 50 } },
    (port) => createLockBoardBus({ transport: { kind: 'tcp', host: '127.0.0.1', port }, ...HASTY }),
    { outputs: 24 },
  ),
)

describeBus('lock board, 32 locks, its bytes and contacts the other way round', () =>
  openBench(
    { protocol: 'lock-board', habits: { openAnswerMs: 20, pulseMs: 50, order: 'highest-first' } },
    (port) =>
      createLockBoardBus({
        transport: { kind: 'tcp', host: '127.0.0.1', port },
        order: 'highest-first',
        ...HASTY,
      }),
    { outputs: 32, inputInverted: true },
  ),
)

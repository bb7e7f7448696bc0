import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testing/longest-first.ts'

/** Those that ask what a process keeps for itself: the browser's globals of a screen, numbers given so far, one printer, mocks of the clock. */
const alone = [
  'apps/web/src/**/*.test.{ts,tsx}',
  'apps/server/src/platform/**/*.test.ts',
  'simulators/src/**/*.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // A third of the time is waiting for processes, disks and lines: one more than the cores.
    maxWorkers: 3,
    globalSetup: ['tools/testing/serve-databases.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // What is waited for comes or does not: its default of one second says how busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    // No test may lean on the clock of the machine it runs on: half a world from the warehouses, and with half hours.
    env: { TZ: 'Pacific/Chatham', CHECK_ANSWERS: 'on' },
    // A focused test left behind would silence the others.
    allowOnly: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'together',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/*/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
          ],
          exclude: alone,
          // A worker reads the server's six hundred modules once, not once a file: a third of all that tests cost. Each file
          // has its own database and its own world all the same.
          isolate: false,
        },
      },
    ],
  },
})

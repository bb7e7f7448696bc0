import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testing/longest-first.ts'

/**
 * Those that ask what a process keeps for itself, or change it: what a browser has, whose page it is, the clock, numbers given so
 * far, one printer. Each costs the start of a process and all it imports; the others share theirs.
 */
const alone = [
  'apps/web/src/{client,i18n}/**/*.test.ts',
  'apps/web/src/ui/{confirm,toast-store}.test.ts',
  'apps/web/src/features/{accounts/after-login,booking/booking-choices,contracts/contract}.test.ts',
  'apps/web/src/areas/back-office/plan/model/draft-keeper.test.ts',
  'apps/server/src/modules/accounts/limit-tries.test.ts',
  'apps/server/src/platform/{beside,pace,pdf}/**/*.test.ts',
  'apps/server/src/platform/{memo,stop,ticker}.test.ts',
  'apps/server/src/platform/http/{health,kept-answers,shared-counts}.test.ts',
  'simulators/src/paykeeper/**/*.test.ts',
]

// Processes that tests start and kill, again and again, find their code compiled where those of `npm start` leave it.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache/node')

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // A third of the time is waiting for processes, disks and lines: one more than the cores.
    maxWorkers: 3,
    setupFiles: ['tools/testing/say-log.ts'],
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
            'simulators/src/**/*.test.ts',
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

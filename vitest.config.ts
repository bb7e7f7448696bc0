import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testing/longest-first.ts'

/** Screens and their client stand in for the browser's globals: each file has a process of its own. */
const ofTheWeb = 'apps/web/src/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['tools/testing/serve-databases.ts'],
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // No test may lean on the clock of the machine it runs on: half a world from the warehouses, and with half hours.
    env: { TZ: 'Pacific/Chatham', CHECK_ANSWERS: 'on' },
    // A focused test left behind would silence the others.
    allowOnly: false,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'web', include: [ofTheWeb] } },
      {
        extends: true,
        test: {
          name: 'all else',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/*/src/**/*.test.{ts,tsx}',
            'simulators/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [ofTheWeb],
          // A worker reads the server's six hundred modules once, not once a file: a third of all that tests cost. Each file
          // has its own database and its own world all the same, and mocks of its own.
          isolate: false,
        },
      },
    ],
  },
})

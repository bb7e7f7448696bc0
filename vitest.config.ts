import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'apps/*/src/**/*.test.{ts,tsx}',
      'simulators/src/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
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
  },
})

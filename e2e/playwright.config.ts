import path from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, libraryEnvironment } from '../tools/browser.ts'

/** Given by `npm run e2e`, which finds the browser, a free port and a folder for the data. */
function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error('start the journeys with: npm run e2e')
  return value
}

const url = given('E2E_URL')

/** With a product of their own; or with the shared one, of which they move and break nothing and ask nothing that others do. */
const beside =
  /(first-company|guards|plan|plan-first|plan-touch|plan-svg|plan-tools|plan-two|without-demo)\.spec\.ts$/
/** A company of its own that lives through a year: mostly its server works, and the browsers of the others have room. */
const alone = /year\.spec\.ts$/
const chromium = { browserName: 'chromium', viewport: { width: 1280, height: 800 } } as const

export default defineConfig({
  testDir: '.',
  outputDir: path.join(import.meta.dirname, '../test-results'),
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Generous: a machine with other work on it is slow, and what is broken is broken after any time.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: given('E2E_BROWSER'),
      args: BROWSER_ARGUMENTS,
      env: libraryEnvironment(process.env['E2E_BROWSER_LIBRARIES']),
    },
  },
  projects: [
    // One product with one business clock, which some journeys move: they go one after another.
    { name: 'house', testIgnore: [beside, alone], workers: 1, use: chromium },
    // These run meanwhile.
    { name: 'beside', testMatch: beside, workers: 1, use: chromium },
    { name: 'alone', testMatch: alone, workers: 1, use: chromium },
  ],
  // The product as its users start it. `exec` makes it our own child, so that it ends with us in whatever way.
  // With E2E_RUNNING it is running already: for whoever writes a journey.
  ...(process.env['E2E_RUNNING'] ? {} : { webServer: product() }),
})

function product(): NonNullable<PlaywrightTestConfig['webServer']> {
  return {
    command: 'exec node tools/start.ts',
    cwd: path.join(import.meta.dirname, '..'),
    url: `${url}/api/health`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: new URL(url).port,
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: given('E2E_DATA'),
      DATABASE_URL: '',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      CHECK_ANSWERS: 'on',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  }
}

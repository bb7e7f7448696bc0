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
const secondUrl = process.env['E2E_RUNNING'] ? url : given('E2E_SECOND_URL')

/** With the shared product, of which they move and break nothing and ask nothing that others do; or with one of their own. */
const people = /(guards|second-factor)\.spec\.ts$/
const plans = /(plan|plan-\w+)\.spec\.ts$/
const own = /(first-company|without-demo)\.spec\.ts$/
/** With a second product: they move its clock and ask about the whole company as the others do, one after another. */
const second = /(console|documents|messages|payments|privacy|site|support)\.spec\.ts$/
/** Companies of their own that live through months, one after another: mostly their server works, and the browsers of the others have room. */
const months = /(debits|year)\.spec\.ts$/
/** A device shows it: only a browser with a window's works does. */
const push = /push\.spec\.ts$/
const chromium = { browserName: 'chromium', viewport: { width: 1280, height: 800 } } as const

function browser(name: 'E2E_BROWSER' | 'E2E_WHOLE_BROWSER') {
  const env = libraryEnvironment(process.env[`${name}_LIBRARIES`])
  return { executablePath: given(name), args: BROWSER_ARGUMENTS, env }
}

export default defineConfig({
  testDir: '.',
  outputDir: path.join(import.meta.dirname, '../test-results'),
  // One for each browser that two cores carry with its product.
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
    // A trace draws every step of every journey: a third of their time. What failed is looked at with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: browser('E2E_BROWSER'),
  },
  // The long ones first: what is begun last ends alone, and the other workers have nothing to do.
  projects: [
    { name: 'months', testMatch: months, workers: 1, use: chromium },
    // A product has one business clock, which some journeys move: those of one product go one after another.
    {
      name: 'house',
      testIgnore: [months, second, plans, own, people, push],
      workers: 1,
      use: chromium,
    },
    { name: 'second', testMatch: second, workers: 1, use: { ...chromium, baseURL: secondUrl } },
    { name: 'plans', testMatch: plans, workers: 1, use: chromium },
    { name: 'own', testMatch: own, workers: 1, use: chromium },
    { name: 'people', testMatch: people, workers: 1, use: chromium },
    {
      name: 'push',
      testMatch: push,
      workers: 1,
      use: { ...chromium, baseURL: secondUrl, launchOptions: browser('E2E_WHOLE_BROWSER') },
    },
  ],
  // The product as its users start it. `exec` makes it our own child, so that it ends with us in whatever way.
  // With E2E_RUNNING it is running already: for whoever writes a journey.
  ...(process.env['E2E_RUNNING']
    ? {}
    : {
        webServer: [product(url, given('E2E_DATA')), product(secondUrl, given('E2E_SECOND_DATA'))],
      }),
})

type Server = Exclude<NonNullable<PlaywrightTestConfig['webServer']>, readonly unknown[]>

function product(at: string, data: string): Server {
  return {
    // The web app is built, and the company filled, before (tools/runners/run-e2e.ts).
    command: 'exec node tools/start.ts --no-web',
    cwd: path.join(import.meta.dirname, '..'),
    url: `${at}/api/health`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: new URL(at).port,
      HOST: '127.0.0.1',
      PUBLIC_URL: at,
      DATA_DIR: data,
      DATABASE_URL: '',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      CHECK_ANSWERS: 'on',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  }
}

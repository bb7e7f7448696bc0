import zlib from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { BROWSER_ARGUMENTS, ensureBrowser, libraryEnvironment } from '../browser.ts'
import { type Figure, valueFigure } from './figures.ts'

/** Opens the browser that the journeys use; `more` are arguments for it. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const { executable, libraries } = await ensureBrowser()
  return await chromium.launch({
    executablePath: executable,
    args: [...BROWSER_ARGUMENTS, ...more],
    env: libraryEnvironment(libraries),
  })
}

/** The JavaScript that a first visit loads, until nothing more is asked for; gzip -9 of each file. */
export async function measureWeb(url: string): Promise<Figure[]> {
  const browser = await openBrowser()
  try {
    const office = await signedIn(browser, url, 'super@stowage.example')
    const visits = [
      { page: '/login', state: undefined, must: 180, should: 120 },
      { page: '/book', state: undefined, must: 180, should: 120 },
      { page: '/', state: office, must: 300, should: 200 },
    ]
    const figures: Figure[] = []
    for (const { page, state, must, should } of visits) {
      const { bytes, files } = await firstLoad(browser, `${url}${page}`, state)
      figures.push(
        valueFigure({
          name: `JavaScript of the first load, ${page === '/' ? 'back office' : page}`,
          values: [bytes / 1000],
          unit: 'kB',
          must,
          should,
          note: `gzip, ${files} files`,
        }),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a browser keeps of somebody who has signed in. */
export async function signedIn(browser: Browser, url: string, email: string): Promise<State> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${url}/login`)
    await page.locator('input[autocomplete="username"], input[type="email"]').first().fill(email)
    await page.locator('input[type="password"]').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((at) => at.pathname !== '/login')
    return await context.storageState()
  } finally {
    await context.close()
  }
}

async function firstLoad(
  browser: Browser,
  address: string,
  state: State | undefined,
): Promise<{ bytes: number; files: number }> {
  const context = await browser.newContext(state === undefined ? {} : { storageState: state })
  try {
    const page = await context.newPage()
    const seen = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      const file = response.url()
      if (!new URL(file).pathname.endsWith('.js') || seen.has(file)) return
      seen.set(
        file,
        response.body().then((body) => zlib.gzipSync(body, { level: 9 }).length),
      )
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    await stands(page)
    const sizes = await Promise.all(seen.values())
    if (sizes.length === 0) throw new Error(`${address} loaded no script`)
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
  } finally {
    await context.close()
  }
}

/** The page is what it was asked for, and no error, wait or door. */
async function stands(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

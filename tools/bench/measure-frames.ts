import type { Page } from 'playwright'
import { volumeId } from '../volume/grow-company.ts'
import { type Figure, valueFigure } from './figures.ts'
import { percentile } from './http-load.ts'
import { openBrowser, signedIn } from './measure-web.ts'
import { SUPER_EMAIL } from '../volume/make-patterns.ts'
import type { VolumeStage } from './volume-stage.ts'

const WINDOW = { width: 1440, height: 900 }
/** What a frame lasts at sixty a second; a frame that came late is one that lasted longer. */
const MUST_MS = 33

/** The tables that people scroll, each at its largest page, and the longest list there is: all boxes of a stock. */
const tables = ({ volume }: VolumeStage) => {
  const stock = volumeId('stock', volume.stocks)
  return [
    { name: 'users, 100 a page', path: '/users', row: 'tbody tr', rows: 100 },
    { name: 'boxes, 9 a page', path: `/boxes?stockId=${stock}`, row: 'tbody tr', rows: 9 },
    { name: 'audit, 50 a page', path: '/audit', row: 'tbody tr', rows: 50 },
    {
      name: `list of ${volume.boxesPerStock} boxes`,
      path: `/book?stockId=${stock}&view=list`,
      row: 'li[data-box]',
      rows: volume.boxesPerStock,
    },
  ]
}

/** Frames while a full table is scrolled to its end and back, as the browser draws them: the time from one to the next. */
export async function measureFrames(stage: VolumeStage, rounds: number): Promise<Figure[]> {
  const url = stage.config.publicUrl
  const browser = await openBrowser()
  try {
    const storageState = await signedIn(browser, url, SUPER_EMAIL)
    const figures: Figure[] = []
    for (const { name, path, row, rows } of tables(stage)) {
      const late: number[] = []
      const work: number[] = []
      let frames = 0
      for (let round = 0; round < rounds; round += 1) {
        // Each time a new page: nothing of it has been drawn before.
        const context = await browser.newContext({ storageState, viewport: WINDOW })
        const page = await context.newPage()
        await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
        await full(page, row, rows)
        const meter = await openMeter(page)
        const before = await meter()
        const lasted = (await page.evaluate<number[]>(SCROLL)).sort((a, b) => a - b)
        work.push(((await meter()) - before) / lasted.length)
        await context.close()
        frames += lasted.length
        late.push(percentile(lasted, 95))
      }
      figures.push(
        valueFigure({
          name: `scrolling ${name}: frame, p95`,
          values: late,
          unit: 'ms',
          digits: 1,
          must: MUST_MS,
          note: `${frames} frames`,
        }),
        valueFigure({
          name: `scrolling ${name}: CPU of the page's thread a frame`,
          values: work,
          unit: 'ms',
          digits: 1,
          must: undefined,
        }),
      )
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** Milliseconds of CPU of the page's main thread: what a frame costs on a machine that does something else as well. */
async function openMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

async function full(page: Page, row: string, rows: number): Promise<void> {
  await page
    .locator(row)
    .nth(rows - 1)
    .waitFor({ state: 'attached' })
  // What an opening page does by itself is not scrolling.
  await page.waitForTimeout(500)
}

/**
 * In the page, because only it knows when a frame begins: whatever scrolls farthest is moved at every frame, so that none of
 * them can be left out, down to its end and up again.
 */
const SCROLL = `(async () => {
  const all = [document.scrollingElement, ...document.querySelectorAll('*')]
  const room = (one) => one.scrollHeight - one.clientHeight
  const scrolls = (one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY)
  const area = all.filter((one) => one !== null && scrolls(one)).sort((a, b) => room(b) - room(a))[0]
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const lasted = []
  const until = performance.now() + 4000
  let step = 60
  let last = await frame()
  while (performance.now() < until) {
    const before = area.scrollTop
    area.scrollBy({ top: step, behavior: 'instant' })
    if (area.scrollTop === before) step = -step
    const now = await frame()
    lasted.push(now - last)
    last = now
  }
  return lasted
})()`

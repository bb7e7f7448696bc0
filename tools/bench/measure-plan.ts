import type { Page } from 'playwright'
import { type Figure, valueFigure } from './figures.ts'
import { openBrowser } from './measure-web.ts'

const BOXES = 600

/**
 * The plan of the stock with 600 boxes, floor after floor: what scripts take from the click until every box of the floor stands,
 * summed over its floors. The wizard is open on its list before, as for somebody who changes from the list to the plan.
 */
export async function measurePlan(url: string, rounds: number): Promise<Figure[]> {
  const stockId = await largestStock(url)
  const browser = await openBrowser()
  const scripting: number[] = []
  const whole: number[] = []
  let boxes = 0
  try {
    for (let round = -1; round < rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.goto(`${url}/book?stockId=${stockId}&view=list`, { waitUntil: 'networkidle' })
      const meter = await openMeter(page)
      const before = await meter()
      await page.locator('input[type="radio"][value="plan"]').check({ force: true })
      boxes = await drawn(page)
      for (const tab of (await page.getByRole('tablist').first().getByRole('tab').all()).slice(1)) {
        await tab.click()
        boxes += await drawn(page)
      }
      const after = await meter()
      await context.close()
      if (boxes < BOXES) throw new Error(`only ${boxes} boxes were drawn`)
      if (round < 0) continue
      scripting.push(after.scripting - before.scripting)
      whole.push(after.task - before.task)
    }
  } finally {
    await browser.close()
  }
  return [
    valueFigure({
      name: `plan of ${boxes} boxes, scripting`,
      values: scripting,
      unit: 'ms',
      must: 300,
      note: 'all floors',
    }),
    valueFigure({
      name: `plan of ${boxes} boxes, scripting, style, layout and paint`,
      values: whole,
      unit: 'ms',
      must: undefined,
    }),
  ]
}

export async function largestStock(url: string): Promise<string> {
  const list = async <T>(address: string): Promise<readonly T[]> => {
    const answer = (await (await fetch(`${url}/api/${address}`)).json()) as object
    const found = Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray)
    return (found ?? []) as T[]
  }
  for (const { _id } of await list<{ _id: string }>('stocks'))
    if ((await list(`boxes/fetch?stockId=${_id}`)).length >= BOXES) return _id
  throw new Error(`the demo has no stock with ${BOXES} boxes`)
}

/** Waits until the number of boxes no longer grows. */
async function drawn(page: Page): Promise<number> {
  const boxes = page.locator('svg [role="option"]')
  await boxes.first().waitFor()
  let count = -1
  for (let now = await boxes.count(); now !== count; now = await boxes.count()) {
    count = now
    await page.waitForTimeout(150)
  }
  return count
}

/** Milliseconds that the page's main thread has spent, as the browser counts them. */
async function openMeter(page: Page): Promise<() => Promise<{ scripting: number; task: number }>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
    return { scripting: of('ScriptDuration'), task: of('TaskDuration') }
  }
}

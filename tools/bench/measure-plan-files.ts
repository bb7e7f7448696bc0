import zlib from 'node:zlib'
import { type Figure, valueFigure } from './figures.ts'
import { openBrowser, signedIn } from './measure-web.ts'

const MOVED = 200
/** What the editor writes on every object of its sheet: it is in its code and nowhere else. */
const EDITOR = 'data-uuid'

/** The stored plans of a stock as they travel, the code of the editor that somebody who books must not load, and its frames. */
export async function measurePlanFiles(url: string, stockId: string, rounds: number): Promise<Figure[]> {
  const map = Buffer.from(await (await fetch(`${url}/api/stocks/${stockId}/map`)).arrayBuffer())
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    let editor = 0
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return
      void response.text().then((code) => {
        if (code.includes(EDITOR)) editor += 1
      })
    })
    await page.goto(`${url}/book?stockId=${stockId}&view=plan`, { waitUntil: 'networkidle' })
    await page.locator('svg [role="option"]').first().waitFor()
    const whileBooking = editor
    await context.close()
    const storageState = await signedIn(browser, url, 'super@stowage.example')
    const office = await browser.newPage({ storageState, viewport: { width: 1440, height: 900 } })
    let isThere = false
    office.on('response', (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return
      void response.text().then((code) => {
        isThere ||= code.includes(EDITOR)
      })
    })
    await office.goto(`${url}/stocks/${stockId}/plan`, { waitUntil: 'networkidle' })
    const shapes = office.locator('[data-tool] svg [data-uuid]')
    await shapes.nth(MOVED).waitFor({ state: 'attached' })
    if (!isThere) throw new Error('the code of the editor is not known by its attribute any more')
    const frames: number[] = []
    await office.keyboard.press('Control+a')
    for (let round = 0; round < rounds; round += 1) {
      const box = await shapes.nth(20).boundingBox()
      if (box === null) throw new Error('the editor draws nothing')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await office.mouse.move(x, y)
      await office.mouse.down()
      let isOver = false
      const counted = office.evaluate(FRAMES).finally(() => {
        isOver = true
      })
      for (let step = 1; !isOver; step += 1)
        await office.mouse.move(x + 60 * Math.sin(step / 9), y + 40 * Math.sin(step / 13))
      await office.mouse.up()
      frames.push(Number(await counted))
    }
    return [
      valueFigure({
        name: 'plans of the largest stock as they are stored',
        values: [zlib.gzipSync(map, { level: 9 }).length / 1000],
        unit: 'kB',
        digits: 1,
        must: 40,
        note: 'gzip',
      }),
      valueFigure({
        name: 'files with code of the editor that a booking loads',
        values: [whileBooking],
        unit: 'files',
        must: 0,
      }),
      valueFigure({
        name: `editor: moving all of ${await shapes.count()} objects`,
        values: frames,
        unit: 'frames a second',
        must: 50,
        atMost: false,
        note: `at least ${MOVED}`,
      }),
    ]
  } finally {
    await browser.close()
  }
}

const FRAMES = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const begin = await frame()
  let [last, count] = [begin, 0]
  for (; last - begin < 1500; count += 1) last = await frame()
  return (count * 1000) / (last - begin)
})()`

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { build } from 'vite'
import { compileTexts } from '../../apps/web/compile-texts.ts'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { openBrowser } from './measure-web.ts'

const web = path.resolve(import.meta.dirname, '../../apps/web')
/** Where the page of the bench is said to be; nobody is asked there. */
const AT = 'http://plan.test/'
const FRAME_MS = 1000 / 60

/** First drawing of the viewer against bare SVG of the same shapes, and its frames while one pans and zooms. */
export async function measureDrawing(
  rounds: number,
  sizes: readonly number[] = [600, 2000, 10_000],
): Promise<Figure[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-plan-'))
  const browser = await openBrowser()
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      plugins: [compileTexts()],
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'es2023',
        rolldownOptions: { input: path.join(web, 'bench/plan.html') },
      },
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.route(`${AT}**`, async (route) => {
      const file = path.join(folder, new URL(route.request().url()).pathname)
      await (fs.existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 }))
    })
    await page.goto(`${AT}bench/plan.html`, { waitUntil: 'load' })
    const figures: Figure[] = []
    for (const boxes of sizes) {
      figures.push(await firstDrawing(page, boxes, rounds))
      if (boxes > 600) figures.push(...(await moving(page, boxes, boxes > 2000 ? 30 : 50, rounds)))
    }
    return figures
  } finally {
    await browser.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function firstDrawing(page: Page, boxes: number, rounds: number): Promise<Figure> {
  const draw = async (kind: 'plan' | 'bare'): Promise<number> =>
    Number(await page.evaluate(`window.draw('${kind}', ${boxes})`))
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round += 1) {
    // In turn the one and the other first: who comes second finds what the first has left.
    const kinds = round % 2 === 0 ? (['plan', 'bare'] as const) : (['bare', 'plan'] as const)
    for (const kind of kinds) {
      const lasted = await draw(kind)
      if (round >= 0) (kind === 'plan' ? ours : bare).push(lasted)
    }
  }
  return ratioFigure({
    name: `first drawing of ${boxes} boxes`,
    ours,
    limit: bare,
    shown: (value) => `${value.toFixed(0)} ms`,
    limitName: 'bare SVG',
    must: 1.5,
    atMost: true,
  })
}

async function moving(page: Page, boxes: number, must: number, rounds: number): Promise<Figure[]> {
  const [panned, zoomed]: [number[], number[]] = [[], []]
  await page.evaluate(`window.draw('plan', ${boxes})`)
  const session = await page.context().newCDPSession(page)
  await page.waitForTimeout(1000)
  for (let round = 0; round < rounds; round += 1) {
    await page.mouse.move(600, 400)
    await page.mouse.down()
    panned.push(
      await framesDuring(page, 1500, (step) =>
        page.mouse.move(600 + 250 * Math.sin(step / 9), 400 + 120 * Math.sin(step / 13)),
      ),
    )
    await page.mouse.up()
    // Until it has been drawn for where it stands now.
    await page.waitForTimeout(1000)
    zoomed.push(
      await framesDuring(page, 1500, (step) => wheel(session, Math.floor(step / 12) % 2 === 0 ? -60 : 60)),
    )
    await page.waitForTimeout(1000)
  }
  await session.detach()
  return [
    { name: `panning ${boxes} boxes`, values: panned },
    { name: `zooming ${boxes} boxes`, values: zoomed },
  ].map(({ name, values }) => valueFigure({ name, values, unit: 'frames a second', must, atMost: false }))
}

/** As Playwright's own, but without a wait of two frames for each. */
async function wheel(session: CDPSession, deltaY: number): Promise<void> {
  const turned = { type: 'mouseWheel', x: 600, y: 400, deltaX: 0, deltaY } as const
  await session.send('Input.dispatchMouseEvent', turned)
}

/** Moves as often as a hand does and the browser takes it, while the page counts the frames in which something has moved. */
async function framesDuring(
  page: Page,
  milliseconds: number,
  move: (step: number) => Promise<void>,
): Promise<number> {
  let isOver = false
  const counted = page.evaluate(`window.frames(${milliseconds})`).finally(() => {
    isOver = true
  })
  const moves: Promise<void>[] = []
  for (let step = 1; !isOver; step += 1) {
    const one = move(step)
    moves.push(one)
    // A wheel turns on while the browser still draws what it did before.
    await Promise.race([one, sleep(FRAME_MS)])
  }
  await Promise.all(moves)
  return Number(await counted)
}

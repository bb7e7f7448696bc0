import type { CDPSession } from '@playwright/test'
import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

const stock = 'Выборгская'

test('on a phone the plan is pinched and moved with two fingers, and a tap chooses a box', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor('de', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = visitor
  await page.goto(`/book?stockId=${await stockIdOf(visitor)}&view=plan`)
  const box = page.getByRole('option', { name: /, frei$/ }).first()
  await expect(box).toBeVisible()
  const fingers = await touch(visitor)
  const place = async () => (await box.boundingBox())!
  /** The gesture has come to its rest, after which tips and labels are drawn anew: the box stands where it stood before. */
  const still = async (): Promise<void> => {
    let before = ''
    await expect(async () => {
      const now = JSON.stringify(await place())
      const isSame = now === before
      before = now
      expect(isSame).toBe(true)
      expect(await page.locator('[data-moving]').count()).toBe(0)
    }).toPass({ intervals: [200] })
  }
  await still()
  const middle = await page
    .locator('section')
    .filter({ has: page.locator('svg[role="listbox"]') })
    .last()
    .boundingBox()
    .then((frame) => ({ x: frame!.x + frame!.width / 2, y: frame!.y + frame!.height / 2 }))

  const before = await place()
  await fingers.pinch(middle, 120, 60)
  // Its last step may be drawn a moment behind it.
  await expect.poll(async () => (await place()).width / before.width).toBeCloseTo(0.5, 1)
  await still()
  const small = await place()
  await fingers.pinch(middle, 60, 120)
  await expect.poll(async () => (await place()).width / small.width).toBeCloseTo(2, 1)
  await still()
  const at = await place()
  await fingers.pinch(middle, 60, 60, 40)
  await expect.poll(async () => Math.abs((await place()).x - at.x - 40)).toBeLessThan(6)
  await still()
  const moved = await place()
  expect(Math.abs(moved.x - at.x - 40)).toBeLessThan(6)
  expect(moved.width).toBeCloseTo(at.width, 0)
  // None of it has chosen anything.
  expect(page.url()).not.toContain('boxId')

  await page.getByRole('button', { name: visitor.say('maps.zoom.fit') }).tap()
  await still()
  await box.tap()
  await expect(page).toHaveURL(/boxId=/)
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(1)
})

test('on a tablet the editor is pinched without drawing, and a box of the list is dragged onto the sheet', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor('de', { viewport: { width: 1180, height: 820 }, hasTouch: true })
  const { page, say } = visitor
  await signIn(visitor, demo.superUser)
  await page.goto(`/stocks/${await stockIdOf(visitor)}/plan`)
  const drawn = page.locator('[data-uuid]')
  await expect(drawn.first()).toBeVisible()
  const count = await drawn.count()
  const fingers = await touch(visitor)
  const sheet = (await page.getByRole('application').boundingBox())!
  const middle = { x: sheet.x + sheet.width / 2, y: sheet.y + sheet.height / 2 }
  const shown = page.getByRole('button', { name: /\d\s?%/ })
  const percent = async () => Number.parseInt((await shown.textContent()) ?? '', 10)

  const tools = page.getByRole('toolbar')
  const start = await percent()
  for (const tool of ['select', 'rectangle', 'polygon'] as const) {
    await tools.getByRole('button', { name: say(`plan.tool.${tool}`), exact: true }).tap()
    const before = await percent()
    await fingers.pinch(middle, 50, 75)
    await expect.poll(percent).toBeGreaterThan(before)
    await expect(drawn).toHaveCount(count)
  }
  expect(await percent()).toBeGreaterThan(start * 2)
  await shown.tap()
  await tools.getByRole('button', { name: say('plan.tool.select'), exact: true }).tap()

  // One of the plan's boxes is taken off, and dragged back with a finger.
  await page.locator('[role="treeitem"][aria-level="2"]').first().tap()
  await page.getByRole('button', { name: say('plan.props.remove'), exact: true }).tap()
  await expect(drawn).toHaveCount(count - 1)
  const row = page.getByRole('list', { name: say('plan.boxes.missing.title') }).getByRole('button')
  const from = (await row.first().boundingBox())!
  const to = { x: Math.round(middle.x), y: Math.round(sheet.y + 60) }
  await fingers.drag({ x: from.x + 20, y: from.y + from.height / 2 }, to)
  await expect(drawn).toHaveCount(count)
  const put = (await drawn.last().boundingBox())!
  expect(Math.abs(put.x + put.width / 2 - to.x)).toBeLessThan(3)
  expect(Math.abs(put.y + put.height / 2 - to.y)).toBeLessThan(3)
})

interface Point {
  readonly x: number
  readonly y: number
}

/** Fingers of the browser's own: the pages of Playwright know a tap, not two of them. */
async function touch({ page }: Visitor) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    })
  const steps = Array.from({ length: 8 }, (_, index) => (index + 1) / 8)
  return {
    /** Two fingers, each so far from the middle; the middle itself goes to the right. */
    pinch: async (middle: Point, from: number, to: number, right = 0) => {
      const pair = (reach: number, dx: number) => [
        { x: middle.x - reach + dx, y: middle.y },
        { x: middle.x + reach + dx, y: middle.y },
      ]
      await send('touchStart', pair(from, 0).slice(0, 1))
      await send('touchStart', pair(from, 0))
      for (const part of steps) await send('touchMove', pair(from + (to - from) * part, right * part))
      await send('touchEnd', [])
    },
    drag: async (from: Point, to: Point) => {
      await send('touchStart', [from])
      // At rest it takes the box up; before that it would scroll the list.
      await expect(page.locator('[data-held]')).toHaveCount(1)
      for (const part of steps)
        await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }])
      await send('touchEnd', [])
    },
  }
}

async function stockIdOf({ page }: Visitor): Promise<string> {
  const answer: unknown = await (await page.request.get('/api/stocks')).json()
  const stocks = answer as { _id: string; name: string }[]
  return stocks.find(({ name }) => name === stock)!._id
}

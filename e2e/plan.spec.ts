import { expect, test, type Visitor } from './journey.ts'
import { BookPage } from './pages/book-page.ts'
import { signIn } from './pages/entrance.ts'
import { field } from './pages/fields.ts'
import { newStock, openDesk } from './pages/plan.ts'
import { demo } from './people.ts'

/** 600 doors of one floor, as they are made in series: half of 3 m², half of 4.5 m². */
const series = [
  { series: 'YA001–YA300', size: 3, floor: 1 },
  { series: 'YA301–YA600', size: 4.5, floor: 1 },
]

test('a floor of 600 boxes is drawn in at most 40 actions, reloaded as it was saved, and its boxes are booked', async ({
  newVisitor,
  request,
}) => {
  const desk = await openDesk(request)
  const stock = await newStock(desk, 'Lager Plan')
  for (const body of series) await desk.write('boxes/series', { ...body, stockId: stock })
  const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
  const { page, say, look } = visitor
  await signIn(visitor, demo.superUser)
  await page.goto(`/stocks/${stock}/plan`)
  await expect(page.getByText(say('plan.boxes.missing.note', { count: 600 }))).toBeVisible()

  let actions = 0
  const act = async (action: Promise<unknown>): Promise<void> => {
    await action
    actions += 1
  }
  const tool = page.getByRole('toolbar').getByRole('button', { name: say('plan.tool.grid') })
  const panel = page.getByRole('dialog', { name: say('plan.boxes.grid.title') })
  const place = (count: number) =>
    panel.getByRole('button', { name: say('plan.boxes.grid.place', { count }), exact: true })
  // Four blocks around a crossing, each of 150 boxes in six rows back to back.
  const blocks = [
    { to: '150', x: 20, y: 20 },
    { to: '300', x: 880, y: 20 },
    { to: '450', x: 20, y: 415 },
    { to: '600', x: 880, y: 415 },
  ]
  for (const [index, { to, x, y }] of blocks.entries()) {
    await act(tool.click())
    await act(drag(visitor, { x, y, width: 800, height: 355 }))
    await act(field(panel, say('plan.boxes.grid.to')).fill(to))
    await act(field(panel, say('plan.boxes.grid.rows')).fill('6'))
    if (index === 1) await look('plan-grid')
    await act(place(150).click())
    await expect(panel).toHaveCount(0)
  }
  await expect(page.getByText(say('plan.boxes.missing.none'))).toBeVisible()
  await expect(page.getByText(say('plan.boxes.check.none'))).toBeVisible()
  await expect(drawn(visitor)).toHaveCount(600)
  await act(page.getByRole('button', { name: say('plan.save'), exact: true }).click())
  await expect(page.getByText(say('plan.maps.saved'))).toBeVisible()
  expect(actions, 'clicks, drags and fields').toBeLessThanOrEqual(40)

  const before = await pictures(visitor)
  expect(new Set(before).size).toBe(600)
  await page.reload()
  await expect(drawn(visitor)).toHaveCount(600)
  expect(await pictures(visitor)).toEqual(before)

  // One block is one step: taken back, its boxes are on no plan again; put back without a mouse, box by box.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText(say('plan.boxes.missing.note', { count: 600 }))).toBeVisible()
  const inList = (number: string) =>
    page
      .getByRole('list', { name: say('plan.boxes.missing.title') })
      .getByRole('button', { name: new RegExp(`^${number}\\b`) })
  const first = inList('YA001')
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(inList('YA002')).toBeFocused()
  await expect(drawn(visitor)).toHaveCount(1)
  // Another is dragged onto it: told, and no reason not to save.
  await inList('YA002').dragTo(drawn(visitor).first())
  await expect(drawn(visitor)).toHaveCount(2)
  await page.getByRole('button', { name: 'YA001 · YA002' }).click()
  await look('plan-check')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(drawn(visitor)).toHaveCount(600)
  expect(await pictures(visitor)).toEqual(before)

  // One of them, unbound and bound again in the panel.
  await page.keyboard.press('Escape')
  await drawn(visitor).nth(0).click()
  const binding = page.getByRole('combobox', { name: say('plan.boxes.field.label') })
  await expect(binding).toHaveValue(/^YA001, /)
  await page.getByRole('button', { name: say('plan.boxes.field.unbind') }).click()
  await expect(page.getByText(say('plan.boxes.missing.note', { count: 1 }))).toBeVisible()
  await binding.fill('YA001')
  await page.getByRole('option', { name: /^YA001, / }).click()
  await expect(page.getByText(say('plan.boxes.missing.none'))).toBeVisible()

  await page.goto(`/stocks/${stock}`)
  await expect(page.getByRole('link', { name: say('plan.firstMap') })).toBeVisible()

  const booking = new BookPage(visitor)
  await booking.open()
  await booking.chooseStock('Lager Plan')
  await booking.chooseSize('S')
  const box = await booking.chooseOnPlan()
  expect(box).toMatch(/^YA\d{3}$/)
})

const drawn = ({ page }: Visitor) => page.locator('[data-uuid]')

/** Every object as it is drawn. */
const pictures = async (visitor: Visitor): Promise<string[]> =>
  await visitor.page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-uuid]')].map(({ outerHTML }) => outerHTML)`,
  )

/** Drags an area of the sheet, in plan units. */
async function drag(
  { page }: Visitor,
  area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<void> {
  const sheet = await page.locator('svg rect[fill="#ece2be"]').boundingBox()
  if (sheet === null) throw new Error('there is no sheet')
  const at = (x: number, y: number): [number, number] => [
    sheet.x + (x * sheet.width) / 1700,
    sheet.y + (y * sheet.height) / 790,
  ]
  await page.mouse.move(...at(area.x, area.y))
  await page.mouse.down()
  await page.mouse.move(...at(area.x + area.width / 2, area.y + area.height / 2))
  await page.mouse.move(...at(area.x + area.width, area.y + area.height))
  await page.mouse.up()
}

import type { MapObject } from '@stowage/domain/map-object'
import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { drag, newStock, openDesk, placeOn } from './pages/plan.ts'
import { demo } from './people.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('each of the seven tools draws what it is called; outlines, frames, handles, keys', async ({
  newVisitor,
  request,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/stocks\/\w+\/map$/, 409)
  const desk = await openDesk(request)
  const stock = await newStock(desk, 'Lager Werkzeug', { boxRenting: false })
  const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
  const { page, say } = visitor
  await signIn(visitor, demo.superUser)
  await page.goto(`/stocks/${stock}/plan`)
  await expect(page.getByText(say('plan.objects.empty'))).toBeVisible()
  const tool = async (type: MapObject['type']): Promise<void> =>
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say(`plan.tool.${type}`), exact: true })
      .click()
  // Asked each time: a line that comes across the top of the page moves the sheet.
  const at = async (x: number, y: number): Promise<[number, number]> => (await placeOn(visitor))(x, y)
  const click = async (x: number, y: number): Promise<void> => await page.mouse.click(...(await at(x, y)))
  const write = async (words: string): Promise<void> => {
    await expect(page.getByRole('textbox', { name: say('plan.props.text'), exact: true })).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(words)
  }
  const kept = async (): Promise<MapObject[]> => {
    // A key that comes while the last saving is still under way saves nothing.
    await expect(page.getByRole('button', { name: say('plan.save'), exact: true })).toBeEnabled()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(say('plan.notSaved'))).toHaveCount(0)
    const maps = await desk.read<Record<string, MapObject[]>>(`stocks/${stock}/map`)
    return maps[say('plan.firstMap')] ?? []
  }
  /** The picture of a plan unit on the screen may be half a unit: about there. */
  const near = (value: number) => expect.closeTo(value, -0.6)

  await tool('rectangle')
  await drag(visitor, { x: 100, y: 100, width: 200, height: 100 })
  await tool('circle')
  await drag(visitor, { x: 400, y: 100, width: 100, height: 100 })
  await tool('rectangle-with-text')
  await drag(visitor, { x: 600, y: 100, width: 200, height: 100 })
  await write('Büro')
  await tool('text')
  await click(900, 100)
  await write('Tor 1')
  await tool('image')
  const choosing = page.waitForEvent('filechooser')
  await drag(visitor, { x: 1100, y: 100, width: 100, height: 100 })
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
  await (await choosing).setFiles(picture)
  await expect(page.locator('[data-uuid] image[href^="data:"]')).toHaveCount(1)
  // One outline ends where it began, within a tremble; the other with Enter.
  await tool('polygon')
  for (const [x, y] of [
    [100, 300],
    [300, 300],
    [300, 500],
    [103, 303],
  ] as const)
    await click(x, y)
  await page.keyboard.press('Escape')
  await tool('polygon-with-text')
  for (const [x, y] of [
    [600, 300],
    [800, 300],
    [800, 500],
  ] as const)
    await click(x, y)
  await page.keyboard.press('Enter')
  await write('Lager')
  // Somebody else has made the first map meanwhile: both are put together.
  const theirs = { type: 'circle', uuid: 'theirs', x: 1500, y: 700, width: 20, height: 20 }
  await desk.write(`stocks/${stock}/map`, { mapId: say('plan.firstMap'), objects: [theirs] })
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: say('plan.maps.conflict.merge') }).click()
  await expect(page.getByText(say('plan.maps.saved'))).toBeVisible()
  const drawn = await kept()
  expect(drawn).toMatchObject([
    { type: 'rectangle', x: near(100), y: near(100), width: near(200), height: near(100), fill: 'blue' },
    { type: 'circle', x: near(400), width: near(100), fill: 'yellow' },
    { type: 'rectangle-with-text', text: 'Büro', stroke: '#646464', strokeWidth: 2, radius: 5, fontSize: 14 },
    { type: 'text', text: 'Tor 1', fontSize: 20, fontFamily: 'Open Sans' },
    { type: 'image', xlinkHref: expect.stringMatching(/^data:image\/(png|webp|jpeg);base64,/) },
    { type: 'polygon', closed: true },
    { type: 'polygon-with-text', text: 'Lager', closed: true },
    theirs,
  ])
  expect(drawn.slice(5, 7).map(({ path }) => path?.length)).toEqual([3, 3])
  for (const { x, y, width, height } of drawn)
    expect(
      [x, y, width ?? 0, height ?? 0].every((value) => Number.isInteger(value)),
      'the grid of 1',
    ).toBe(true)

  // A double click opens the outline: a point is pulled, Enter ends it.
  await page.keyboard.press('Escape')
  await page.mouse.dblclick(...(await at(750, 340)))
  await drag(visitor, { x: 800, y: 500, width: 100, height: 50 })
  await page.keyboard.press('Enter')
  // Pulled by a corner, turned by its handle; moved by arrows, by one and by ten.
  await click(150, 150)
  await drag(visitor, { x: 300, y: 200, width: 100, height: 50 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await click(1150, 150)
  await page.locator('[data-handle="turn"]').hover()
  await page.mouse.down()
  await page.mouse.move(...(await at(1250, 100)))
  await page.mouse.move(...(await at(1350, 150)))
  await page.mouse.up()
  await click(450, 150)
  await page.keyboard.press('Delete')
  await click(700, 150)
  await page.keyboard.press('Backspace')
  const changed = await kept()
  expect(changed.map(({ type }) => type)).toEqual([
    'rectangle',
    'text',
    'image',
    'polygon',
    'polygon-with-text',
    'circle',
  ])
  expect(changed[0]).toMatchObject({ x: near(101), y: near(110), width: near(300), height: near(150) })
  expect(changed[2]).toMatchObject({ rotate: near(90) })
  expect(changed[4]?.path?.[1]).toMatchObject({ x: near(900), y: near(550) })

  // A frame around two chooses both; one step back brings both back.
  await drag(visitor, { x: 60, y: 60, width: 1200, height: 220 })
  await expect(page.getByText(say('plan.props.several', { count: 3 }))).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.locator('[data-uuid]')).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(page.locator('[data-uuid]')).toHaveCount(6)
})

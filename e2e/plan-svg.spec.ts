import fs from 'node:fs/promises'
import { sampleDrawing } from '../tools/testing/map-objects.ts'
import { expect, test, type Visitor } from './journey.ts'
import { entities, harmless, hostile, html, leftOut } from './hostile-svg.ts'
import { signIn } from './pages/entrance.ts'
import { newStock, openDesk } from './pages/plan.ts'
import { demo } from './people.ts'

test('a map goes out as a file and comes in the same; a hostile file comes in as shapes or not at all', async ({
  newVisitor,
  request,
}) => {
  const desk = await openDesk(request)
  const stock = await newStock(desk, 'Lager SVG', { boxRenting: false })
  const given = sampleDrawing()
  for (const [mapId, objects] of [
    ['Given', given],
    ['Copy', []],
    ['Hostile', []],
  ] as const)
    await desk.write(`stocks/${stock}/map`, { mapId, objects })
  const drawingOf = async (mapId: string) =>
    await desk.read<typeof given>(`stocks/${stock}/maps/${mapId}/versions/2`)

  const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
  const { page, say } = visitor
  await signIn(visitor, demo.superUser)
  const strange = hears(visitor)
  await page.goto(`/stocks/${stock}/plan?map=Given`)
  await expect(drawn(visitor)).toHaveCount(given.length)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: say('plan.maps.menu') }).click()
  await page.getByRole('menuitem', { name: say('plan.maps.svg.export') }).click()
  const file = await (await downloading).path()
  const written = await fs.readFile(file, 'utf8')
  const names = given.flatMap(({ uuid, boxId }) => [uuid, boxId ?? uuid])
  expect(
    names.filter((name) => written.includes(name)),
    'names of ours in the file',
  ).toEqual([])

  const read = async (name: string, text: string): Promise<void> => {
    const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) }
    await page.getByLabel(say('plan.maps.svg.import')).setInputFiles(file)
  }
  const shapes = async (mapId: string) => {
    const drawing: unknown = await drawingOf(mapId)
    return Array.isArray(drawing)
      ? (drawing as typeof given).map(({ uuid: _uuid, boxId: _box, ...object }) => object)
      : null
  }
  await page.getByRole('tab', { name: 'Copy' }).click()
  await expect(page.getByText(say('plan.objects.empty'))).toBeVisible()
  await read('plan.svg', written)
  await expect(page.getByText(say('plan.maps.svg.done', { count: given.length, leftOut: 0 }))).toBeVisible()
  await save(visitor)
  // The word of an earlier saving may still stand there.
  await expect
    .poll(async () => await shapes('Copy'))
    .toEqual(given.map(({ uuid: _uuid, boxId: _box, ...object }) => object))

  await page.getByRole('tab', { name: 'Hostile' }).click()
  await expect(page.getByText(say('plan.objects.empty'))).toBeVisible()
  const refusal = page.getByRole('alert').filter({ hasText: say('plan.maps.svg.none') })
  for (const [name, text] of Object.entries({ entities, html })) {
    await read(`${name}.svg`, text)
    await refusal.getByRole('button', { name: say('shell.close') }).click()
    await expect(refusal).toHaveCount(0)
  }
  await read('hostile.svg', hostile)
  await expect(page.getByText(say('plan.maps.svg.done', { count: harmless.length, leftOut }))).toBeVisible()
  await expect(drawn(visitor)).toHaveCount(harmless.length)
  // What is not chosen has no handles over it: the pointer is on the shapes themselves.
  await page.keyboard.press('Escape')
  await drawn(visitor).nth(1).hover()
  await drawn(visitor).nth(3).click()
  await save(visitor)
  await expect.poll(async () => await shapes('Hostile')).toEqual(harmless)
  expect(strange, 'dialogs and calls to strangers').toEqual([])
})

/** What a page does that it should not: it speaks to strangers or opens a dialog. */
function hears({ page }: Visitor): string[] {
  const strange: string[] = []
  page.on('dialog', (dialog) => {
    strange.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (asked) => {
    const { hostname, protocol } = new URL(asked.url())
    if (protocol.startsWith('http') && hostname !== new URL(page.url()).hostname) strange.push(asked.url())
  })
  return strange
}

const drawn = ({ page }: Visitor) => page.locator('[data-uuid]')

async function save({ page, say }: Visitor): Promise<void> {
  await page.getByRole('button', { name: say('plan.save'), exact: true }).click()
  await expect(page.getByText(say('plan.maps.saved'))).toBeVisible()
}

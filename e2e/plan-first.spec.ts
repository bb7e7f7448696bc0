import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { newStock, openDesk } from './pages/plan.ts'
import { demo, demoPassword } from './people.ts'

test('what is drawn before the warehouse has a map is not lost to maps that others make, rename and delete', async ({
  newVisitor,
  request,
  allowRefusal,
}) => {
  allowRefusal(/\/map$/, 409)
  const desk = await openDesk(request)
  const stock = await newStock(desk, 'Lager zu zweit')
  const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
  const { page, say } = visitor
  await signIn(visitor, demo.superUser)
  await page.goto(`/stocks/${stock}/plan`)
  const first = say('plan.firstMap')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  const save = page.getByRole('button', { name: say('plan.save'), exact: true })
  const isSaved = async () => await expect(page.getByText(say('plan.maps.saved'))).toBeVisible()
  const objectsOf = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(await desk.read<Record<string, unknown[]>>(`stocks/${stock}/map`)).map(
        ([name, objects]) => [name, objects.length],
      ),
    )
  await draw(visitor, 100, 100)
  await expect(drawn(visitor)).toHaveCount(1)

  // Another map is made, and looked at: the first one waits among the tabs.
  await page.getByRole('button', { name: say('plan.maps.add') }).click()
  const dialog = page.getByRole('dialog', { name: say('plan.maps.add') })
  await dialog.getByRole('textbox').fill('Keller')
  await dialog.getByRole('button', { name: say('plan.maps.addYes') }).click()
  await expect(tab('Keller')).toHaveAttribute('aria-selected', 'true')
  await expect(drawn(visitor)).toHaveCount(0)
  // And after a crash as well: a new window of the same person has what was drawn.
  page.once('dialog', (asked) => void asked.accept())
  await page.goto(`/stocks/${stock}/plan?map=Keller`)
  await tab(first).click()
  await expect(drawn(visitor)).toHaveCount(1)
  await save.click()
  await isSaved()
  await expect(tab(first)).toHaveAttribute('aria-selected', 'true')
  expect(await objectsOf()).toEqual({ Keller: 0, [first]: 1 })
  // Its steps have come along.
  await page.keyboard.press('Control+z')
  await expect(drawn(visitor)).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')

  // Somebody gives it another name: it is that map that is saved.
  const login = await request.post('/api/auth/login', {
    data: { email: demo.superUser, password: demoPassword },
  })
  const headers = { Authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
  const mapUrl = (name: string): string => `/api/stocks/${stock}/maps/${encodeURIComponent(name)}`
  await request.put(mapUrl(first), { headers, data: { name: 'Dach' } })
  await draw(visitor, 300, 100)
  await save.click()
  await expect(tab('Dach')).toHaveAttribute('aria-selected', 'true')
  await expect(drawn(visitor)).toHaveCount(2)
  await expect.poll(objectsOf).toEqual({ Keller: 0, Dach: 2 })

  // Somebody deletes it: saved as a new one it has everything, not only what was drawn since.
  await request.delete(mapUrl('Dach'), { headers })
  await draw(visitor, 500, 100)
  await save.click()
  await page.getByRole('button', { name: say('plan.maps.conflict.again') }).click()
  await expect.poll(objectsOf).toEqual({ Keller: 0, Dach: 3 })
  await expect(tab('Dach')).toHaveAttribute('aria-selected', 'true')
  await expect(drawn(visitor)).toHaveCount(3)
})

const drawn = ({ page }: Visitor) => page.locator('[data-uuid]')

/** A rectangle, 80 × 60 plan units. */
async function draw({ page, say }: Visitor, x: number, y: number): Promise<void> {
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: say('plan.tool.rectangle'), exact: true })
    .click()
  const sheet = await page.locator('svg rect[fill="#ece2be"]').boundingBox()
  if (sheet === null) throw new Error('there is no sheet')
  const at = (x: number, y: number): [number, number] => [
    sheet.x + (x * sheet.width) / 1700,
    sheet.y + (y * sheet.height) / 790,
  ]
  await page.mouse.move(...at(x, y))
  await page.mouse.down()
  await page.mouse.move(...at(x + 40, y + 30))
  await page.mouse.move(...at(x + 80, y + 60))
  await page.mouse.up()
}

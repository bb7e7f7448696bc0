import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { newStock, openDesk } from './pages/plan.ts'
import { demo } from './people.ts'

const box = (text: string, x: number) => ({
  type: 'rectangle-with-text',
  uuid: `box-${text}`,
  x,
  y: 100,
  width: 80,
  height: 60,
  text,
})
type Drawn = ReturnType<typeof box>

test('two draw one map: nobody loses anything, and what is not saved comes back until one signs out', async ({
  newVisitor,
  request,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/stocks\/\w+\/map$/, 409)
  allowRefusal(/^\/api\/stocks\/\w+\/map$/, 400)
  const desk = await openDesk(request)
  const stock = await newStock(desk, 'Lager Zwei', { boxRenting: false })
  const objects = [box('A1', 100), box('B1', 300), box('C1', 500)]
  await desk.write(`stocks/${stock}/map`, { mapId: 'Halle', objects })
  /** Where the boxes of a map stand by what is on the server. */
  const places = async (mapId: string): Promise<string> => {
    const { [mapId]: kept = [] } = await desk.read<Record<string, Drawn[]>>(`stocks/${stock}/map`)
    return placesOf(kept)
  }
  const open = async (): Promise<Visitor> => {
    const visitor = await newVisitor('de', { viewport: { width: 1440, height: 900 } })
    // The browser asks before unsaved work is left, too.
    visitor.page.on('dialog', (dialog) => void dialog.accept())
    await signIn(visitor, demo.superUser)
    await visitor.page.goto(`/stocks/${stock}/plan?map=Halle`)
    await expect(drawn(visitor)).toHaveCount(3)
    return visitor
  }
  const [anna, boris] = [await open(), await open()]
  const { page, say } = anna

  await move(boris, 'A1', 'Shift+ArrowRight')
  await save(boris)
  await expect.poll(async () => await places('Halle')).toBe('A1 110 100, B1 300 100, C1 500 100')

  // Both have moved A, Anna has taken C away: hers is put together with his, of A she takes his.
  await move(anna, 'A1', 'Shift+ArrowDown')
  await move(anna, 'C1', 'Delete')
  await save(anna)
  const conflict = page.getByRole('dialog', { name: say('plan.maps.conflict.title', { name: 'Halle' }) })
  await anna.look('plan-conflict')
  await conflict.getByRole('button', { name: say('plan.maps.conflict.merge') }).click()
  const whose = conflict.getByRole('radiogroup', { name: say('plan.maps.both.whose', { name: 'A1' }) })
  await whose.getByText(say('plan.maps.both.theirs'), { exact: true }).click()
  await anna.look('plan-both-changed')
  await conflict.getByRole('button', { name: say('plan.maps.both.save') }).click()
  await expect.poll(async () => await places('Halle')).toBe('A1 110 100, B1 300 100')

  // Boris knows nothing of it. He has changed C and keeps it, and his A.
  await move(boris, 'A1', 'Shift+ArrowUp')
  await move(boris, 'C1', 'ArrowRight')
  await save(boris)
  const his = boris.page.getByRole('dialog')
  await his.getByRole('button', { name: say('plan.maps.conflict.merge') }).click()
  await expect(his.getByText(say('plan.maps.both.theirsGone'))).toBeVisible()
  await his.getByRole('button', { name: say('plan.maps.both.save') }).click()
  await expect.poll(async () => await places('Halle')).toBe('A1 110 90, B1 300 100, C1 501 100')

  // A copy leaves his as it is.
  await move(anna, 'B1', 'ArrowDown')
  await save(anna)
  await conflict.getByRole('button', { name: say('plan.maps.conflict.copy') }).click()
  await expect(page.getByRole('tab', { name: 'Halle (2)', selected: true })).toBeVisible()
  expect(await places('Halle (2)')).toBe('A1 110 100, B1 300 101')
  expect(await places('Halle')).toBe('A1 110 90, B1 300 100, C1 501 100')

  // What the server would not keep is chosen and named, until it is changed.
  await expect(drawn(anna)).toHaveCount(2)
  await page.route('**/map', async (route) => {
    const body = route.request().postDataJSON() as { objects: object[] }
    body.objects[1] = { ...body.objects[1], fill: 'url(https://evil.example)' }
    await route.continue({ postData: body })
  })
  await move(anna, 'B1', 'ArrowUp')
  await move(anna, 'A1', 'ArrowUp')
  await save(anna)
  const refused = page.getByRole('group', { name: say('plan.maps.refused.title') })
  await expect(refused.getByRole('button')).toHaveText(new RegExp(`^B1 .*${say('plan.maps.field.fill')}`))
  await expect(row(anna, 'B1')).toHaveAttribute('aria-selected', 'true')
  await expect(row(anna, 'A1')).toHaveAttribute('aria-selected', 'false')
  await page.unroute('**/map')
  await move(anna, 'B1', 'ArrowUp')
  await expect(refused).toHaveCount(0)

  // Not saved and closed: it comes back. Meanwhile the map was deleted: the whole drawing is saved anew.
  await expect.poll(async () => await drafts(anna)).toEqual(['A1 110 99, B1 300 99'])
  await page.reload()
  await page.getByRole('button', { name: say('plan.maps.draft.go') }).click()
  await expect(page.getByText(say('plan.notSaved'))).toBeVisible()
  const { [1]: copy } = await desk.read<{ mapId: string }[]>(`stocks/${stock}/maps`)
  expect(copy?.mapId).toBe('Halle (2)')
  await boris.page.reload()
  await boris.page.getByRole('tab', { name: 'Halle', exact: true }).press('ArrowRight')
  await expect(boris.page.getByRole('tab', { name: 'Halle (2)', selected: true })).toBeFocused()
  await boris.page.keyboard.press('Delete')
  await boris.page
    .getByRole('dialog')
    .getByRole('button', { name: say('plan.maps.delete.yes') })
    .click()
  await expect(boris.page.getByRole('tab')).toHaveCount(1)
  await expect(boris.page.getByRole('tab')).toBeFocused()
  await save(anna)
  // Saved anew it is another record: what is drawn before the page knows that is kept under the old one as well.
  const known = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/stocks/${stock}/maps`),
  )
  await page.getByRole('button', { name: say('plan.maps.conflict.again') }).click()
  await expect.poll(async () => await places('Halle (2)')).toBe('A1 110 99, B1 300 99')
  await known

  // Who signs out leaves no drawing behind.
  await move(anna, 'B1', 'ArrowUp')
  await expect.poll(async () => await drafts(anna)).toEqual(['A1 110 99, B1 300 98'])
  await page.getByRole('link', { name: say('plan.home') }).click()
  await page.getByRole('button', { name: say('form.unsaved.leave') }).click()
  await page.getByRole('button', { name: say('shell.signOut') }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(async () => await drafts(anna)).toEqual([])
})

const drawn = ({ page }: Visitor) => page.locator('[data-uuid]')
const row = ({ page }: Visitor, name: string) => page.getByRole('treeitem', { name, exact: true })

/** Chooses a box in the list and presses a key over the sheet. */
async function move(visitor: Visitor, name: string, key: string): Promise<void> {
  await row(visitor, name).click()
  await visitor.page.keyboard.press('Enter')
  await visitor.page.keyboard.press(key)
}

/** A key that comes while the last saving is still under way saves nothing. */
async function save({ page, say }: Visitor): Promise<void> {
  await expect(page.getByRole('button', { name: say('plan.save'), exact: true })).toBeEnabled()
  await page.keyboard.press('Control+s')
}

/** Where the boxes of the drawings stand that this browser keeps. */
async function drafts({ page }: Visitor): Promise<string[]> {
  const kept = await page.evaluate<{ objects: Drawn[] }[]>(`new Promise((resolve, reject) => {
    const asked = indexedDB.open('stowage', 1)
    asked.onupgradeneeded = () => asked.transaction.abort()
    asked.onerror = () => resolve([])
    asked.onsuccess = () => {
      const read = asked.result.transaction('drafts').objectStore('drafts').getAll()
      read.onsuccess = () => { asked.result.close(); resolve(read.result) }
      read.onerror = () => reject(read.error)
    }
  })`)
  return kept.map(({ objects }) => placesOf(objects))
}

const placesOf = (objects: readonly Drawn[]): string =>
  objects.map(({ text, x, y }) => `${text} ${x} ${y}`).join(', ')

import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

/** Opens a dialog by the keyboard, closes it, and asks where the keyboard is. */
async function comesBack(
  { page, say }: Visitor,
  path: string,
  label: Parameters<typeof say>[0],
): Promise<void> {
  await page.goto(path)
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: say(label), exact: true })
    .first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener, `${path}: the opener has the focus again`).toBeFocused()
}

test('J1: a dialog gives the focus back to what opened it', async ({ newVisitor }) => {
  const owner = await newVisitor('de')
  const { page, say } = owner
  await signIn(owner, demo.superUser)
  await comesBack(owner, '/roles', 'registers.roles.add')
  await comesBack(owner, '/api-keys', 'integrations.keys.add')
  await comesBack(owner, '/webhooks', 'integrations.webhooks.add')
  await comesBack(owner, '/notifications', 'messages.notifications.add')
  // A confirmation is asked by no element of the page, and comes and goes with its question.
  await page.goto('/cities')
  await page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/cities\/[^/]+/)
  const remove = page
    .getByRole('main')
    .getByRole('button', { name: say('registers.cities.delete'), exact: true })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
})

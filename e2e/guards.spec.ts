import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

async function ownId({ page }: Visitor): Promise<string> {
  return await page.evaluate(async () => {
    const answer = await fetch('/api/auth/me', {
      headers: { Authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    })
    return ((await answer.json()) as { _id: string })._id
  })
}

/** The number of the box that somebody rents there, as the list of boxes has it. */
async function boxOf({ page }: Visitor, stockId: string, fullName: string): Promise<string> {
  const boxes = await page.evaluate(async (stock) => {
    const answer = await fetch(`/api/boxes?method=all&stockId=${stock}`, {
      headers: { Authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    })
    return (await answer.json()) as { UnitNumber: string; userInfo: { fullName: string } | null }[]
  }, stockId)
  const found = boxes.find(({ userInfo }) => userInfo?.fullName === fullName)
  if (found === undefined) throw new Error(`${fullName} rents nothing there`)
  return found.UnitNumber
}

test('who is not signed in comes to /login, and from there back to where they were going', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor('ru')
  const { page, say } = visitor
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/boxes?stockId=nowhere&page=2')
  await expect(page).toHaveURL(/\/login\?from=/)
  await signIn(visitor, demo.superUser)
  await expect(page).toHaveURL(/\/boxes\?stockId=nowhere&page=2$/)
  await page.goto('/no/such/page')
  await expect(page.getByText(say('shell.notFound.short'), { exact: true })).toBeVisible()
  await visitor.look('unknown-address')
  await page.goto('/not-found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.resourceNotFound.title'))
  await visitor.look('not-found')
  await page.goto('/something-went-wrong')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.broken.title'))
  await visitor.look('something-went-wrong')
})

test('each role finds its own house only', async ({ newVisitor, allowRefusal }) => {
  allowRefusal(/^\/api\/users\//, 404)
  const client = await newVisitor('ru')
  await signIn(client, demo.client)
  await expect(client.page).toHaveURL(/\/my-boxes$/)
  const superUser = await newVisitor('ru')
  await signIn(superUser, demo.superUser)
  await expect(superUser.page).toHaveURL(/\/$/)

  // Another's page, by hand or by a link of a mail: home, as if there were none.
  const other = await ownId(superUser)
  await client.page.goto(`/users/${other}`)
  await expect(client.page).toHaveURL(/\/my-boxes$/)
  await client.page.goto('/stocks')
  await expect(client.page.getByRole('heading', { level: 1 })).toHaveText(client.say('shell.denied.title'))
  await client.look('access-denied')

  const manager = await newVisitor('ru')
  await signIn(manager, demo.manager)
  await expect(manager.page).toHaveURL(/\/stocks$/)
  await manager.page.goto('/users')
  await expect(manager.page.getByText(manager.say('shell.denied.title'))).toBeVisible()
  await manager.look('access-denied-staff')
  await manager.page.goto('/my-boxes')
  await expect(manager.page.getByText(manager.say('shell.denied.title'))).toBeVisible()
  const main = manager.page.getByRole('navigation', { name: manager.say('shell.menu.main') })
  await expect(main.getByRole('link', { name: manager.say('shell.nav.stocks'), exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: manager.say('shell.nav.users'), exact: true })).toHaveCount(0)
})

test('whom staff may not look up is a name without a link', async ({ newVisitor }) => {
  const admin = await newVisitor('ru')
  const { page, say } = admin
  await signIn(admin, demo.admin)
  await expect(page).toHaveURL(/\/stocks$/)
  await page.goto('/boxes?state=occupied')
  await page.getByRole('main').getByRole('link', { name: 'Moabit' }).click()
  await expect(page).toHaveURL(/stockId=/)
  const stockId = new URL(page.url()).searchParams.get('stockId') ?? ''
  const box = await boxOf(admin, stockId, 'Weiß & Söhne GmbH')
  await page.goto(`/boxes?stockId=${stockId}&number=${box}`)
  const row = page.getByRole('table').getByRole('row').filter({ hasText: box })
  await expect(row.getByText('Weiß & Söhne GmbH')).toBeVisible()
  const toPeople = page.getByRole('main').locator('a[href^="/users/"]:not([href*="/contracts/"])')
  await expect(toPeople).toHaveCount(0)
  await row.locator('a[href^="/boxes/"]').first().click()
  await expect(page.getByText(say('mybox.page.client'), { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Weiß & Söhne GmbH')).toBeVisible()
  await expect(toPeople).toHaveCount(0)
})

test('a token in the address leaves it at once; a wrong one signs nobody in', async ({
  newVisitor,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/auth\/(me|refresh)$/, 401)
  const first = await newVisitor('ru')
  await signIn(first, demo.client)
  const token = await first.page.evaluate(() => localStorage.getItem('accessToken'))

  const second = await newVisitor('ru')
  await second.page.goto(`/my-boxes?token=${token}`)
  await expect(second.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(second.page).toHaveURL(/\/my-boxes$/)

  const third = await newVisitor('ru')
  await third.page.goto('/my-boxes?token=stolen.or.wrong')
  await expect(third.page).toHaveURL(/\/login/)
  expect(third.page.url()).not.toContain('token')
})

test('B6: a link with a token asks before it changes who is signed in', async ({
  newVisitor,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/auth\/(me|refresh)$/, 401)
  const tenant = await newVisitor('de')
  await signIn(tenant, demo.client)
  const token = await tenant.page.evaluate(() => localStorage.getItem('accessToken'))
  const tenantId = await ownId(tenant)

  const staff = await newVisitor('de', { viewport: { width: 390, height: 844 } })
  const { page, say } = staff
  await signIn(staff, demo.admin)
  const adminId = await ownId(staff)
  await page.goto(`/stocks?token=${token}`)
  const dialog = page.getByRole('dialog', { name: say('shell.otherSession.title') })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/stocks$/)
  await staff.look('other-session')
  await dialog.getByRole('button', { name: say('shell.otherSession.stay'), exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(await ownId(staff)).toBe(adminId)

  await page.goto(`/my-boxes?token=${token}`)
  await expect(dialog).toBeVisible()
  expect(await ownId(staff)).toBe(adminId)
  await dialog.getByRole('button').last().click()
  await expect.poll(async () => await ownId(staff)).toBe(tenantId)
  await expect(page).toHaveURL(/\/my-boxes$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // The same person: nothing is asked, the session goes on.
  await page.goto(`/my-boxes?token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await ownId(staff)).toBe(tenantId)
})

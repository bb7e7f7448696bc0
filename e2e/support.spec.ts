import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'
import { literally } from './pages/words.ts'

const phone = '+49 30 5550142'

/** What stays at the top of the window while somebody waits for a call. */
const callFor = ({ page, say }: Visitor, number: string) =>
  page.getByRole('status').filter({ hasText: say('shell.callRequest.title', { phone: number }) })

test('a visitor wants to be called: colleagues hear of it at once, one handles it, and it is gone for both', async ({
  newVisitor,
  allowRefusal,
}) => {
  const [superUser, manager, visitor] = await Promise.all([
    newVisitor('en'),
    newVisitor('de'),
    newVisitor('de'),
  ])
  await Promise.all([
    signIn(superUser, demo.superUser),
    signIn(manager, demo.manager),
    visitor.page.goto('/book'),
  ])
  const { page, say } = superUser
  const badge = page.getByRole('link', { name: new RegExp(`^${say('shell.nav.appeals')}`) })
  await expect(badge).toContainText(/\d/)
  const before = Number(/\d+/.exec(await badge.innerText())?.[0])

  await visitor.page.getByRole('button', { name: visitor.say('shell.support.callMeBack') }).click()
  const form = visitor.page.getByRole('dialog')
  await form.getByRole('button', { name: visitor.say('support.form.callMe') }).click()
  await expect(form.getByText(visitor.say('form.required'))).toHaveCount(2)
  await form.getByRole('textbox', { name: visitor.say('support.form.name') }).fill('Ilse Ottavia')
  await form.getByRole('textbox', { name: visitor.say('support.form.phone') }).fill(phone)
  // The server is away: nothing that was typed is lost, and the second press is the same request.
  allowRefusal(/^\/api\/appeal$/, 503)
  await visitor.page.route('**/api/appeal', async (route) => await route.fulfill({ status: 503 }))
  await visitor.look('support-call-back')
  await form.getByRole('button', { name: visitor.say('support.form.callMe') }).click()
  await expect(form.getByRole('alert')).not.toBeEmpty()
  await expect(form.getByRole('textbox', { name: visitor.say('support.form.phone') })).toHaveValue(phone)
  await visitor.page.unroute('**/api/appeal')
  await form.getByRole('button', { name: visitor.say('support.form.callMe') }).click()
  await expect(visitor.page.getByText(visitor.say('support.form.called', { phone }))).toBeVisible()

  for (const colleague of [superUser, manager]) {
    const call = callFor(colleague, phone)
    await expect(call).toBeVisible()
    await expect(call).toContainText(colleague.say('shell.callRequest.name', { name: 'Ilse Ottavia' }))
  }
  await expect(badge).toContainText(String(before + 1))
  await badge.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('shell.nav.appeals'))
  await superUser.look('appeals')
  await page
    .getByRole('button', { name: say('support.handle.buttonOf', { name: 'Ilse Ottavia' }), exact: true })
    .click()
  const question = page.getByRole('dialog', { name: say('support.handle.title') })
  await question.getByRole('textbox').fill('Called, comes on Monday 🚚')
  await question.getByRole('button', { name: say('support.handle.yes'), exact: true }).click()
  for (const colleague of [superUser, manager]) await expect(callFor(colleague, phone)).toHaveCount(0)
  await expect(badge).toContainText(String(before))
  const row = page.getByRole('row').filter({ hasText: 'Ilse Ottavia' })
  await expect(row).toContainText('Called, comes on Monday 🚚')
  await expect(row.getByRole('button', { name: say('support.handle.handled'), exact: true })).toBeDisabled()
})

test('who waits for a box is written to, and the link leads into the booking', async ({
  newVisitor,
  simulators,
}) => {
  const email = `waiting.${Date.now().toString(36)}@journeys.example`
  const [visitor, staff] = await Promise.all([newVisitor('de'), newVisitor('pl')])
  await Promise.all([visitor.page.goto('/book'), signIn(staff, demo.admin)])
  await visitor.page.getByRole('button', { name: visitor.say('booking.stockStep.leaveWish') }).click()
  const form = visitor.page.getByRole('dialog')
  await form.getByRole('textbox', { name: visitor.say('booking.tellMe.name') }).fill('Otto Wartet')
  await form.getByRole('textbox', { name: visitor.say('booking.tellMe.email') }).fill(email)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: visitor.say('booking.tellMe.submit') }).click()
  await expect(visitor.page.getByText(visitor.say('booking.tellMe.done'))).toBeVisible()

  const { page, say } = staff
  await page.goto('/appeal?search=Otto')
  const waiting = page.getByRole('region', { name: say('support.waiting.title') })
  await expect(waiting).toContainText(say('support.waiting.place', { place: 'none' }))
  const row = page.getByRole('table').getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: say('support.waiting.offerTo', { name: 'Otto Wartet' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('support.waiting.offer'), exact: true })
    .click()
  await expect(row).toContainText(say('support.status.handled'))
  const mail = await simulators.mail(email, { subject: /frei/ })
  const link = /https?:\/\/\S+\/book\?[^\s"<]+/.exec(mail.text)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  await visitor.page.goto(`${pathname}${search}`)
  await expect(visitor.page).toHaveURL(new RegExp(literally(pathname)))
  await expect(visitor.page.getByRole('group', { name: visitor.say('booking.sizes.title') })).toBeVisible()
})

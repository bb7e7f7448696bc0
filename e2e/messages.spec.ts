import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo } from './people.ts'

test('an announcement is in every open browser at once, as text, until it is put away', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor('de')
  await visitor.page.goto('/book')
  const strip = visitor.page.getByRole('region', { name: visitor.say('shell.banners') })
  await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()

  const staff = await newVisitor('en')
  const { page, say } = staff
  await signIn(staff, demo.superUser)
  await page.goto('/notifications')
  await page
    .getByRole('button', { name: say('messages.notifications.add') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  const script = '<img src=x onerror="document.title=1">'
  await form.getByLabel(say('messages.notifications.titleEn')).fill('Gate repair')
  await form.getByLabel(say('messages.notifications.descriptionEn')).fill('The gate is repaired tonight.')
  await form.getByLabel(say('messages.notifications.titleDe')).fill('Tor in Reparatur')
  await form.getByLabel(say('messages.notifications.descriptionDe')).fill(`Heute Abend. ${script}`)
  await form.getByLabel(say('messages.notifications.isActive')).check()
  await form.getByLabel(say('messages.notifications.isGlobal')).check()
  await staff.look('announcement-form')
  await form.getByRole('button', { name: say('messages.notifications.create'), exact: true }).click()

  await expect(strip.getByText('Tor in Reparatur')).toBeVisible()
  await expect(strip.getByText(script)).toBeVisible()
  await visitor.look('announcement')
  await strip.getByRole('button', { name: visitor.say('shell.dismiss') }).click()
  await expect(strip.getByText('Tor in Reparatur')).toBeHidden()
  await visitor.page.reload()
  await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(strip.getByText('Tor in Reparatur')).toBeHidden()

  // Changed, it comes back; switched off, it goes.
  const row = page.getByRole('row').filter({ hasText: 'Gate repair' })
  await row.getByRole('button').click()
  await form.getByLabel(say('messages.notifications.titleDe')).fill('Tor repariert')
  await form.getByRole('button', { name: say('shell.save'), exact: true }).click()
  await expect(strip.getByText('Tor repariert')).toBeVisible()
  await row.getByRole('button').click()
  await form.getByLabel(say('messages.notifications.isActive')).uncheck()
  await form.getByRole('button', { name: say('shell.save'), exact: true }).click()
  await expect(strip.getByText('Tor repariert')).toBeHidden()
})

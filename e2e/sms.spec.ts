import { signUpOf } from './accounts.ts'
import { expect, test } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { demo, newPerson } from './people.ts'

const NUMBER = '+4917055500142'

test('a tenant confirms his number by the code on his phone and chooses what to be told; staff see what went there', async ({
  newVisitor,
  request,
  simulators,
  allowRefusal,
}) => {
  const person = newPerson('de')
  const { id } = await signUpOf(request, person, 'de')
  const own = await newVisitor('de')
  await signIn(own, person.email, person.password)
  await own.page.goto(`/users/${id}#sms`)
  const card = own.page.locator('#sms')
  const phone = card.getByLabel(own.say('sms.card.phone'))
  const send = card.getByRole('button', { name: own.say('sms.card.send') })

  allowRefusal(/\/sms\/code$/, 400)
  await phone.fill('110 110')
  await send.click()
  await expect(card.getByText(own.say('sms.card.badPhone'))).toBeVisible()
  // As one writes it in the country of the account.
  await phone.fill('0170 55500142')
  await send.click()
  const code = card.getByLabel(own.say('sms.card.code'))
  await expect(code).toBeVisible()
  await own.look('sms-code')
  const came = await simulators.sms(NUMBER, /\d{6}/)
  allowRefusal(/\/sms\/confirm$/, 400)
  await code.fill(came === '000000' ? '000001' : '000000')
  await card.getByRole('button', { name: own.say('sms.card.confirm') }).click()
  await expect(card.getByText(own.say('sms.card.wrong'))).toBeVisible()
  await code.fill(came)
  await card.getByRole('button', { name: own.say('sms.card.confirm') }).click()

  const leftOpen = card.getByLabel(own.say('sms.topics.boxLeftOpen'))
  // Nothing is on that was not chosen.
  await expect(leftOpen).not.toBeChecked()
  const chosen = own.page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/sms'),
  )
  await leftOpen.check()
  expect((await chosen).ok()).toBe(true)
  await own.look('sms-topics')
  await own.page.reload()
  await expect(leftOpen).toBeChecked()
  await expect(card.getByLabel(own.say('sms.topics.accessClosing'))).not.toBeChecked()

  const staff = await newVisitor('ru')
  await signIn(staff, demo.superUser)
  await staff.page.goto('/email-history?channel=sms')
  const row = staff.page.getByRole('row').filter({ hasText: NUMBER })
  await expect(row.getByText(staff.say('sms.history.statuses.delivered'))).toBeVisible()
  // Of a code nobody reads the words.
  await expect(row.getByText(staff.say('sms.history.noText'))).toBeVisible()
  await staff.look('sms-history')
  await staff.page.goto('/mail-previews?kind=sms&in=pl')
  await expect(staff.page.getByText('408213')).toBeVisible()
  await staff.look('sms-previews')
  await staff.page.goto('/simulators?tab=phones')
  await expect(staff.page.getByRole('region', { name: NUMBER })).toBeVisible()
  await staff.look('sms-phones')

  await card.getByRole('button', { name: own.say('sms.card.forget') }).click()
  await own.page
    .getByRole('dialog')
    .getByRole('button', { name: own.say('sms.card.forget') })
    .click()
  await expect(phone).toBeVisible()
})

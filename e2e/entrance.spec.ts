import { mailTexts } from '@stowage/texts/mail/index.ts'
import { expect, test } from './journey.ts'
import { fillSignUp, signIn } from './pages/entrance.ts'
import { field } from './pages/fields.ts'
import { demo, newPerson } from './people.ts'
import { say as speak } from './texts.ts'

test('the first page speaks Russian; another language is chosen and kept', async ({
  newVisitor,
  browser,
  watch,
}) => {
  const context = await browser.newContext()
  await watch.watch(context)
  const page = await context.newPage()
  const answer = await page.goto('/login')
  expect(answer?.status()).toBe(200)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'ru')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(speak('ru')('accounts.login.title'))
  for (const language of ['pl', 'de', 'en'] as const) {
    await page.getByRole('combobox').first().selectOption(language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(speak(language)('accounts.login.title'))
    await expect(html).toHaveAttribute('lang', language)
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(speak('en')('accounts.login.title'))
  await context.close()
  const other = await newVisitor('ru')
  await other.page.goto('/login')
  await other.look('login')
})

test('signing up, forgetting the password, a new one by mail', async ({
  newVisitor,
  simulators,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\/auth\/login$/, 401)
  const visitor = await newVisitor('de')
  const { page, say, look } = visitor
  const person = newPerson('de')

  await page.goto('/login')
  await page.getByRole('link', { name: say('accounts.login.signUp') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('accounts.signUp.title'))
  await look('sign-up')
  // Nothing filled in: each field says so at once, names as well, and nothing is sent.
  await page.getByRole('button', { name: say('accounts.signUp.submit'), exact: true }).click()
  await expect(page.getByText(say('form.required'))).toHaveCount(8)
  await look('sign-up-errors')
  await fillSignUp(page, visitor, person)
  await expect(page).toHaveURL(new RegExp(`/login\\?email=${encodeURIComponent(person.email)}`))
  await expect(page.getByRole('status').filter({ hasText: say('accounts.signUp.done') })).toBeVisible()
  await expect(field(page, say('accounts.login.email'))).toHaveValue(person.email)

  await field(page, say('accounts.login.password')).fill('etwas anderes')
  await page.getByRole('button', { name: say('accounts.login.submit'), exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()

  await page.getByRole('link', { name: say('accounts.login.forgot') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('accounts.reset.title'))
  await look('reset-password')
  await field(page, say('accounts.reset.email')).fill(person.email)
  await page.getByRole('button', { name: say('accounts.reset.submit') }).click()
  await expect(page.getByRole('status').filter({ hasText: say('accounts.reset.sent') })).toBeVisible()

  const link = await newestLink()
  // An older link that is still open in the tab gives way to the newer one.
  await page.goto(`${link.split('=')[0]}=an-older-one`)
  await field(page, say('accounts.reset.password')).fill('vergessen')
  await page.goto(link)
  await expect(field(page, say('accounts.reset.password'))).toHaveValue('')
  await look('new-password')
  await field(page, say('accounts.reset.password')).fill('neuer-Schlüssel')
  await field(page, say('accounts.reset.confirmation')).fill('neuer-Schlüssel')
  await page.getByRole('button', { name: say('accounts.reset.confirmSubmit') }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(visitor, person.email, 'neuer-Schlüssel')
  await expect(page).toHaveURL(/\/my-boxes$/)

  async function newestLink(): Promise<string> {
    // The welcome may come behind it.
    const subject = mailTexts('de')('passwordReset.subject')
    const { text } = await simulators.mail(person.email, { subject })
    const found = /https?:\S+\/reset-password#code=[\w.-]+/.exec(text)?.[0]
    expect(found).toBeDefined()
    return found!
  }
})

test('signing out leaves nothing behind, in another tab either', async ({ newVisitor }) => {
  const visitor = await newVisitor('en')
  const { page, say } = visitor
  await signIn(visitor, demo.client)
  await expect(page).toHaveURL(/\/my-boxes$/)
  const tab = await page.context().newPage()
  await tab.goto('/my-boxes')
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  // As a begun booking keeps them.
  await page.evaluate(() => {
    sessionStorage.setItem('bookingDraft', '{"stockId":"s","boxId":"b"}')
    sessionStorage.setItem('bookingChoices', '{"owner":null,"choices":{}}')
  })
  await page.getByRole('button', { name: say('shell.signOut') }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('booking'))),
  ).toEqual([])
  await expect(tab).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

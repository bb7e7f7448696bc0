import { expect, type Locator, type Page } from '@playwright/test'
import type { Visitor } from '../journey.ts'
import { demoPassword, type NewPerson } from '../people.ts'
import { field } from './fields.ts'

/** Signs somebody in on /login; they land where the product leads them. */
export async function signIn({ page, say }: Visitor, email: string, password = demoPassword): Promise<void> {
  if (new URL(page.url(), 'http://x').pathname !== '/login') await page.goto('/login')
  await field(page, say('accounts.login.email')).fill(email)
  await field(page, say('accounts.login.password')).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('accounts.login.submit'), exact: true })
    .click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Fills in the sign-up form, on its own page or in the wizard's dialog, and sends it. */
export async function fillSignUp(place: Page | Locator, { say }: Visitor, person: NewPerson): Promise<void> {
  const write = async (name: Parameters<typeof say>[0], text: string): Promise<void> =>
    await place.getByRole('textbox', { name: say(name), exact: true }).fill(text)
  if (person.type === 'individual') {
    await write('accounts.signUp.firstName', person.firstName)
    await write('accounts.signUp.lastName', person.lastName)
  } else {
    await place.getByText(say('accounts.signUp.legal'), { exact: true }).click()
    await write('accounts.signUp.company', person.company ?? '')
    if (person.type === 'entrepreneur')
      await place.getByRole('checkbox', { name: say('accounts.signUp.entrepreneur') }).check()
  }
  await write('accounts.signUp.email', person.email)
  await write('accounts.signUp.phone', person.phone)
  await field(place, say('accounts.signUp.password')).fill(person.password)
  await place.getByRole('combobox', { name: say('accounts.signUp.country') }).selectOption(person.country)
  await write('accounts.signUp.city', person.city)
  await write('accounts.signUp.address', person.address)
  await write('accounts.signUp.zip', person.zip)
  await place.getByRole('checkbox', { name: say('accounts.signUp.isAdult') }).check()
  await place.getByRole('button', { name: say('accounts.signUp.submit'), exact: true }).click()
}

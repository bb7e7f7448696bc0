import type { APIRequestContext } from '@playwright/test'
import { codeOf } from './authenticator-app.ts'
import { expect, test, type Visitor } from './journey.ts'
import { signIn } from './pages/entrance.ts'
import { field } from './pages/fields.ts'
import { demo, demoPassword, newPerson, type NewPerson } from './people.ts'

/** E-mail and password alone: where they lead is the journey's to say. */
async function typePair({ page, say }: Visitor, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await field(page, say('accounts.login.email')).fill(email)
  await field(page, say('accounts.login.password')).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: say('accounts.login.submit'), exact: true })
    .click()
}

async function secretOn({ page }: Visitor): Promise<string> {
  return ((await page.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '')
}

async function codesOn({ page, say }: Visitor): Promise<string[]> {
  const list = page.getByRole('list', { name: say('security.codes.title') })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return await list.getByRole('listitem').allTextContents()
}

/** Opens an account as the form does. */
async function signUp(request: APIRequestContext, person: NewPerson): Promise<void> {
  const { type, ...fields } = person
  const answer = await request.post('/api/auth/sign-up', {
    data: { ...fields, accountType: type, isAdult: true },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('a tenant sets up a second factor, signs in with a code, with a recovery code, and ends another sign-in', async ({
  newVisitor,
  request,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\//, 401)
  allowRefusal(/^\/api\/auth\/login\/second-factor$/, 400)
  allowRefusal(/^\/api\/auth\/sessions$/, 403)
  const person = newPerson('de')
  await signUp(request, person)
  const tenant = await newVisitor('de', { viewport: { width: 390, height: 844 } })
  const { page, say } = tenant
  await signIn(tenant, person.email, person.password)
  const id = await ownId(tenant)
  await page.goto(`/users/${id}`)
  const card = page.getByRole('region', { name: say('security.factor.title') })
  await expect(card.getByText(say('security.factor.off'), { exact: true })).toBeVisible()
  await card.getByRole('button', { name: say('security.factor.setUp') }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, say('security.factor.password')).fill(person.password)
  await dialog.getByRole('button', { name: say('security.factor.next') }).click()
  await expect(dialog.getByRole('img', { name: say('security.secret.picture') })).toBeVisible()
  await tenant.look('second-factor-set-up')
  const secret = await secretOn(tenant)
  // The sixth digit sends it.
  await field(dialog, say('security.step.code')).fill(codeOf(secret))
  const codes = await codesOn(tenant)
  await dialog.getByRole('button', { name: say('security.codes.done') }).click()
  await expect(card.getByText(say('security.factor.on'), { exact: true })).toBeVisible()
  await tenant.look('profile-security')

  const other = await newVisitor('de')
  await typePair(other, person.email, person.password)
  const code = field(other.page, say('security.step.code'))
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await other.look('second-step')
  await code.fill('000 000')
  await expect(other.page.getByText(/stimmt nicht/)).toBeVisible()
  await code.fill(codeOf(secret, 1))
  await expect(other.page).toHaveURL(/\/my-boxes$/)

  // From the desk the phone is signed out; it learns so at its next call.
  await other.page.goto(`/users/${id}`)
  const sessions = other.page.getByRole('region', { name: say('security.sessions.title') })
  await expect(sessions.getByText(say('security.sessions.this'))).toBeVisible()
  await sessions.getByRole('button', { name: say('security.sessions.endOthers') }).click()
  await other.page
    .getByRole('dialog')
    .getByRole('button', { name: say('security.sessions.endYes') })
    .click()
  // With a second factor on, ending a sign-in asks for a proof; the code of the app has been used.
  const proof = other.page.getByRole('dialog', { name: say('shell.prove.title') })
  await field(proof, say('shell.ownPassword')).fill(person.password)
  await proof.getByRole('button', { name: say('security.step.useRecovery') }).click()
  await other.look('prove-self')
  await field(proof, say('security.step.recovery')).fill(codes[1] ?? '')
  await proof.getByRole('button', { name: say('shell.prove.yes'), exact: true }).click()
  await expect(proof).toBeHidden()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await page.goto('/my-boxes')
  await expect(page).toHaveURL(/\/login/)

  await typePair(tenant, person.email, person.password)
  await page.getByRole('button', { name: say('security.step.useRecovery') }).click()
  await field(page, say('security.step.recovery')).fill(codes[0] ?? '')
  await page.getByRole('button', { name: say('security.step.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/my-boxes$/)
})

test('a role requires a second factor: who has it sets one up before anything else', async ({
  newVisitor,
  request,
  allowRefusal,
}) => {
  allowRefusal(/^\/api\//, 401)
  const token = await tokenOf(request, demo.superUser)
  const stamp = Date.now().toString(36)
  const headers = { authorization: `Bearer ${token}` }
  const made = await request.post('/api/roles', {
    headers,
    data: {
      name: `Nachtschicht ${stamp}`,
      alias: `night-${stamp}`,
      platformRole: 'staff',
      permissions: ['stocks.availability'],
    },
  })
  const role = (await made.json()) as { _id: string }
  const { type, ...person } = newPerson('de')
  const added = await request.post('/api/users', {
    headers,
    data: { ...person, accountType: type, role: 'staff', roleId: role._id },
  })
  expect(added.ok(), await added.text()).toBe(true)
  const staff = await newVisitor('de')
  await signIn(staff, person.email, person.password)

  const boss = await newVisitor('de')
  await signIn(boss, demo.superUser)
  await boss.page.goto(`/roles?role=${role._id}`)
  const rule = boss.page.getByRole('switch', { name: boss.say('security.role.label') })
  await rule.click()
  await boss.page.getByRole('button', { name: boss.say('security.role.onYes'), exact: true }).click()
  await expect(rule).toBeChecked()
  await boss.look('role-requires-second-factor')

  await staff.page.goto('/stocks')
  await expect(staff.page).toHaveURL(/\/login/)
  await typePair(staff, person.email, person.password)
  await expect(staff.page.getByText(staff.say('security.step.setUpLead'))).toBeVisible()
  await staff.look('second-factor-at-sign-in')
  await field(staff.page, staff.say('security.step.code')).fill(codeOf(await secretOn(staff)))
  await codesOn(staff)
  await staff.page.getByRole('button', { name: staff.say('security.codes.done') }).click()
  await expect(staff.page).toHaveURL(/\/stocks/)
})

async function tokenOf(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/api/auth/login', { data: { email, password: demoPassword } })
  return ((await answer.json()) as { token: string }).token
}

async function ownId({ page }: Visitor): Promise<string> {
  return await page.evaluate(async () => {
    const answer = await fetch('/api/auth/me', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}` },
    })
    return ((await answer.json()) as { _id: string })._id
  })
}

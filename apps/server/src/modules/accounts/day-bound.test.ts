import { confirmPasswordReset, loginSecondFactor, requestPasswordReset } from '@stowage/api/accounts'
import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { proveSelf } from '@stowage/api/sessions'
import { afterEach, expect, test, vi } from 'vitest'
import { codeOf } from '../../testing/authenticator-app.ts'
import { createBrowser, type Browser } from '../../testing/browser.ts'
import { PASSWORD, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'
import { resetCodeFor } from './index.ts'

const { world } = await openPeopledWorld()
const { platform } = world.running
const { db } = platform
afterEach(() => void vi.restoreAllMocks())

const QUARTER_MS = 15 * 60_000

/** Tries as often as each quarter of an hour allows, for six hours; how many were heard. */
async function overAndOver(wrong: () => Promise<{ code: number }>): Promise<number> {
  const start = Date.now()
  let heard = 0
  for (let quarter = 0; quarter < 24; quarter += 1) {
    vi.spyOn(Date, 'now').mockReturnValue(start + quarter * QUARTER_MS + quarter)
    while ((await wrong()).code !== 9129) heard += 1
  }
  return heard
}

test('B3: a hundred wrong passwords a day, and not one more; a known device and a new password let the owner in', async () => {
  const person = await somebody(world)
  const own = createBrowser(world)
  expect((await own.signIn(person.email)).status).toBe(200)
  const stranger = createBrowser(world)
  expect(await overAndOver(async () => await stranger.signIn(person.email, 'not-it'))).toBe(100)
  expect((await stranger.signIn(person.email)).code).toBe(9129)
  expect((await own.signIn(person.email)).status).toBe(200)
  vi.restoreAllMocks()
  await world.person().call(requestPasswordReset, { body: { email: person.email } })
  const { id } = await db
    .selectFrom('password_reset')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const password = 'Himmelbett-73'
  const reset = await world.person().call(confirmPasswordReset, {
    body: { code: resetCodeFor(platform, id), password, passwordConfirmation: password },
  })
  expect(reset.status, reset.raw).toBe(200)
  expect((await createBrowser(world).signIn(person.email, password)).status).toBe(200)
})

test('B3: so it is with the own password that a session is asked for', async () => {
  const person = await somebody(world)
  const { modules } = world.running
  // A token lasts 15 minutes: who goes on for hours renews it.
  const wrong = async () =>
    await world
      .person(await modules.accounts.openSessionFor(person.id))
      .call(proveSelf, { body: { ownPassword: 'not-it' } })
  expect(await overAndOver(wrong)).toBe(100)
})

async function withFactor(person: NamedPerson): Promise<string> {
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  const proved = await standStill(
    async () => await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret, -1) } }),
  )
  expect(proved.status, proved.raw).toBe(200)
  return body.secret
}
const typed = async (browser: Browser, email: string, code: string) => {
  const mfaToken = (await browser.signIn(email)).errors[0]?.mfaToken ?? ''
  return await browser.send('POST', loginSecondFactor.path, { mfaToken, code })
}
const mailsTo = async (person: NamedPerson) => {
  await world.settle()
  const rows = await db
    .selectFrom('mail')
    .select('data')
    .where('account_id', '=', person.id)
    .where('kind', '=', 'accountSecurity')
    .execute()
  return rows.filter(({ data }) => (data as { what: string }).what === 'wrongCodes').length
}

test('B3: a hundred wrong codes a day, and one mail to the owner after the fifth', async () => {
  const person = await somebody(world)
  const secret = await withFactor(person)
  const browser = createBrowser(world)
  for (let count = 0; count < 4; count += 1)
    expect((await typed(browser, person.email, '000000')).code).toBe(9141)
  // A right one between them is none of them.
  const right = await standStill(async () => await typed(browser, person.email, codeOf(secret)))
  expect(right.status, right.raw).toBe(200)
  expect(await mailsTo(person)).toBe(0)
  expect((await typed(browser, person.email, '000000')).code).toBe(9141)
  expect(await mailsTo(person)).toBe(1)
  expect(await overAndOver(async () => await typed(browser, person.email, '000000'))).toBe(95)
  vi.restoreAllMocks()
  expect(await mailsTo(person)).toBe(1)
})

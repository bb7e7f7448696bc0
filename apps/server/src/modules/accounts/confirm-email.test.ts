import { confirmPasswordReset, getUser, me, requestPasswordResetByEmail, signUp } from '@stowage/api/accounts'
import { confirmEmail, resendConfirmation } from '@stowage/api/sessions'
import { describe, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { confirmCodeFor, resetCodeFor } from './index.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

/** The codes of the mails to an account, the oldest first. */
async function codesOf(accountId: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'email-confirmation-asked')
    .orderBy('id')
    .execute()
  return rows
    .map(({ payload }) => payload as { accountId: string; confirmId: string })
    .filter((payload) => payload.accountId === accountId)
    .map(({ confirmId }) => confirmCodeFor(platform, confirmId))
}
const confirm = async (code: string) => await people.visitor.call(confirmEmail, { body: { code } })
const isConfirmed = async (person: NamedPerson): Promise<boolean> =>
  (await people.sofia.call(getUser, { params: { id: person.id } })).body.isEmailConfirmed

/** Somebody whose address waits for its mail to be answered. */
async function asked(): Promise<{ person: NamedPerson; code: string }> {
  const person = await somebody(world)
  await person.call(resendConfirmation)
  return { person, code: (await codesOf(person.id)).at(-1) ?? '' }
}

describe('the confirmation of an address', () => {
  test('is asked at sign-up; nothing waits for it', async () => {
    const reply = await people.visitor.call(signUp, {
      body: {
        accountType: 'individual',
        email: 'newcomer@tenants.example',
        password: 'pkmnzy',
        firstName: 'New',
        lastName: 'Comer',
        country: 'DE',
        city: 'Berlin',
        phone: '+49 30 1',
        address: 'Weg 1',
        zip: '10115',
        isAdvertisingAgree: true,
      },
    })
    const mine = (await world.person(reply.body.token).call(me)).body
    expect(mine.isEmailConfirmed).toBe(false)
    const codes = await codesOf(mine.id)
    expect(codes).toHaveLength(1)
    expect((await confirm(codes[0] ?? '')).status).toBe(200)
    expect((await world.person(reply.body.token).call(me)).body.isEmailConfirmed).toBe(true)
  })

  test('the link pressed twice says the same twice', async () => {
    const { person, code } = await asked()
    expect((await confirm(code)).status).toBe(200)
    expect((await confirm(code)).status).toBe(200)
    expect(await isConfirmed(person)).toBe(true)
  })

  test.each(['', 'nonsense', 'x'.repeat(201)])('a code "%s" confirms nothing', async (code) => {
    expect((await confirm(code)).status).toBe(400)
  })

  test('a code of a link that was tampered with confirms nothing', async () => {
    const { person, code } = await asked()
    expect((await confirm(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).code).toBe(9001)
    expect(await isConfirmed(person)).toBe(false)
  })

  test('the link works 48 hours', async () => {
    const { person, code } = await asked()
    await platform.db
      .updateTable('email_confirmation')
      .set({ expires_at: machineNow().subtract({ seconds: 1 }) })
      .where('account_id', '=', person.id)
      .execute()
    expect((await confirm(code)).code).toBe(9001)
  })

  test('another address asks anew, and the link to the old one confirms nothing', async () => {
    const { person, code } = await asked()
    await confirm(code)
    await putUser(people.sofia, person.id, { email: `moved-${person.email}` })
    expect(await isConfirmed(person)).toBe(false)
    expect((await confirm(code)).code).toBe(9001)
    const codes = await codesOf(person.id)
    expect(codes).toHaveLength(2)
    expect((await confirm(codes[1] ?? '')).status).toBe(200)
    // The same address written otherwise is the same.
    await putUser(people.sofia, person.id, { email: `MOVED-${person.email}` })
    expect(await isConfirmed(person)).toBe(true)
  })

  test('is sent five times in 15 minutes, and not for an address that is confirmed', async () => {
    const { person, code } = await asked()
    await confirm(code)
    for (let count = 2; count <= 5; count += 1)
      expect((await person.call(resendConfirmation)).status).toBe(200)
    expect(await codesOf(person.id)).toHaveLength(1)
    const refused = await person.call(resendConfirmation)
    expect([refused.status, refused.code]).toEqual([429, 9129])
  })

  test('who sets a password by a mail has read that mail', async () => {
    const person = await somebody(world)
    await people.visitor.call(requestPasswordResetByEmail, { body: { email: person.email } })
    const { id } = await platform.db
      .selectFrom('password_reset')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const body = {
      code: resetCodeFor(platform, id),
      password: 'new-password',
      passwordConfirmation: 'new-password',
    }
    expect((await people.visitor.call(confirmPasswordReset, { body })).status).toBe(200)
    expect(await isConfirmed(person)).toBe(true)
  })
})

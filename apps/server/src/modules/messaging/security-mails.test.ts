import { confirmPasswordReset, requestPasswordReset, updateUser } from '@stowage/api/accounts'
import { createApiKey } from '@stowage/api/api-keys'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from '@stowage/api/second-factor'
import { expect, test } from 'vitest'
import { forgetInFacts } from '../../platform/events/forget-facts.ts'
import { codeOf } from '../../testing/authenticator-app.ts'
import { PASSWORD, prove, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'
import { resetCodeFor } from '../accounts/index.ts'
import { sendBy } from './letter-sender.ts'
import { sendDueMails } from './send-mails.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

interface Sent {
  readonly to: string
  readonly subject: string
  readonly text: string
}

async function sentNow(): Promise<Sent[]> {
  await world.settle()
  const sent: Sent[] = []
  await sendDueMails(
    platform,
    sendBy({
      send: async ({ to, subject, text }) => void sent.push({ to, subject, text }),
      close: () => undefined,
    }),
  )
  return sent
}

/** A person whose first mails are sent. */
async function calm(wish: Parameters<typeof somebody>[1] = {}): Promise<NamedPerson> {
  const person = await somebody(world, wish)
  await sentNow()
  return person
}

/** Switches a second factor on; its secret. */
async function withFactor(person: NamedPerson): Promise<string> {
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  const proved = await standStill(
    async () => await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret, -1) } }),
  )
  expect(proved.status, proved.raw).toBe(200)
  return body.secret
}

const subjects = (mails: readonly Sent[], to: string): string[] =>
  mails.filter((mail) => mail.to === to).map(({ subject }) => subject)

test('B8: a new password is mailed to its owner, set by himself, by staff or by the link of a mail', async () => {
  const person = await calm({ language: 'de' })
  const own = await person.call(updateUser, {
    params: { id: person.id },
    body: { password: 'Himmelbett-71', passwordConfirmation: 'Himmelbett-71' },
  })
  expect(own.status, own.raw).toBe(200)
  const [mail, ...others] = await sentNow()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: person.email, subject: 'Ihr Passwort wurde geändert' })
  expect(mail?.text).not.toContain('Mitglied unseres Teams')
  expect(mail?.text).toContain(`/users/${person.id}`)
  await prove(people.sofia)
  const theirs = await people.sofia.call(updateUser, {
    params: { id: person.id },
    body: { password: 'Himmelbett-72', passwordConfirmation: 'Himmelbett-72' },
  })
  expect(theirs.status, theirs.raw).toBe(200)
  expect((await sentNow())[0]?.text).toContain('Ein Mitglied unseres Teams')
  await world.person().call(requestPasswordReset, { body: { email: person.email } })
  await sentNow()
  const { id } = await platform.db
    .selectFrom('password_reset')
    .select('id')
    .where('account_id', '=', person.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const reset = await world.person().call(confirmPasswordReset, {
    body: {
      code: resetCodeFor(platform, id),
      password: 'Himmelbett-73',
      passwordConfirmation: 'Himmelbett-73',
    },
  })
  expect(reset.status, reset.raw).toBe(200)
  expect(subjects(await sentNow(), person.email)).toEqual(['Ihr Passwort wurde geändert'])
})

test('B8: a new e-mail is mailed to the former address and to the new one, and the event forgets it', async () => {
  const person = await calm()
  const email = `new-${person.email}`
  await prove(people.sofia)
  const changed = await people.sofia.call(updateUser, { params: { id: person.id }, body: { email } })
  expect(changed.status, changed.raw).toBe(200)
  const mails = await sentNow()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([email, person.email].toSorted())
  const former = mails.find(({ to }) => to === person.email)
  expect(former?.subject).toBe('Your account has another e-mail address')
  expect(former?.text).not.toContain(email)
  expect(former?.text).toContain('A member of our staff')
  const payload = async () =>
    (
      await platform.db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'account-secured')
        .where('aggregate', '=', `account:${person.id}`)
        .executeTakeFirstOrThrow()
    ).payload
  expect(JSON.stringify(await payload())).not.toContain(person.email)
  await forgetInFacts(platform.db, 'formerAddress')
  expect(await payload()).not.toHaveProperty('formerAddress')
})

test('B8: a second factor on and off, by its owner and by staff, is mailed', async () => {
  const person = await calm()
  const secret = await withFactor(person)
  expect(subjects(await sentNow(), person.email)).toEqual(['Your second factor is on'])
  const off = await standStill(
    async () => await person.call(removeSecondFactor, { body: { password: PASSWORD, code: codeOf(secret) } }),
  )
  expect(off.status, off.raw).toBe(200)
  const [mail] = await sentNow()
  expect(mail).toMatchObject({ to: person.email, subject: 'Your second factor is off' })
  expect(mail?.text).toContain('the password alone is enough')
  await withFactor(person)
  await sentNow()
  await prove(people.sofia)
  const reset = await people.sofia.call(resetSecondFactor, { params: { id: person.id } })
  expect(reset.status, reset.raw).toBe(200)
  expect((await sentNow())[0]?.text).toContain('A member of our staff switched off the second factor')
})

test('B8: an API key is mailed to the person in whose name it acts', async () => {
  const boss = await calm({ platformRole: 'superUser' })
  const made = await boss.call(createApiKey, { body: { name: 'k', scopes: ['accounts:read'] } })
  expect(made.status, made.raw).toBe(200)
  expect(subjects(await sentNow(), boss.email)).toEqual(['A new API key was created'])
})

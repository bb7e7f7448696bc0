import { expect, test } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { sendBy } from './letter-sender.ts'
import { sendDueMails } from './send-mails.ts'

const { world } = await openPeopledWorld()
const { platform } = world.running

test('a device on which nobody had signed in so far is told of; the same again, and the first of all, are not', async () => {
  const person = await somebody(world, { language: 'pl' })
  // As it is before anybody has ever signed in.
  await platform.db.deleteFrom('refresh_session').where('account_id', '=', person.id).execute()
  await platform.db.deleteFrom('sign_in').where('account_id', '=', person.id).execute()
  const told = async (): Promise<{ subject: string; text: string }[]> => {
    await world.settle()
    const sent: { subject: string; text: string }[] = []
    await sendDueMails(
      platform,
      sendBy({
        send: async ({ to, subject, text }) => void (to === person.email && sent.push({ subject, text })),
        close: () => undefined,
      }),
    )
    return sent
  }
  expect((await told()).map(({ subject }) => subject)).toEqual(['Witamy: Twoje konto jest gotowe'])
  const [one, two] = [createBrowser(world), createBrowser(world)]
  expect((await one.signIn(person.email)).status).toBe(200)
  expect((await one.signIn(person.email)).status).toBe(200)
  expect((await two.signIn(person.email, 'not-his-word')).status).toBe(401)
  expect(await told()).toEqual([])
  expect((await two.signIn(person.email)).status).toBe(200)
  expect((await two.signIn(person.email)).status).toBe(200)
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Logowanie na innym urządzeniu')
  expect(mail?.text).toContain('127.0.0.1')
  expect(mail?.text).toContain(`/users/${person.id}`)
})

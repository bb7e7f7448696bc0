import { createECDH, randomBytes } from 'node:crypto'
import { subscribePush } from '@stowage/api/inbox'
import { endOtherSessions } from '@stowage/api/sessions'
import { expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { endAccount } from '../accounts/index.ts'
import { forgetSessions } from '../accounts/forget-sessions.ts'
import { createBrowser } from '../../testing/browser.ts'
import { putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
const { platform } = world.running

/** A device on which somebody has signed in and asked to be told. */
async function device(person: NamedPerson, name: string) {
  const browser = createBrowser(world)
  const { token } = (await browser.signIn(person.email)).body
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  const body = { endpoint: `https://fcm.googleapis.com/${person.id}/${name}`, keys }
  expect((await browser.person(token).call(subscribePush, { body })).status).toBe(200)
  return {
    ...browser.person(token),
    signOut: async () => await browser.send('POST', 'auth/logout', {}, token),
  }
}
async function told({ id }: { id: string }): Promise<string[]> {
  await world.settle()
  const rows = await platform.db
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('account_id', '=', id)
    .execute()
  return rows.map(({ endpoint }) => endpoint.split('/').at(-1) ?? '').sort()
}

test('a browser is told as long as its sign-in lives: signed out here, elsewhere, or with the account it is not', async () => {
  const person = people.clara
  const cafe = await device(person, 'cafe')
  const phone = await device(person, 'phone')
  await device(person, 'lost')
  await device(people.leo, 'leo')
  expect(await told(person)).toEqual(['cafe', 'lost', 'phone'])
  await cafe.signOut()
  expect(await told(person)).toEqual(['lost', 'phone'])
  expect((await phone.call(endOtherSessions)).status).toBe(200)
  expect(await told(person)).toEqual(['phone'])
  await platform.transact(async (tx) => await endAccount(tx, person.id, platform.clock.now()))
  expect(await told(person)).toEqual([])
  expect(await told(people.leo)).toEqual(['leo'])
})

test('a new password of his own keeps the browser in which it was set; one set by somebody else keeps none', async () => {
  const person = await somebody(world)
  const phone = await device(person, 'phone')
  await device(person, 'lost')
  expect(await told(person)).toEqual(['lost', 'phone'])
  const words = (password: string) => ({ password, passwordConfirmation: password })
  expect((await putUser(phone, person.id, words('eight chars'))).status).toBe(200)
  expect(await told(person)).toEqual(['phone'])
  // Nothing else is open any more: the list of what ended is empty, and the phone stays.
  expect((await putUser(phone, person.id, words('nine chars.'))).status).toBe(200)
  expect(await told(person)).toEqual(['phone'])
  expect((await putUser(people.sofia, person.id, words('ten chars..'))).status).toBe(200)
  expect(await told(person)).toEqual([])
})

test('a sign-in that nobody used until it ran out is over, too', async () => {
  const person = await somebody(world)
  await device(person, 'old')
  await device(person, 'phone')
  const [old] = await platform.db
    .selectFrom('push_subscription')
    .select(['endpoint', 'family_id'])
    .where('endpoint', 'like', `%${person.id}/old`)
    .execute()
  await platform.db
    .updateTable('refresh_session')
    .set({ expires_at: machineNow().subtract({ seconds: 1 }) })
    .where('family_id', '=', old?.family_id ?? '')
    .execute()
  await forgetSessions({ platform })
  expect(await told(person)).toEqual(['phone'])
})

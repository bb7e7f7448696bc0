import { createUser, signUp } from '@stowage/api/accounts'
import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { me } from '@stowage/api/session'
import { expect, test } from 'vitest'
import { codeOf } from '../../testing/authenticator-app.ts'
import { createBrowser } from '../../testing/browser.ts'
import { PASSWORD, putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'
import { resetCodeFor } from './index.ts'

const { world, people } = await openPeopledWorld()

const facts = {
  accountType: 'individual',
  firstName: 'Nadia',
  lastName: 'Newcomer',
  country: 'DE',
  city: 'Berlin',
  phone: '+49 30 1234',
  address: 'Hauptstr.',
  zip: '10115',
  isAdvertisingAgree: false,
}
const guessed = { status: 400, errors: [{ errorCode: 9193, field: 'password' }] }

test.each(['123456', 'password', 'qwerty', 'aaaaaa', 'stowage', 'nadia.new', 'Newcomer'])(
  'B3: sign-up and a new user refuse %s',
  async (password) => {
    const body = { ...facts, email: 'nadia.new@tenants.example', password }
    expect(await people.visitor.send('POST', signUp.path, body)).toMatchObject(guessed)
    const user = { ...body, role: 'client' }
    expect(await people.sofia.send('POST', createUser.path, user)).toMatchObject(guessed)
  },
)

test('B3: a change of password refuses the commonest and the own name', async () => {
  const person = await somebody(world, { firstName: 'Bartholomew' })
  for (const password of ['password1', 'Bartholomew1'])
    expect(await putUser(person, person.id, { password, passwordConfirmation: password })).toMatchObject(
      guessed,
    )
})

test('B3: the link of the mail sets no such password either, and stays good', async () => {
  const person = await somebody(world)
  await people.visitor.send('POST', 'auth/reset-password', { email: person.email })
  const { platform } = world.running
  const { id } = await platform.db
    .selectFrom('password_reset')
    .select('id')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const code = resetCodeFor(platform, id)
  const confirm = async (password: string) =>
    await people.visitor.send('POST', 'auth/reset-password/confirm', {
      code,
      password,
      passwordConfirmation: password,
    })
  expect(await confirm('iloveyou')).toMatchObject(guessed)
  expect((await confirm('a quiet place')).status).toBe(200)
})

test('B9: sign-up ends the sign-in that this browser held before', async () => {
  const person = await somebody(world)
  const browser = createBrowser(world)
  const { token } = (await browser.signIn(person.email)).body
  const body = { ...facts, email: 'second@tenants.example', password: 'a-quiet-place' }
  expect((await browser.send('POST', signUp.path, body)).status).toBe(200)
  expect((await world.person(token).call(me)).code).toBe(9003)
})

test('B8: switching a second factor on ends the other sign-ins, and this one goes on', async () => {
  const person = await somebody(world)
  const other = world.person((await createBrowser(world).signIn(person.email)).body.token)
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  await standStill(
    async () => await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret, -1) } }),
  )
  expect((await other.call(me)).code).toBe(9003)
  expect((await person.call(me)).status).toBe(200)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { main, type Running } from '../../main.ts'
import { machineNow } from '../../platform/clock.ts'
import { createPerson, putUser } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import type { AccessTokens } from './access-token.ts'
import { createAuthenticator } from './authenticate.ts'

const { world, people } = await openPeopledWorld()
/** A second server on the same database, which hears of changes by the tail of events only. */
let other: Running
beforeAll(async () => {
  other = await main({ ...world.running.platform.config, port: 0 }, { manual: true, webFolder: '/nowhere' })
})
afterAll(async () => await other.close())

const statusThere = async (token: string | undefined): Promise<number> =>
  (await other.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode

test.each([
  [
    'signing out',
    async (id: string, token: string | undefined) =>
      await world.person(token).send('POST', 'auth/logout', { id }),
  ],
  ['a new role', async (id: string) => await putUser(people.sofia, id, { role: 'staff' })],
  [
    'a new password',
    async (id: string) =>
      await putUser(people.sofia, id, {
        password: 'x7quiet8',
        passwordConfirmation: 'x7quiet8',
      }),
  ],
])('%s on one server ends the token on another within a second', async (what, change) => {
  const person = await createPerson(world, { email: `${what.replaceAll(' ', '-')}@tenants.example` })
  expect(await statusThere(person.token)).toBe(200)
  expect((await change(person.id, person.token)).status).toBe(200)
  await expect.poll(async () => await statusThere(person.token), { interval: 20 }).toBe(401)
})

test('who called lately costs no query', async () => {
  const { clara } = people
  const { pool } = world.running.platform
  await clara.send('GET', 'users')
  let queries = 0
  const count = (): void => {
    queries += 1
  }
  pool.on('acquire', count)
  for (let call = 0; call < 5; call += 1) expect((await clara.send('GET', 'users')).code).toBe(9103)
  pool.off('acquire', count)
  expect(queries).toBe(0)
})

test('a change while an account is being read is not overwritten by what was read before', async () => {
  const person = await createPerson(world, { email: 'racing@stowage.example', platformRole: 'staff' })
  for (let round = 0; round < 5; round += 1) {
    const role = round % 2 === 0 ? 'client' : 'staff'
    const reading = Array.from(
      { length: 10 },
      async () => await world.running.modules.accounts.actorById(person.id),
    )
    await putUser(people.sofia, person.id, { role })
    await Promise.all(reading)
    expect((await world.running.modules.accounts.actorById(person.id))?.platformRole).toBe(role)
  }
})

test('A1: a right or a sign-in that ended in an event which was not heard is gone after a minute', async () => {
  const { db } = world.running.platform
  const demoted = await createPerson(world, { email: 'demoted@stowage.example', platformRole: 'staff' })
  const gone = await createPerson(world, { email: 'gone@stowage.example', platformRole: 'staff' })
  const row = async (id: string) =>
    await db
      .selectFrom('account as a')
      .innerJoin('refresh_session as r', 'r.account_id', 'a.id')
      .select(['a.id as accountId', 'a.token_generation as generation', 'r.family_id as familyId'])
      .where('a.id', '=', id)
      .executeTakeFirstOrThrow()
  const claims = new Map([
    ['demoted', { ...(await row(demoted.id)), by: null }],
    ['gone', { ...(await row(gone.id)), by: null }],
  ])
  let seconds = 0
  const tokens: Pick<AccessTokens, 'read'> = {
    read: async (token) => await Promise.resolve(claims.get(token) ?? null),
  }
  const deaf = createAuthenticator(db, tokens, () => machineNow().add({ seconds }))
  await deaf.start()
  for (const token of claims.keys()) expect((await deaf.authenticate(token))?.platformRole).toBe('staff')
  await people.sofia.send('PUT', `users/${demoted.id}`, { role: 'client' })
  await world.person(gone.token).send('POST', 'auth/logout', { id: gone.id })
  seconds = 59
  for (const token of claims.keys()) expect((await deaf.authenticate(token))?.platformRole).toBe('staff')
  seconds = 62
  expect((await deaf.authenticate('demoted'))?.platformRole).not.toBe('staff')
  expect(await deaf.authenticate('gone')).toBeNull()
})

import { createUser, updateUser } from '@stowage/api/accounts'
import { createApiKey, revokeApiKey } from '@stowage/api/api-keys'
import type { AnyEndpoint } from '@stowage/api/endpoint'
import { endpoints } from '@stowage/api'
import { createRole, deleteRole, updateRole } from '@stowage/api/roles'
import {
  beginSecondFactor,
  confirmSecondFactor,
  requireSecondFactor,
  resetSecondFactor,
} from '@stowage/api/second-factor'
import { endOtherSessions, endSession, endSessionsOf, proveSelf } from '@stowage/api/sessions'
import { describe, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { codeOf } from '../../testing/authenticator-app.ts'
import { createBrowser } from '../../testing/browser.ts'
import { PASSWORD, prove, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'

const { world, people } = await openPeopledWorld()
const { db } = world.running.platform

/** The last password of a person was typed eleven minutes ago, and so was the last proof. */
async function staleOf(person: NamedPerson): Promise<void> {
  const past = machineNow().subtract({ minutes: 11 })
  await db
    .updateTable('sign_in_proof')
    .set({ entered_at: past })
    .where('account_id', '=', person.id)
    .execute()
  await db
    .updateTable('sign_in_proof')
    .set({ proved_at: past })
    .where('account_id', '=', person.id)
    .where('proved_at', 'is not', null)
    .execute()
}

const newRole = async (boss: NamedPerson) => {
  const fresh = await somebody(world, { platformRole: 'superUser' })
  const body = { name: 'Any', alias: `any-${boss.id.toLowerCase()}`.slice(0, 30), platformRole: 'staff' }
  return (await fresh.call(createRole, { body })).body.id
}
const newKey = async () => {
  const fresh = await somebody(world, { platformRole: 'superUser' })
  const reply = await fresh.call(createApiKey, { body: { name: 'k', scopes: ['accounts:read'] } })
  expect(reply.status, reply.raw).toBe(200)
  return reply.body.id
}

type Act = (boss: NamedPerson) => Promise<{ url: string; body?: object }>
const facts = { accountType: 'individual', firstName: 'A', lastName: 'B', country: 'DE', city: 'X' }
let count = 0
const address = () => `proof${(count += 1)}@stowage.example`

/** A call for each endpoint that asks for a proof of the session's owner. */
const acts: Readonly<Record<string, Act>> = {
  [nameOf(createRole)]: async () => ({
    url: 'roles',
    body: { name: 'A role', alias: `role-${(count += 1)}`, platformRole: 'staff' },
  }),
  [nameOf(updateRole)]: async (boss) => ({ url: `roles/${await newRole(boss)}`, body: { name: 'Renamed' } }),
  [nameOf(deleteRole)]: async (boss) => ({ url: `roles/${await newRole(boss)}` }),
  [nameOf(requireSecondFactor)]: async (boss) => ({
    url: `roles/${await newRole(boss)}/second-factor`,
    body: { isRequired: true },
  }),
  [nameOf(createApiKey)]: async () => ({ url: 'api-keys', body: { name: 'k', scopes: ['accounts:read'] } }),
  [nameOf(revokeApiKey)]: async () => ({ url: `api-keys/${await newKey()}` }),
  [nameOf(endSession)]: async (boss) => {
    await createBrowser(world).signIn(boss.email)
    const { body } = await boss.send('GET', 'auth/sessions')
    return { url: `auth/sessions/${(body as { id: string }[])[0]?.id}` }
  },
  [nameOf(endOtherSessions)]: async () => ({ url: 'auth/sessions' }),
  [nameOf(endSessionsOf)]: async () => ({ url: `users/${(await somebody(world)).id}/sessions` }),
  [nameOf(resetSecondFactor)]: async () => {
    const other = await somebody(world)
    await factorOf(other)
    return { url: `users/${other.id}/second-factor` }
  },
  [nameOf(createUser)]: async () => ({
    url: 'users',
    body: { ...facts, ...rest, email: address(), role: 'staff', password: 'not-so-easy' },
  }),
  [nameOf(updateUser)]: async () => ({
    url: `users/${(await somebody(world)).id}`,
    body: { email: address() },
  }),
}
const rest = { address: 'Hauptstr.', zip: '10115', phone: '+49 30 1234' }

function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}

async function factorOf(person: NamedPerson): Promise<string> {
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  await standStill(
    async () => await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret, -1) } }),
  )
  return body.secret
}

const asking = endpoints.filter(({ proof }) => proof !== 'none' && proof !== 'in-body')

describe('B2: each call that asks for a proof', () => {
  test.each(asking.map(nameOf))('%s is refused without it, and done with it', async (name) => {
    const boss = await somebody(world, { platformRole: 'superUser' })
    const [method = ''] = name.split(' ')
    const made = await acts[name]?.(boss)
    if (made === undefined) throw new Error(`no act for ${name}: add it above`)
    await staleOf(boss)
    const refused = await boss.send(method, made.url, made.body)
    expect([refused.status, refused.code], refused.raw).toEqual([403, 9192])
    await prove(boss)
    const done = await boss.send(method, made.url, made.body)
    expect(done.status, done.raw).toBe(200)
  })

  test('none of those about credentials, roles, keys and sign-ins lacks it', () => {
    const guarding = endpoints.filter(
      ({ method, path, access }) =>
        method !== 'GET' &&
        access !== 'public' &&
        /^(roles|api-keys|auth\/sessions|auth\/second-factor|users$|users\/\{id\}$|users\/\{id\}\/(second-factor|sessions))/.test(
          path,
        ),
    )
    // Counts once its first code has come; the password was asked for the secret. The account ends by 5000, not by rights.
    const others = ['POST auth/second-factor/confirm', 'DELETE users/{id}']
    const bare = guarding.filter(({ proof }) => proof === 'none').map(nameOf)
    expect(bare).toEqual(others)
    expect(guarding.length).toBeGreaterThan(14)
  })
})

describe('B2: what counts as a proof', () => {
  const rename = { password: 'another-word', passwordConfirmation: 'another-word' }

  test('a client of the specification changes his own password right after signing in', async () => {
    const person = await somebody(world)
    const { token } = (await createBrowser(world).signIn(person.email)).body
    expect((await world.person(token).send('PUT', `users/${person.id}`, rename)).status).toBe(200)
  })

  test('a session alone sets no password once the sign-in is old', async () => {
    const person = await somebody(world)
    await staleOf(person)
    expect((await person.send('PUT', `users/${person.id}`, rename)).code).toBe(9192)
    // Nothing that guards the account is changed: nothing is asked.
    expect((await person.send('PUT', `users/${person.id}`, { language: 'de' })).status).toBe(200)
    const { email } = person
    expect((await people.sofia.send('PUT', `users/${person.id}`, { email, role: 'client' })).status).toBe(200)
  })

  test("somebody else's password is asked for each time, also right after signing in", async () => {
    const [one, other] = [await somebody(world), await somebody(world)]
    const boss = await somebody(world, { platformRole: 'superUser' })
    expect((await boss.send('PUT', `users/${one.id}`, rename)).code).toBe(9192)
    await prove(boss)
    // Refused for another reason, the call takes no proof.
    expect((await boss.send('PUT', `users/${one.id}`, { email: people.leo.email })).code).toBe(9000)
    expect((await boss.send('PUT', `users/${one.id}`, rename)).status).toBe(200)
    expect((await boss.send('PUT', `users/${other.id}`, rename)).code).toBe(9192)
  })

  test('with a second factor the sign-in does not count, and the proof takes a code', async () => {
    const person = await somebody(world)
    const secret = await factorOf(person)
    expect((await person.send('PUT', `users/${person.id}`, rename)).code).toBe(9192)
    expect((await person.call(proveSelf, { body: { ownPassword: PASSWORD } })).errors).toMatchObject([
      { errorCode: 1003, field: 'code' },
    ])
    const code = codeOf(secret)
    expect((await person.call(proveSelf, { body: { ownPassword: PASSWORD, code } })).status).toBe(200)
    expect((await person.send('PUT', `users/${person.id}`, rename)).status).toBe(200)
  })

  test('a wrong password proves nothing, and counts as a try', async () => {
    const person = await somebody(world)
    await staleOf(person)
    for (let tried = 0; tried < 10; tried += 1)
      expect((await person.call(proveSelf, { body: { ownPassword: 'guessed' } })).code).toBe(9144)
    expect((await person.call(proveSelf, { body: { ownPassword: PASSWORD } })).code).toBe(9129)
    expect((await person.send('PUT', `users/${person.id}`, rename)).code).toBe(9192)
  })

  test('it counts in the sign-in that gave it, and in no other', async () => {
    const person = await somebody(world)
    const other = world.person((await createBrowser(world).signIn(person.email)).body.token)
    await staleOf(person)
    await prove(person)
    expect((await other.send('PUT', `users/${person.id}`, rename)).code).toBe(9192)
    expect((await person.send('PUT', `users/${person.id}`, rename)).status).toBe(200)
  })

  test('a key proves no person', async () => {
    const { body } = await people.sofia.call(createApiKey, {
      body: { name: 'k', scopes: ['accounts:write'] },
    })
    const reply = await world.person(body.key ?? '').call(proveSelf, { body: { ownPassword: PASSWORD } })
    expect(reply.code).toBe(9182)
  })
})

import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { listSessions, resendConfirmation } from '@stowage/api/sessions'
import { createRole } from '@stowage/api/roles'
import { confirmCodeFor } from '@stowage/server/modules/accounts/index'
import { codeOf } from '@stowage/server/testing/authenticator-app'
import { createBrowser } from '@stowage/server/testing/browser'
import { PASSWORD, prove, somebody, type NamedPerson } from '@stowage/server/testing/people'
import { standStill } from '@stowage/server/testing/stand-still'
import type { Cast, Make, Role } from './permissions.calls.ts'

/** Somebody new with the rights of a role. */
export async function one({ house }: Cast, role: Role): Promise<NamedPerson> {
  const { world } = house
  if (role === 'superUser') return await somebody(world, { platformRole: 'superUser' })
  if (role === 'staff') return await somebody(world, { platformRole: 'staff' })
  if (role === 'admin') return await somebody(world, { platformRole: 'staff', roleAlias: 'admin' })
  return await somebody(world)
}

/** With a second factor; the code of this half minute is still good. */
async function withFactor(person: NamedPerson): Promise<{ readonly secret: string }> {
  const { secret } = (await person.call(beginSecondFactor, { body: { password: PASSWORD } })).body
  await standStill(async () => await person.call(confirmSecondFactor, { body: { code: codeOf(secret, -1) } }))
  return { secret }
}

export const asHimself = (person: NamedPerson, role: Role) => (role === 'public' ? {} : { [role]: person })

let count = 0

/** How the rows of second factors, sign-ins, confirmations and consents are tried. */
export const securityCalls: Readonly<Record<string, Make>> = {
  'POST auth/login/second-factor': async (cast, role) => {
    const person = await one(cast, role)
    const { secret } = await withFactor(person)
    const browser = createBrowser(cast.house.world)
    const first = await browser.signIn(person.email)
    return {
      url: 'auth/login/second-factor',
      body: { mfaToken: first.errors[0]?.mfaToken, code: codeOf(secret) },
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }
  },
  // Of no role here a second factor is asked: what setting up does is in second-factor.test.ts.
  'POST auth/login/second-factor/set-up': () => ({
    url: 'auth/login/second-factor/set-up',
    body: { mfaToken: 'x.y.z' },
  }),
  'GET auth/second-factor': () => ({ url: 'auth/second-factor' }),
  'POST auth/second-factor': async (cast, role) => ({
    url: 'auth/second-factor',
    body: { password: PASSWORD },
    as: asHimself(await one(cast, role), role),
  }),
  'POST auth/second-factor/confirm': async (cast, role) => {
    const person = await one(cast, role)
    const { secret } = (await person.call(beginSecondFactor, { body: { password: PASSWORD } })).body
    return {
      url: 'auth/second-factor/confirm',
      body: { code: codeOf(secret) },
      as: asHimself(person, role),
    }
  },
  'POST auth/second-factor/recovery-codes': async (cast, role) => {
    const person = await one(cast, role)
    const { secret } = await withFactor(person)
    return {
      url: 'auth/second-factor/recovery-codes',
      body: { password: PASSWORD, code: codeOf(secret) },
      as: asHimself(person, role),
    }
  },
  'POST auth/second-factor/remove': async (cast, role) => {
    const person = await one(cast, role)
    const { secret } = await withFactor(person)
    return {
      url: 'auth/second-factor/remove',
      body: { password: PASSWORD, code: codeOf(secret) },
      as: asHimself(person, role),
    }
  },
  'DELETE users/{id}/second-factor': async (cast) => {
    const own = await one(cast, 'own')
    await withFactor(own)
    await prove(cast.house.people.sofia)
    return { url: `users/${own.id}/second-factor`, as: { own } }
  },
  'DELETE users/{id}/sessions': async (cast) => {
    const own = await one(cast, 'own')
    return { url: `users/${own.id}/sessions`, as: { own } }
  },
  'PUT roles/{id}/second-factor': async ({ house }) => {
    const { body } = await house.people.sofia.call(createRole, {
      body: { name: 'Guarded', alias: `guarded-${(count += 1)}`, platformRole: 'staff' },
    })
    return { url: `roles/${body.id}/second-factor`, body: { isRequired: true } }
  },
  'GET auth/sessions': () => ({ url: 'auth/sessions' }),
  'DELETE auth/sessions/{id}': async (cast, role) => {
    const person = await one(cast, role)
    await createBrowser(cast.house.world).signIn(person.email)
    const list = (await person.call(listSessions)).body
    return {
      url: `auth/sessions/${list.find(({ isThis }) => !isThis)?.id}`,
      as: asHimself(person, role),
    }
  },
  'DELETE auth/sessions': async (cast, role) => ({
    url: 'auth/sessions',
    as: asHimself(await one(cast, role), role),
  }),
  'POST auth/prove': () => ({ url: 'auth/prove', body: { ownPassword: PASSWORD } }),
  'POST auth/confirm-email': async (cast) => {
    const { platform } = cast.house.world.running
    const person = await one(cast, 'own')
    await person.call(resendConfirmation)
    const { id } = await platform.db
      .selectFrom('email_confirmation')
      .select('id')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    return { url: 'auth/confirm-email', body: { code: confirmCodeFor(platform, id) } }
  },
  'POST auth/confirm-email/resend': () => ({ url: 'auth/confirm-email/resend', body: {} }),
  'GET users/{id}/consents': ({ clara }) => ({ url: `users/${clara.id}/consents` }),
}

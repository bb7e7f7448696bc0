import { login, loginAsUser, loginSecondFactor, loginSetUpSecondFactor, me } from '@stowage/api/accounts'
import { createRole, listRoles } from '@stowage/api/roles'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
} from '@stowage/api/second-factor'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { codeOf } from '../../testing/authenticator-app.ts'
import { createBrowser, type Browser } from '../../testing/browser.ts'
import { listen } from '../../testing/listen.ts'
import { PASSWORD, prove, putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { standStill } from '../../testing/stand-still.ts'
import type { NewAccount } from './index.ts'

const { world, people } = await openPeopledWorld()
const { db } = world.running.platform

interface Owner extends NamedPerson {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Somebody with a second factor; the code before that of this half minute is used up. */
async function owner(wish: Partial<NewAccount> = {}): Promise<Owner> {
  const person = await somebody(world, wish)
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  // The one before is good for as long as this half minute lasts.
  const proved = await standStill(
    async () => await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret, -1) } }),
  )
  expect(proved.status, proved.raw).toBe(200)
  return { ...person, secret: body.secret, recoveryCodes: proved.body.recoveryCodes }
}

/** Types e-mail and password; what the second step needs. */
async function firstStep(browser: Browser, email: string, password?: string): Promise<string> {
  const reply = await browser.signIn(email, password)
  expect([reply.status, reply.code], reply.raw).toEqual([401, 9102])
  return reply.errors[0]?.mfaToken ?? ''
}
const secondStep = async (browser: Browser, mfaToken: string, code: string) =>
  await browser.send('POST', loginSecondFactor.path, { mfaToken, code })

describe('setting up', () => {
  test('asks for the password, counts once a code has proved it, and shows ten codes', async () => {
    const person = await somebody(world)
    expect((await person.call(getSecondFactor)).body).toEqual({
      isOn: false,
      since: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    const wrong = await person.call(beginSecondFactor, { body: { password: 'no such' } })
    expect([wrong.status, wrong.code, wrong.errors[0]?.field]).toEqual([400, 9144, 'password'])
    const begun = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    // Begun and not proved: the password alone is still enough.
    expect((await createBrowser(world).signIn(person.email)).status).toBe(200)
    const bad = await person.call(confirmSecondFactor, { body: { code: '000000' } })
    expect([bad.status, bad.code, bad.errors[0]?.field]).toEqual([400, 9141, 'code'])
    expect(bad.errors[0]?.message).toContain('the time of your phone')
    expect(bad.errors[0]?.message).not.toContain('recovery')
    const done = await person.call(confirmSecondFactor, { body: { code: codeOf(begun.body.secret) } })
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect((await person.call(getSecondFactor)).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await person.call(me)).body.hasSecondFactor).toBe(true)
    const again = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
    expect([again.status, again.code]).toEqual([409, 9143])
  })

  test('keeps neither secret nor recovery codes readable', async () => {
    const { id, secret, recoveryCodes } = await owner()
    const row = await db
      .selectFrom('second_factor')
      .select('secret')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    const codes = await db.selectFrom('recovery_code').selectAll().where('account_id', '=', id).execute()
    const dump = JSON.stringify([row, codes])
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(dump).not.toContain(plain)
    expect(JSON.stringify(await auditOf(world, id))).not.toContain(secret)
  })
})

describe('signing in with it', () => {
  test('takes the password and a code; before that there is no session', async () => {
    const { email, secret } = await owner()
    const browser = createBrowser(world)
    const mfaToken = await firstStep(browser, email)
    expect(browser.cookies.has('refreshToken')).toBe(false)
    // The token between the steps opens nothing.
    expect((await world.person(mfaToken).call(me)).code).toBe(9003)
    const reply = await secondStep(browser, mfaToken, codeOf(secret).replace(/^(...)/, '$1 '))
    expect(reply.status, reply.raw).toBe(200)
    const { token } = reply.body as { token: string }
    expect((await world.person(token).call(me)).body.email).toBe(email)
    expect((await browser.refresh()).status).toBe(200)
  })

  test('a code is good once, in any browser', async () => {
    const { email, secret } = await owner()
    const code = codeOf(secret)
    const browser = createBrowser(world)
    expect((await secondStep(browser, await firstStep(browser, email), code)).status).toBe(200)
    const other = createBrowser(world)
    const replayed = await secondStep(other, await firstStep(other, email), code)
    expect([replayed.status, replayed.code]).toEqual([400, 9141])
  })

  test('two who come with the same code at once: one gets in', async () => {
    const { email, secret } = await owner()
    const code = codeOf(secret)
    const browsers = [createBrowser(world), createBrowser(world)]
    const tokens = await Promise.all(browsers.map(async (browser) => await firstStep(browser, email)))
    const replies = await Promise.all(
      browsers.map(async (browser, index) => await secondStep(browser, tokens[index] ?? '', code)),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('a recovery code lets in once, however it is typed', async () => {
    const person = await owner()
    const [code = ''] = person.recoveryCodes
    const browser = createBrowser(world)
    const typed = code.toUpperCase().replace('-', ' ')
    expect((await secondStep(browser, await firstStep(browser, person.email), typed)).status).toBe(200)
    const again = await secondStep(browser, await firstStep(browser, person.email), code)
    expect(again.code).toBe(9141)
    expect((await person.call(getSecondFactor)).body.recoveryCodesLeft).toBe(9)
  })

  test('the token is for one browser, one account, one password, ten minutes', async () => {
    const person = await owner()
    const browser = createBrowser(world)
    const mfaToken = await firstStep(browser, person.email)
    const elsewhere = await secondStep(createBrowser(world), mfaToken, codeOf(person.secret))
    expect([elsewhere.status, elsewhere.code]).toEqual([401, 9142])
    const [head = '', body = '', mark = ''] = mfaToken.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600)
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: people.sofia.id })).toString('base64url')
    expect((await secondStep(browser, `${head}.${forged}.${mark}`, codeOf(person.secret))).code).toBe(9142)
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    expect((await secondStep(browser, `${none}.${body}.`, codeOf(person.secret))).code).toBe(9142)
    // An access token is no token of a step.
    expect((await secondStep(browser, person.token ?? '', codeOf(person.secret))).code).toBe(9142)
    await putUser(people.sofia, person.id, {
      password: 'another-one',
      passwordConfirmation: 'another-one',
    })
    expect((await secondStep(browser, mfaToken, codeOf(person.secret))).code).toBe(9142)
    // A new password does not lift the second factor.
    const next = await firstStep(browser, person.email, 'another-one')
    expect((await secondStep(browser, next, codeOf(person.secret))).status).toBe(200)
  })

  test('the 11th wrong code in 15 minutes is refused with a time to wait, the right one then too', async () => {
    const person = await owner()
    const browser = createBrowser(world)
    const mfaToken = await firstStep(browser, person.email)
    for (let count = 1; count <= 10; count += 1)
      expect((await secondStep(browser, mfaToken, '000000')).code).toBe(9141)
    const refused = await secondStep(createBrowser(world, browser.cookies), mfaToken, codeOf(person.secret))
    expect([refused.status, refused.code]).toEqual([429, 9129])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  })

  test('right codes do not count as tries', async () => {
    const person = await owner()
    for (const code of person.recoveryCodes) {
      const browser = createBrowser(world)
      expect((await secondStep(browser, await firstStep(browser, person.email), code)).status).toBe(200)
    }
    const browser = createBrowser(world)
    const eleventh = await secondStep(browser, await firstStep(browser, person.email), codeOf(person.secret))
    expect(eleventh.status).toBe(200)
  })
})

describe('taking it off', () => {
  test('takes password and code', async () => {
    const person = await owner()
    const { secret } = person
    const off = async (password: string, code: string) =>
      await person.call(removeSecondFactor, { body: { password, code } })
    expect((await off('no such', codeOf(secret))).code).toBe(9144)
    expect((await off(PASSWORD, '000000')).code).toBe(9141)
    expect((await off(PASSWORD, codeOf(secret))).status).toBe(200)
    expect((await person.call(me)).body.hasSecondFactor).toBe(false)
    expect((await createBrowser(world).signIn(person.email)).status).toBe(200)
    expect((await off(PASSWORD, codeOf(secret, 1))).code).toBe(9143)
    expect(
      await db.selectFrom('recovery_code').where('account_id', '=', person.id).select('code_hash').execute(),
    ).toEqual([])
  })

  test('new recovery codes void the old ones', async () => {
    const person = await owner()
    const reply = await person.call(renewRecoveryCodes, {
      body: { password: PASSWORD, code: codeOf(person.secret) },
    })
    expect(reply.body.recoveryCodes).toHaveLength(10)
    const browser = createBrowser(world)
    const mfaToken = await firstStep(browser, person.email)
    expect((await secondStep(browser, mfaToken, person.recoveryCodes[0] ?? '')).code).toBe(9141)
    expect((await secondStep(browser, mfaToken, reply.body.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('a superUser resets it for another: sessions end, the record says who', async () => {
    const person = await owner()
    const params = { id: person.id }
    expect((await people.adam.call(resetSecondFactor, { params })).code).toBe(9103)
    expect((await person.call(resetSecondFactor, { params })).code).toBe(9103)
    await prove(people.sofia)
    const reply = await people.sofia.call(resetSecondFactor, { params })
    expect(reply.body.hasSecondFactor).toBe(false)
    expect((await person.call(me)).code).toBe(9003)
    expect((await createBrowser(world).signIn(person.email)).status).toBe(200)
    expect((await auditOf(world, person.id)).map(({ action }) => action)).toContain('second-factor-reset')
    await prove(people.sofia)
    expect((await people.sofia.call(resetSecondFactor, { params })).code).toBe(9143)
    expect((await people.sofia.call(resetSecondFactor, { params: { id: people.sofia.id } })).code).toBe(9143)
  })

  test('nobody touches it while acting as a user', async () => {
    const person = await owner()
    const { body } = await people.sofia.call(loginAsUser, { query: { userId: person.id } })
    const acting = world.person(body.token)
    expect((await acting.call(me)).status).toBe(200)
    for (const reply of [
      await acting.call(beginSecondFactor, { body: { password: PASSWORD } }),
      await acting.call(removeSecondFactor, { body: { password: PASSWORD, code: codeOf(person.secret) } }),
    ])
      expect(reply.code).toBe(9103)
  })
})

let count = 0
async function newRole(): Promise<{ id: string; alias: string }> {
  const { body } = await people.sofia.call(createRole, {
    body: { name: 'Guarded', alias: `guarded-${(count += 1)}`, platformRole: 'staff' },
  })
  return body
}
const rule = async (id: string, isRequired: boolean) =>
  await people.sofia.call(requireSecondFactor, { params: { id }, body: { isRequired } })

describe('a role that requires it', () => {
  test('leads who has none through setting up, before anything else works', async () => {
    const role = await newRole()
    const person = await somebody(world, { platformRole: 'staff', roleAlias: role.alias })
    const signedIn = createBrowser(world)
    await signedIn.signIn(person.email)
    expect((await person.call(me)).status).toBe(200)
    const { socket } = await listen(world, person)
    const ruled = await rule(role.id, true)
    expect(ruled.body.requiresSecondFactor).toBe(true)
    // Who is signed in is so no more, by token or by cookie.
    await expect.poll(async () => (await person.call(me)).code).toBe(9003)
    expect((await signedIn.refresh()).code).toBe(9003)
    // Nor is he told anything more.
    await expect.poll(() => socket.readyState).toBe(socket.CLOSED)

    const browser = createBrowser(world)
    const first = await browser.signIn(person.email)
    expect([first.code, first.errors[0]?.mustSetUp]).toEqual([9102, true])
    const mfaToken = first.errors[0]?.mfaToken ?? ''
    expect((await secondStep(browser, mfaToken, '123456')).code).toBe(9142)
    const shown = await browser.send('POST', loginSetUpSecondFactor.path, { mfaToken })
    const { secret } = shown.body as { secret: string }
    const wrong = await secondStep(browser, mfaToken, '000000')
    expect([wrong.code, wrong.raw.includes('recovery')]).toEqual([9141, false])
    const done = await secondStep(browser, mfaToken, codeOf(secret))
    const { token, recoveryCodes } = done.body as { token: string; recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    expect((await world.person(token).call(me)).body.hasSecondFactor).toBe(true)
    // It stays, and cannot be set up a second time by the same token.
    expect((await browser.send('POST', loginSetUpSecondFactor.path, { mfaToken })).code).toBe(9142)
    const off = await world.person(token).call(removeSecondFactor, {
      body: { password: PASSWORD, code: codeOf(secret, 1) },
    })
    expect([off.status, off.code]).toEqual([409, 9143])
  })

  test('who has one goes on working; lifted, the password alone is enough again', async () => {
    const role = await newRole()
    const has = await owner({ platformRole: 'staff', roleAlias: role.alias })
    const lacks = await somebody(world, { platformRole: 'staff', roleAlias: role.alias })
    await rule(role.id, true)
    await expect.poll(async () => (await lacks.call(me)).code).toBe(9003)
    expect((await has.call(me)).status).toBe(200)
    await rule(role.id, false)
    expect((await createBrowser(world).signIn(lacks.email)).status).toBe(200)
    expect((await auditOf(world, role.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['second-factor-ruled']),
    )
  })

  test('a built-in role counts for all without a named one; nobody shuts himself out', async () => {
    const roles = (await people.sofia.call(listRoles)).body
    const manager = roles.find(({ alias }) => alias === 'manager')
    const own = await rule(roles.find(({ alias }) => alias === 'super')?.id ?? '', true)
    expect([own.status, own.code]).toEqual([409, 9143])
    expect(
      (
        await people.adam.call(requireSecondFactor, {
          params: { id: manager?.id ?? '' },
          body: { isRequired: true },
        })
      ).code,
    ).toBe(9103)
    try {
      await rule(manager?.id ?? '', true)
      const reply = await createBrowser(world).signIn(people.mara.email)
      expect([reply.code, reply.errors[0]?.mustSetUp]).toEqual([9102, true])
      // An admin has a named role of his own.
      expect((await createBrowser(world).signIn(people.adam.email)).status).toBe(200)
      // Who acts as her is a superUser, of whom nothing is asked.
      const { body } = await people.sofia.call(loginAsUser, { query: { userId: people.mara.id } })
      expect((await world.person(body.token).call(me)).body.email).toBe(people.mara.email)
    } finally {
      await rule(manager?.id ?? '', false)
    }
  })
})

test('the first step answers a wrong password as ever, whether there is a second factor or not', async () => {
  const { email } = await owner()
  const reply = await people.visitor.send('POST', login.path, { email, password: 'wrong-password' })
  expect([reply.status, reply.code, reply.raw.includes('mfaToken')]).toEqual([401, 9101, false])
})

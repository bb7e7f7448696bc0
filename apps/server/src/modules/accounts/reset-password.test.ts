import {
  confirmPasswordReset,
  me,
  requestPasswordReset,
  requestPasswordResetByEmail,
} from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { createBrowser } from '../../testing/browser.ts'
import { createPerson, PASSWORD, putUser, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { resetCodeFor } from './index.ts'

const { world, people } = await openPeopledWorld()

let count = 0
/** Somebody who has asked for the mail, with the code that stands in it. */
async function asked(): Promise<{ person: NamedPerson; code: string; resetId: string }> {
  count += 1
  const person = await createPerson(world, { email: `forgot${count}@tenants.example` })
  await people.visitor.call(requestPasswordResetByEmail, { body: { email: person.email } })
  const resetId = (await resetsOf(person.id)).at(-1) ?? ''
  return { person, resetId, code: resetCodeFor(world.running.platform, resetId) }
}
async function resetsOf(accountId: string): Promise<string[]> {
  const rows = await world.running.platform.db
    .selectFrom('event')
    .select('payload')
    .where('type', '=', 'password-reset-requested')
    .orderBy('id')
    .execute()
  return rows
    .map((row) => row.payload as { accountId: string; resetId: string })
    .filter((payload) => payload.accountId === accountId)
    .map((payload) => payload.resetId)
}
const confirm = async (code: string, password = 'a new password') =>
  await people.visitor.call(confirmPasswordReset, {
    body: { code, password, passwordConfirmation: password },
  })

describe('a forgotten password', () => {
  test('both calls ask for the mail; nothing tells an unknown e-mail from a known one', async () => {
    const known = await people.visitor.send('PUT', requestPasswordReset.path, {
      passwordResetEmail: people.leo.email,
    })
    const knownToo = await people.visitor.send('POST', requestPasswordResetByEmail.path, {
      email: people.leo.email,
    })
    const unknown = await people.visitor.send('PUT', requestPasswordReset.path, {
      passwordResetEmail: 'nobody@tenants.example',
    })
    expect([known.status, knownToo.status, unknown.status]).toEqual([200, 200, 200])
    expect([knownToo.raw, unknown.raw]).toEqual([known.raw, known.raw])
    expect(await resetsOf(people.leo.id)).toHaveLength(2)
  })

  test('neither is answered before the time that both take', async () => {
    const time = async (email: string): Promise<[ms: number, answer: string]> => {
      const start = performance.now()
      const { status, raw } = await people.visitor.send('POST', requestPasswordResetByEmail.path, { email })
      return [performance.now() - start, `${status} ${raw}`]
    }
    const [known, unknown] = [await time(people.mara.email), await time('nobody2@tenants.example')]
    expect(Math.min(known[0], unknown[0])).toBeGreaterThan(145)
    expect(known[1]).toBe(unknown[1])
  })

  test.each([
    [{ email: '' }, 1000],
    [{}, 1000],
    [{ email: 'x' }, 1001],
  ])('asking with %j is refused', async (body, code) => {
    const reply = await people.visitor.send('POST', requestPasswordResetByEmail.path, body)
    expect([reply.status, reply.code]).toEqual([400, code])
  })

  test('a mailbox is not filled: the sixth mail in 15 minutes is refused, known or not', async () => {
    await createPerson(world, { email: 'flooded@tenants.example' })
    for (const email of ['flooded@tenants.example', 'flooded-nobody@tenants.example']) {
      const replies = await Promise.all(
        Array.from(
          { length: 6 },
          async () => await people.visitor.send('POST', requestPasswordResetByEmail.path, { email }),
        ),
      )
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
        200, 200, 200, 200, 200, 429,
      ])
      expect(replies.find((reply) => reply.status === 429)?.headers['retry-after']).toBeDefined()
    }
  })

  test('the code sets a password once and ends all sessions', async () => {
    const { person, code } = await asked()
    const browser = createBrowser(world)
    const { token } = (await browser.signIn(person.email)).body
    expect((await confirm(code)).status).toBe(200)
    expect((await world.person(token).call(me)).status).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
    expect((await browser.signIn(person.email, PASSWORD)).code).toBe(9101)
    expect((await browser.signIn(person.email, 'a new password')).status).toBe(200)
    const again = await confirm(code, 'another password')
    expect([again.status, again.code, again.errors[0]?.field]).toEqual([400, 9001, 'code'])
  })

  test('an unused link dies when another one was used, and pressing twice at once sets one', async () => {
    const { person, code } = await asked()
    await people.visitor.call(requestPasswordResetByEmail, { body: { email: person.email } })
    const second = resetCodeFor(world.running.platform, (await resetsOf(person.id)).at(-1) ?? '')
    expect(second).not.toBe(code)
    const twice = await Promise.all([confirm(second, 'first press'), confirm(second, 'second press')])
    expect(twice.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await confirm(code)).status).toBe(400)
  })

  test('a link sent to the old address dies when the account gets another one', async () => {
    const { person, code } = await asked()
    const moved = await putUser(people.sofia, person.id, { email: `moved-${person.email}` })
    expect(moved.status).toBe(200)
    expect(await confirm(code)).toMatchObject({ status: 400, code: 9001 })
  })

  test('opens the way again for who had guessed too often', async () => {
    const { person, code } = await asked()
    for (let tries = 1; tries <= 11; tries += 1)
      await createBrowser(world).signIn(person.email, 'wrong-password')
    expect((await createBrowser(world).signIn(person.email)).status).toBe(429)
    await confirm(code)
    expect((await createBrowser(world).signIn(person.email, 'a new password')).status).toBe(200)
  })

  test('is refused after an hour of the machine, whatever business time says', async () => {
    const { code, resetId } = await asked()
    await world.setTime('2027-06-01T10:00:00Z')
    await world.setTime('2026-11-21T10:00:00Z')
    await world.running.platform.db
      .updateTable('password_reset')
      .set({ expires_at: machineNow() })
      .where('id', '=', resetId)
      .execute()
    expect((await confirm(code)).code).toBe(9001)
  })

  test('a code that nobody was sent is refused', async () => {
    const { code, resetId } = await asked()
    for (const wrong of [
      resetId,
      `${resetId}.`,
      `${resetId}.${'A'.repeat(43)}`,
      `${code}x`,
      'x',
      "' or 1=1 --",
    ])
      expect((await confirm(wrong)).code).toBe(9001)
    expect((await confirm(code)).status).toBe(200)
  })

  test('the code stands nowhere in the database', async () => {
    const { code } = await asked()
    const { rows } = await world.running.platform.pool.query<{ all: string }>(
      `select (select string_agg(r::text, ' ') from password_reset r) || (select string_agg(e::text, ' ') from event e) as all`,
    )
    expect(rows[0]?.all).not.toContain(code.split('.')[1])
  })

  test.each([
    [
      'seven characters',
      { password: '1234567', passwordConfirmation: '1234567' },
      { password: 1004, passwordConfirmation: 1004 },
    ],
    ['eight', { password: 'x7quiet8', passwordConfirmation: 'x7quiet8' }, { code: 9001 }],
    ['sixty', { password: 'a'.repeat(60), passwordConfirmation: 'a'.repeat(60) }, { code: 9001 }],
    [
      'sixty-one',
      { password: 'a'.repeat(61), passwordConfirmation: 'a'.repeat(61) },
      { password: 1004, passwordConfirmation: 1004 },
    ],
    [
      'two different ones',
      { password: 'x7quiet8', passwordConfirmation: '87654321' },
      { password: 1005, passwordConfirmation: 1005 },
    ],
    ['no confirmation', { password: 'x7quiet8' }, { passwordConfirmation: 1002 }],
  ])('a new password of %s', async (_what, body, errors) => {
    const reply = await people.visitor.send('POST', confirmPasswordReset.path, { code: 'x', ...body })
    expect(Object.fromEntries(reply.errors.map((error) => [error.field, error.errorCode]))).toEqual(errors)
  })

  test('a superUser who asks for somebody leaves a record; while acting as a user he may not', async () => {
    const { sofia, clara } = people
    expect((await sofia.call(requestPasswordResetByEmail, { body: { email: clara.email } })).status).toBe(200)
    const records = await world.running.platform.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', clara.id)
      .execute()
    expect(records).toContainEqual({ action: 'password-reset-asked', actor_id: sofia.id })
    const { token } = (await sofia.send('POST', `auth/login-as-user?userId=${clara.id}`, {})).body as {
      token: string
    }
    expect(
      (await world.person(token).call(requestPasswordResetByEmail, { body: { email: clara.email } })).code,
    ).toBe(9103)
  })
})

import { me } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { listen } from '../../testing/listen.ts'
import { PASSWORD, putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

describe('passwords', () => {
  const words = { password: 'eight chars', passwordConfirmation: 'eight chars' }

  test('the owner sets his own: this session goes on, all others end', async () => {
    const person = await somebody(world)
    const [here, there] = [createBrowser(world), createBrowser(world)]
    const token = (await here.signIn(person.email)).body.token
    const other = (await there.signIn(person.email)).body.token
    expect((await world.person(token).send('PUT', `users/${person.id}`, words)).status).toBe(200)
    expect((await world.person(token).call(me)).status).toBe(200)
    expect((await here.refresh()).status).toBe(200)
    expect((await world.person(other).call(me)).status).toBe(401)
    expect((await there.refresh()).status).toBe(401)
    expect((await there.signIn(person.email, PASSWORD)).code).toBe(9101)
    expect((await there.signIn(person.email, words.password)).status).toBe(200)
  })

  test("a superUser sets another's: all sessions end, and it is in the audit without the password", async () => {
    const person = await somebody(world)
    expect((await putUser(people.sofia, person.id, words)).status).toBe(200)
    expect((await person.call(me)).status).toBe(401)
    const records = await auditOf(world, person.id)
    expect(records).toMatchObject([{ action: 'password-set', actor_id: people.sofia.id }])
    expect(JSON.stringify(records)).not.toMatch(/eight chars|argon2/)
    const { rows } = await world.running.platform.pool.query<{ all: string }>(
      `select (select coalesce(string_agg(i::text, ' '), '') from idempotency i) || (select string_agg(e::text, ' ') from event e) as all`,
    )
    expect(rows[0]?.all).not.toContain('eight chars')
  })

  test.each([
    [
      { password: '1234567', passwordConfirmation: '1234567' },
      { password: 1004, passwordConfirmation: 1004 },
    ],
    [
      { password: 'a'.repeat(61), passwordConfirmation: 'a'.repeat(61) },
      { password: 1004, passwordConfirmation: 1004 },
    ],
    [
      { password: 'x7quiet8', passwordConfirmation: '12345679' },
      { password: 1005, passwordConfirmation: 1005 },
    ],
    [{ password: 'x7quiet8' }, { passwordConfirmation: 1003 }],
    [{ passwordConfirmation: 'x7quiet8' }, { password: 1002 }],
  ])('%j is refused', async (body, errors) => {
    const reply = await putUser(people.clara, people.clara.id, body)
    expect([
      reply.status,
      Object.fromEntries(reply.errors.map((error) => [error.field, error.errorCode])),
    ]).toEqual([400, errors])
  })
})

describe('the live channel', () => {
  test('is closed when the password was set or the rights have changed', async () => {
    for (const change of [{ password: 'x7quiet8', passwordConfirmation: 'x7quiet8' }, { role: 'staff' }]) {
      const person = await somebody(world)
      const { socket } = await listen(world, person)
      const closed = new Promise((resolve) => socket.once('close', resolve))
      await putUser(people.sofia, person.id, change)
      expect(await closed).toBe(4401)
    }
  })
})

import { me, loginAsUser } from '@stowage/api/accounts'
import { endOtherSessions, endSession, listSessions } from '@stowage/api/sessions'
import { describe, expect, test } from 'vitest'
import { createBrowser, type Browser } from '../../testing/browser.ts'
import { PASSWORD, putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { consentsAndSessionsOf } from './index.ts'

const { world, people } = await openPeopledWorld()
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

interface SignedIn {
  readonly browser: Browser
  readonly token: string
}

/** Signs in from a device. */
async function signedIn(email: string, agent: string): Promise<SignedIn> {
  const browser = createBrowser(world)
  const reply = await world
    .person()
    .send('POST', 'auth/login', { email, password: PASSWORD }, { 'user-agent': agent })
  const cookies = ([] as string[]).concat(reply.headers['set-cookie'] as string[])
  for (const line of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    browser.cookies.set(name, value)
  }
  return { browser, token: (reply.body as { token: string }).token }
}
const listOf = async (token: string) => (await world.person(token).call(listSessions)).body

describe('the sign-ins of an account', () => {
  test('are listed with device and address, this one first', async () => {
    const person = await somebody(world)
    const desk = await signedIn(person.email, FIREFOX)
    const phone = await signedIn(person.email, SAFARI)
    const list = await listOf(desk.token)
    expect(list.map(({ browser, system, isThis }) => [browser, system, isThis])).toEqual([
      ['Firefox', 'Windows', true],
      ['Safari', 'iPhone', false],
    ])
    expect(list[0]?.address).toBe('127.0.0.1')
    expect((await listOf(phone.token))[0]?.browser).toBe('Safari')
    // A stranger sees his own only; what a script opened on the server is of no device.
    expect(await listOf(people.leo.token ?? '')).toEqual([])
  })

  test('go on as one while their tokens change', async () => {
    const person = await somebody(world)
    const { browser, token } = await signedIn(person.email, FIREFOX)
    const [before] = await listOf(token)
    // The machine's clock has gone on by a millisecond at least.
    for (const now = Date.now(); Date.now() === now;) await Promise.resolve()
    expect((await browser.refresh()).status).toBe(200)
    const [after, ...rest] = await listOf(token)
    expect(rest).toEqual([])
    expect(after?.id).toBe(before?.id)
    expect(after?.firstSeen).toBe(before?.firstSeen)
    // As moments: as text "….12Z" would come behind "….121Z".
    expect(Temporal.Instant.compare(after?.lastSeen ?? '', before?.lastSeen ?? '')).toBe(1)
  })

  test('one is ended: its token dies at the next call, its cookie too', async () => {
    const person = await somebody(world)
    const desk = await signedIn(person.email, FIREFOX)
    const phone = await signedIn(person.email, SAFARI)
    const id = (await listOf(desk.token)).find(({ browser }) => browser === 'Safari')?.id ?? ''
    const end = async (by: NamedPerson | string, which: string) =>
      await (typeof by === 'string' ? world.person(by) : by).call(endSession, { params: { id: which } })
    expect((await end(people.leo, id)).code).toBe(9104)
    expect((await end(desk.token, id)).status).toBe(200)
    await expect.poll(async () => (await world.person(phone.token).call(me)).code).toBe(9003)
    expect((await phone.browser.refresh()).code).toBe(9003)
    expect((await end(desk.token, id)).code).toBe(9104)
    expect((await world.person(desk.token).call(me)).status).toBe(200)
  })

  test('all others are ended at once, this one stays; a second press ends none', async () => {
    const person = await somebody(world)
    const desk = await signedIn(person.email, FIREFOX)
    const phone = await signedIn(person.email, SAFARI)
    const other = world.person(desk.token)
    expect((await other.call(endOtherSessions)).body).toEqual({ ended: 2 })
    expect((await other.call(endOtherSessions)).body).toEqual({ ended: 0 })
    await expect.poll(async () => (await world.person(phone.token).call(me)).code).toBe(9003)
    expect((await other.call(me)).status).toBe(200)
    expect((await desk.browser.refresh()).status).toBe(200)
    expect(await listOf(desk.token)).toHaveLength(1)
  })

  test('a new password of one’s own ends the others', async () => {
    const person = await somebody(world)
    const desk = await signedIn(person.email, FIREFOX)
    const phone = await signedIn(person.email, SAFARI)
    const changed = await world.person(desk.token).send('PUT', `users/${person.id}`, {
      password: 'new-password',
      passwordConfirmation: 'new-password',
    })
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await world.person(phone.token).call(me)).code).toBe(9003)
    expect(await listOf(desk.token)).toHaveLength(1)
  })

  test('are not shown to who acts as the user', async () => {
    const person = await somebody(world)
    const { body } = await people.sofia.call(loginAsUser, { query: { userId: person.id } })
    expect((await world.person(body.token).call(listSessions)).code).toBe(9103)
  })

  test('a user agent is kept as plain text and not longer than any real one', async () => {
    const person = await somebody(world)
    const { token } = await signedIn(person.email, `<script>${'x'.repeat(3000)}`)
    const [mine] = await listOf(token)
    expect([mine?.browser, mine?.system]).toEqual([null, null])
    const { user_agent: kept } = await world.running.platform.db
      .selectFrom('sign_in')
      .select('user_agent')
      .where('family_id', '=', mine?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(kept).toHaveLength(400)
  })

  test('stand in what is exported of a person, with his consents', async () => {
    const person = await somebody(world)
    await signedIn(person.email, FIREFOX)
    await putUser(person, person.id, { isAdvertisingAgree: true })
    const kept = await consentsAndSessionsOf(world.running.platform.db, person.id)
    expect(kept.sessions.map(({ browser }) => browser)).toContain('Firefox')
    expect(kept.consents.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([['advertising', true]])
  })
})

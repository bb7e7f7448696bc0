import { leaveUser, loginAsUser, me } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import type { Person } from '../../testing/world.ts'

const { world, people } = await openPeopledWorld()

describe('acting as a user', () => {
  test('only a superUser may, not onto himself, another superUser or nobody', async () => {
    const { sofia, clara, leo, mara, adam, visitor } = people
    const other = await somebody(world, { platformRole: 'superUser' })
    const asked = async (person: Person, id: string): Promise<number[]> => {
      const reply = await person.send('POST', `auth/login-as-user?userId=${id}`, {})
      return [reply.status, reply.code]
    }
    expect(await asked(visitor, leo.id)).toEqual([401, 9003])
    for (const person of [clara, mara, adam]) expect(await asked(person, leo.id)).toEqual([403, 9103])
    expect(await asked(sofia, sofia.id)).toEqual([403, 9103])
    expect(await asked(sofia, other.id)).toEqual([403, 9103])
    expect(await asked(sofia, '01JD0000000000000000000000')).toEqual([404, 6004])
  })

  test('names both, refuses what must stay personal, survives a refresh and leads back', async () => {
    const { sofia, clara } = people
    const browser = createBrowser(world)
    const { token: superToken } = (await browser.signIn(sofia.email)).body
    const entered = await browser.send('POST', `auth/login-as-user?userId=${clara.id}`, {}, superToken)
    expect(entered.body).toMatchObject({
      user: { _id: clara.id, impersonatedBy: { id: sofia.id, fullName: 'Sofia Super' } },
    })
    let acting = world.person((entered.body as { token: string }).token)
    expect((await acting.call(me)).body).toMatchObject({
      id: clara.id,
      role: 'client',
      impersonatedBy: { id: sofia.id, fullName: 'Sofia Super' },
    })
    acting = world.person((await browser.refresh()).body.accessToken)
    expect((await acting.call(me)).body).toMatchObject({ id: clara.id, impersonatedBy: { id: sofia.id } })
    expect((await acting.send('GET', 'users')).code).toBe(9103)
    expect(
      (await putUser(acting, clara.id, { password: 'x7quiet8', passwordConfirmation: 'x7quiet8' })).code,
    ).toBe(9103)
    expect((await putUser(acting, clara.id, { isKYCVerified: true })).code).toBe(9103)
    expect((await acting.call(loginAsUser, { query: { userId: people.leo.id } })).code).toBe(9103)
    await putUser(acting, clara.id, { language: 'ru' })
    const left = await browser.send('POST', leaveUser.path, {}, acting.token)
    expect(left.body).toMatchObject({ user: { _id: sofia.id } })
    expect((await world.person((await browser.refresh()).body.accessToken).call(me)).body.id).toBe(sofia.id)
    const records = (await auditOf(world, clara.id)).filter((record) => record.on_behalf_of === clara.id)
    expect(records.map((record) => [record.action, record.actor_id])).toEqual([
      ['user-acted-as', sofia.id],
      ['account-edited', sofia.id],
      ['user-left', sofia.id],
    ])
  })

  test("goes on with the acted user's token, the superUser's own and no one else's", async () => {
    const { sofia, clara, leo } = people
    const browser = createBrowser(world)
    const { token } = (await browser.signIn(sofia.email)).body
    const entered = await browser.send('POST', `auth/login-as-user?userId=${clara.id}`, {}, token)
    const acting = (entered.body as { token: string }).token
    const claras = (await createBrowser(world).signIn(clara.email)).body.token
    const leos = (await createBrowser(world).signIn(leo.email)).body.token
    for (const foreign of [claras, leos]) expect((await browser.refresh(foreign)).code).toBe(9003)
    // The superUser's own: the answer that brought the other one got lost, the cookie had arrived.
    for (const own of [acting, token]) {
      const { accessToken } = (await browser.refresh(own)).body
      expect((await world.person(accessToken).call(me)).body).toMatchObject({
        id: clara.id,
        impersonatedBy: { id: sofia.id },
      })
    }
  })

  test('sets neither his password nor his PIN, which opens doors as he does', async () => {
    const user = await somebody(world)
    const { body } = await people.sofia.send('POST', `auth/login-as-user?userId=${user.id}`, {})
    const acting = world.person((body as { token: string }).token)
    for (const secret of [{ password: 'x7quiet8', passwordConfirmation: 'x7quiet8' }, { pinCode: '471104' }])
      expect(await putUser(acting, user.id, secret)).toMatchObject({ status: 403, code: 9103 })
    expect((await putUser(acting, user.id, { language: 'de' })).status).toBe(200)
  })

  test('the token alone does not lead back, and dies with the superUser and with the user', async () => {
    const boss = await somebody(world, { platformRole: 'superUser' })
    const user = await somebody(world)
    const act = async () =>
      world.person(
        ((await boss.send('POST', `auth/login-as-user?userId=${user.id}`, {})).body as { token: string })
          .token,
      )
    const acting = await act()
    expect((await acting.call(leaveUser)).code).toBe(9003)
    expect((await user.call(leaveUser)).code).toBe(9103)
    await putUser(people.sofia, user.id, { password: 'x7quiet8', passwordConfirmation: 'x7quiet8' })
    expect((await acting.call(me)).status).toBe(401)
    const again = await act()
    await putUser(people.sofia, boss.id, { role: 'client' })
    expect((await again.call(me)).status).toBe(401)
  })

  test('is over when the user becomes a superUser meanwhile', async () => {
    const user = await somebody(world)
    const browser = createBrowser(world)
    const { token } = (await browser.signIn(people.sofia.email)).body
    const acting = (
      (await browser.send('POST', `auth/login-as-user?userId=${user.id}`, {}, token)).body as {
        token: string
      }
    ).token
    await putUser(people.sofia, user.id, { role: 'superUser' })
    expect((await world.person(acting).call(me)).status).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
  })
})

import { login, me } from '@stowage/api/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../../main.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { ensureFirstSuperuser } from './index.ts'

const admin = { adminEmail: 'Owner@boxes.example', adminPassword: 'first password' }
let world: World
beforeAll(async () => {
  world = await createWorld({ config: admin })
})
afterAll(async () => await world.close())

const superUsers = async (): Promise<string[]> =>
  (
    await world.running.platform.db
      .selectFrom('account')
      .select('email')
      .where('platform_role', '=', 'superUser')
      .orderBy('id')
      .execute()
  ).map((row) => row.email)

test('an empty system gets its first superUser from the settings, who signs in', async () => {
  const reply = await world
    .person()
    .call(login, { body: { email: 'owner@boxes.example', password: 'first password' } })
  expect(reply.status).toBe(200)
  expect((await world.person(reply.body.token).call(me)).body).toMatchObject({
    role: 'superUser',
    roleName: 'super',
    displayName: 'Owner@boxes.example',
  })
  expect(await world.running.platform.db.selectFrom('audit').select('action').execute()).toEqual([
    { action: 'first-superuser-created' },
  ])
})

test('later starts, also with other settings and two at once, make nobody a superUser', async () => {
  const { platform } = world.running
  await ensureFirstSuperuser({
    ...platform,
    config: { ...platform.config, adminEmail: 'intruder@boxes.example', adminPassword: 'another one' },
  })
  const second = await main({ ...platform.config, port: 0 }, { manual: true, webFolder: '/nowhere' })
  await second.close()
  expect(await superUsers()).toEqual(['Owner@boxes.example'])
  await platform.db.deleteFrom('refresh_session').execute()
  await platform.db.deleteFrom('sign_in').execute()
  await platform.db.deleteFrom('account').execute()
  await Promise.all([1, 2, 3].map(async () => await ensureFirstSuperuser(platform)))
  expect(await superUsers()).toEqual(['Owner@boxes.example'])
})

test('the built-in roles stand once, with what the domain gives them', async () => {
  const roles = await world.running.platform.db
    .selectFrom('role')
    .select(['alias', 'platform_role', 'built_in'])
    .orderBy('alias')
    .execute()
  expect(roles).toEqual([
    { alias: 'admin', platform_role: 'staff', built_in: true },
    { alias: 'manager', platform_role: 'staff', built_in: true },
    { alias: 'super', platform_role: 'superUser', built_in: true },
    { alias: 'user', platform_role: 'client', built_in: true },
  ])
})

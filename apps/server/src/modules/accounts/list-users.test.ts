import { getUser, listUsers, me, searchUsers } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { createPerson, putUser } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createWorld } from '../../testing/world.ts'
import { createAccount, endAccount } from './index.ts'

const { people } = await openPeopledWorld()

describe('who may read accounts', () => {
  test('a visitor may nothing, clients and staff only themselves, a superUser all', async () => {
    const { visitor, clara, leo, mara, adam, sofia } = people
    for (const url of ['users', 'users/search?search=leo', `users/${leo.id}`, 'auth/me']) {
      const reply = await visitor.send('GET', url)
      expect([url, reply.status, reply.code]).toEqual([url, 401, 9003])
    }
    for (const person of [clara, mara, adam]) {
      for (const url of [
        'users',
        'users/search?search=leo',
        `users/${leo.id}`,
        'users/01JD0000000000000000000000',
      ]) {
        const reply = await person.send('GET', url)
        expect([url, reply.status, reply.code]).toEqual([url, 403, 9103])
      }
      expect((await person.call(getUser, { params: { id: person.id } })).body.id).toBe(person.id)
    }
    expect((await sofia.call(getUser, { params: { id: leo.id } })).body).toMatchObject({
      email: leo.email,
      displayName: 'Legal & Sons',
    })
    for (const id of ['01JD0000000000000000000000', 'x', "'--", '%00']) {
      const reply = await sofia.send('GET', `users/${id}`)
      expect([reply.status, [6004, 9104, 9001].includes(reply.code)]).toEqual([
        reply.status === 400 ? 400 : 404,
        true,
      ])
    }
    expect((await adam.call(me)).body).toMatchObject({ role: 'staff', roleName: 'admin' })
    expect((await mara.call(me)).body).toMatchObject({
      role: 'staff',
      roleName: 'manager',
      permissions: ['equipment.open', 'stocks.availability', 'stocks.connection', 'boxes.lockStatus'],
    })
  })

  test('no answer carries a hash', async () => {
    await putUser(people.clara, people.clara.id, { pinCode: '471104' })
    const replies = [
      await people.sofia.send('GET', 'users'),
      await people.clara.send('GET', 'auth/me'),
      await putUser(people.clara, people.clara.id, { language: 'en' }),
    ]
    for (const reply of replies)
      expect(reply.raw).not.toMatch(/argon2|hash[^":]*":|"pin|471104|token_generation|tokenGeneration/i)
    expect((await people.clara.call(me)).body.hasPinCode).toBe(true)
  })
})

describe('the list', () => {
  test('has 100 a page, newest first, without ended accounts', async () => {
    const own = await createWorld()
    try {
      const { platform } = own.running
      const superUser = await createPerson(own, {
        email: 'super@stowage.example',
        platformRole: 'superUser',
        at: Temporal.Instant.from('2020-01-01T00:00:00Z'),
      })
      await platform.transact(async (tx) => {
        for (let index = 1; index <= 104; index += 1) {
          await createAccount(tx, {
            email: `tenant${index}@tenants.example`,
            passwordHash: null,
            platformRole: 'client',
            language: 'ru',
            accountType: 'individual',
            firstName: `First${index}`,
            lastName: 'Last',
            country: 'RU',
            city: 'X',
            phone: `+7 (495) ${100 + index}-00`,
            at: Temporal.Instant.from('2026-01-01T00:00:00Z').add({ hours: index }),
          })
        }
      })
      const last = await superUser.call(searchUsers, { query: { search: 'tenant104@' } })
      await platform.transact((tx) => endAccount(tx, last.body.items[0]?.id ?? '', platform.clock.now()))
      const first = await superUser.call(listUsers)
      expect(first.body).toMatchObject({ total: 104, page: 1, pageSize: 100 })
      expect(first.body.items).toHaveLength(100)
      expect(first.body.items[0]?.email).toBe('tenant103@tenants.example')
      const second = await superUser.call(listUsers, { query: { page: '2' } })
      expect(second.body.items.map((item) => item.email)).toEqual([
        'tenant3@tenants.example',
        'tenant2@tenants.example',
        'tenant1@tenants.example',
        'super@stowage.example',
      ])
      expect((await superUser.call(listUsers, { query: { page: '3' } })).body.items).toEqual([])
      for (const page of ['0', '-1', 'x', '1.5', '1e3'])
        expect((await superUser.send('GET', `users?page=${page}`)).code).toBe(1005)

      const find = async (search: string) =>
        (await superUser.call(searchUsers, { query: { search } })).body.items.map((item) => item.email)
      const beyond = await superUser.call(searchUsers, { query: { search: 'tenants.example', page: '3' } })
      expect(beyond.body).toMatchObject({ items: [], total: 103, page: 3 })
      expect(await find('TENANT50@')).toEqual(['tenant50@tenants.example'])
      expect(await find('First77 Last')).toEqual(['tenant77@tenants.example'])
      expect(await find('last first77')).toEqual(['tenant77@tenants.example'])
      expect(await find('7495 188')).toEqual(['tenant88@tenants.example'])
      expect(await find('%')).toEqual([])
      expect(await find('_enant50')).toEqual([])
      expect(await find("' or true --")).toEqual([])
      expect(await find('tenant104')).toEqual([])
    } finally {
      await own.close()
    }
  })
})

import { createCity, updateCity } from '@stowage/api/catalog'
import { listAudit } from '@stowage/api/reports'
import { createRole } from '@stowage/api/roles'
import { deleteUser } from '@stowage/api/contracts'
import { loginAsUser, updateUser } from '@stowage/api/accounts'
import { addAppeal, handleAppeal } from '@stowage/api/support'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

const read = async (query: Record<string, string> = {}) =>
  (await people.sofia.call(listAudit, { query })).body

test('an act says who, what, before and after, with the names of people and things', async () => {
  const { body: city } = await people.sofia.call(createCity, { body: { city: 'Ulm', country: 'DE' } })
  await people.sofia.call(updateCity, { params: { id: city.id }, body: { size: 7 } })
  const { items, total } = await read({ subjectId: city.id })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      action: 'city-changed',
      subjectType: 'city',
      subjectName: 'Ulm',
      actor: { id: people.sofia.id, email: people.sofia.email },
      onBehalfOf: null,
      before: { size: 0 },
      after: { size: 7 },
    },
    { action: 'city-created' },
  ])
})

test('a request goes by the name of who made it', async () => {
  const asked = { name: 'Ilse Aichinger', phone: '+49 30 555-01', type: 'callback' } as const
  const { id } = (await world.person().call(addAppeal, { body: asked })).body
  await people.sofia.call(handleAppeal, { params: { id }, body: {} })
  expect((await read({ subjectId: id })).items).toMatchObject([
    { action: 'appeal-handled', subjectType: 'appeal', subjectName: 'Ilse Aichinger' },
  ])
})

test('what is done as somebody else names both', async () => {
  const session = await people.sofia.call(loginAsUser, { query: { userId: people.clara.id } })
  const asClara = world.person(session.body.token)
  await asClara.call(updateUser, { params: { id: people.clara.id }, body: { phone: '+49 30 99' } })
  const { items } = await read({ action: 'account-edited', subjectId: people.clara.id })
  expect(items[0]).toMatchObject({
    actor: { id: people.sofia.id },
    onBehalfOf: { id: people.clara.id },
    subjectAccountId: people.clara.id,
  })
  expect((await read({ who: people.clara.email })).items.map(({ id }) => id)).toContain(items[0]?.id)
})

test('filters narrow, pages follow one another, and a percent sign is only a sign', async () => {
  for (let index = 0; index < 60; index += 1)
    await people.sofia.call(createRole, {
      body: { name: `R${index}`, alias: `r-${index}`, platformRole: 'staff' },
    })
  const first = await read({ action: 'role-created' })
  const second = await read({ action: 'role-created', page: '2' })
  expect([first.items.length, second.items.length, first.total]).toEqual([50, 10, 60])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
  const times = [...first.items, ...second.items].map(({ at }) => at)
  expect(times).toEqual([...times].sort().reverse())
  expect((await read({ who: '%' })).total).toBe(0)
  const today = times[0]!.slice(0, 10)
  expect((await read({ action: 'role-created', from: today, to: today })).total).toBe(60)
  expect((await read({ to: '2001-01-01' })).total).toBe(0)
})

test('who did it is found by any spelling of the name, by two letters, and after the account has ended', async () => {
  const vera = await createPerson(world, { email: 'vera@staff.example', platformRole: 'superUser' })
  await people.sofia.call(updateUser, {
    params: { id: vera.id },
    body: { firstName: 'Вера', lastName: 'Ёлкина' },
  })
  const { body: city } = await vera.call(createCity, { body: { city: 'Тверь', country: 'RU' } })
  const actsOf = async (who: string) =>
    (await read({ who, subjectType: 'city' })).items.map(({ subjectId }) => subjectId)
  for (const who of ['вера ёлк', 'ЁЛКИНА', 'elkina', 'вЕ', 'ве', 'Vera@'])
    expect([who, await actsOf(who)]).toEqual([who, [city.id]])
  expect((await people.sofia.call(deleteUser, { params: { id: vera.id } })).status).toBe(200)
  for (const who of ['ёлкина', 'вера', 've']) expect([who, await actsOf(who)]).toEqual([who, [city.id]])
})

test.each([
  ['page=0', 'page'],
  ['page=201', 'page'],
  ['from=2026-02-30', 'from'],
])('bad input: %s', async (query, field) => {
  expect((await people.sofia.send('GET', `audit?${query}`)).errors[0]).toMatchObject({
    errorCode: 1005,
    field,
  })
})

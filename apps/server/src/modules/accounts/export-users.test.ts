import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listUsers, searchUsers, updateUser } from '@stowage/api/accounts'
import { createRole } from '@stowage/api/roles'
import { createPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  await createPerson(world, {
    email: 'ivan@tenants.example',
    firstName: 'Иван',
    lastName: 'Ёлкин',
    country: 'RU',
  })
  await createPerson(world, { email: 'mueller@tenants.example', firstName: '=1+1', lastName: 'Müller' })
  await createPerson(world, {
    email: 'lodz@tenants.example',
    accountType: 'legal',
    company: 'Łódź; "Boxes"',
    phone: '+48 22 555-01-02',
  })
})

const found = async (search: string) =>
  (await people.sofia.call(searchUsers, { query: { search } })).body.items.map(({ email }) => email)
const sorted = async (query: { sort: string; role?: 'client' | 'staff' }) =>
  (await people.sofia.call(listUsers, { query })).body.items

test('letters of four alphabets are found in either case, and as they are written plainly', async () => {
  for (const text of ['иван', 'ИВАН', 'елкин', 'ivan', 'ЁЛКИН ИВАН'])
    expect([text, await found(text)]).toEqual([text, ['ivan@tenants.example']])
  for (const text of ['MÜLLER', 'muller', 'mueller@'])
    expect(await found(text)).toEqual(['mueller@tenants.example'])
  for (const text of ['łódź', 'LODZ;', '555 01 02'])
    expect(await found(text)).toEqual(['lodz@tenants.example'])
  expect(await found('100%')).toEqual([])
})

test('the list is sorted by any column, both ways, and can show one role', async () => {
  const names = (await sorted({ sort: 'name', role: 'client' })).map(({ displayName }) => displayName)
  expect(names).toEqual(['=1+1 Müller', 'Clara Client', 'Legal & Sons', 'Łódź; "Boxes"', 'Иван Ёлкин'])
  const back = (await sorted({ sort: '-name', role: 'client' })).map(({ displayName }) => displayName)
  expect(back).toEqual(names.toReversed())
  for (const sort of ['email', 'accountType', 'phone', 'role', 'created']) {
    const up = (await sorted({ sort })).map(({ id }) => id)
    expect((await sorted({ sort: `-${sort}` })).map(({ id }) => id)).toEqual(up.toReversed())
  }
  expect((await sorted({ sort: 'role', role: 'staff' })).map(({ role }) => role)).toEqual(['staff', 'staff'])
  expect((await people.sofia.send('GET', 'users?sort=password')).errors).toMatchObject([
    { errorCode: 1005, field: 'sort' },
  ])
  expect((await people.sofia.send('GET', 'users?role=owner')).code).toBe(1005)
})

test('a file holds what the list shows, no cell of it a formula, in the reader’s language; the audit keeps who took it', async () => {
  const file = await people.sofia.send('GET', 'users/export?role=client&sort=name', undefined, {
    'x-language': 'en',
  })
  expect(file.status).toBe(200)
  expect(String(file.headers['content-type'])).toContain('text/csv')
  expect(file.headers['cache-control']).toBe('no-store')
  const lines = file.raw.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[0]).toContain('Name or company,Type')
  expect(lines[1]).toContain(`,'=1+1 Müller,`)
  expect(lines[4]).toContain(`,"Łódź; ""Boxes""",Company,'+48 22 555-01-02,Customer,`)
  expect(file.raw).not.toMatch(/argon2/)
  const kept = await world.running.platform.db
    .selectFrom('audit')
    .select(['actor_id', 'after'])
    .where('action', '=', 'accounts-exported')
    .execute()
  expect(kept).toMatchObject([
    { actor_id: people.sofia.id, after: { role: 'client', sort: 'name', count: 5 } },
  ])
  expect(kept).toMatchObject([{ after: { accounts: expect.arrayContaining([people.clara.id]) } }])
  await people.sofia.send('GET', `users/export?search=${people.clara.email}`)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from audit where after::text like ${`%${people.clara.email}%`}) as found`.execute(
    world.running.platform.db,
  )
  expect(rows).toEqual([{ found: false }])
})

test('the file names the role that the list shows: a company’s own by its name, a built-in one in the reader’s language', async () => {
  const { body: clerk } = await people.sofia.call(createRole, {
    body: { name: 'Night desk', alias: 'night', platformRole: 'staff', permissions: [] },
  })
  const { id } = await createPerson(world, { email: 'night@staff.example', platformRole: 'staff' })
  await people.sofia.call(updateUser, { params: { id }, body: { roleId: clerk.id } })
  const file = await people.sofia.send('GET', 'users/export?role=staff', undefined, { 'x-language': 'en' })
  const roleOf = new Map(
    file.raw.split('\r\n').map((line) => [line.replace('\uFEFF', '').split(',')[0], line.split(',')[4]]),
  )
  expect(roleOf.get('night@staff.example')).toBe('Night desk')
  expect([...roleOf.values()]).toContain('Administrator')
  expect([...roleOf.values()]).toContain('Manager')
})

test('everybody’s data are a superUser’s to take', async () => {
  expect((await people.visitor.send('GET', 'users/export')).code).toBe(9003)
  for (const person of [people.adam, people.mara, people.clara])
    expect(await person.send('GET', 'users/export')).toMatchObject({ status: 403, code: 9103 })
})

import {
  getUser,
  leaveUser,
  listUsers,
  loginAsUser,
  me,
  searchUsers,
  updateUser,
} from '@stowage/api/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createBrowser } from '../../testing/browser.ts'
import { createPeople, createPerson, PASSWORD, type People } from '../../testing/people.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { createAccount, endAccount } from './index.ts'

let world: World
let people: People
beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
})
afterAll(async () => await world.close())

let count = 0
const somebody = async (wish: Partial<Parameters<typeof createPerson>[1]> = {}) =>
  await createPerson(world, { email: `somebody${(count += 1)}@tenants.example`, ...wish })
const put = async (person: Person, id: string, body: object) => await person.send('PUT', `users/${id}`, body)
const auditOf = async (subjectId: string) =>
  await world.running.platform.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'on_behalf_of', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

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
    await put(people.clara, people.clara.id, { pinCode: '4711' })
    const replies = [
      await people.sofia.send('GET', 'users'),
      await people.clara.send('GET', 'auth/me'),
      await put(people.clara, people.clara.id, { language: 'en' }),
    ]
    for (const reply of replies)
      expect(reply.raw).not.toMatch(/argon2|hash|"pin|4711|token_generation|tokenGeneration/i)
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

describe('account fields', () => {
  const own = { language: 'pl', phone: '+48 22 1', isAdvertisingAgree: true, isAdult: true, pinCode: '1234' }

  test('the owner changes what is his', async () => {
    const person = await somebody({ isAdult: false })
    expect((await put(person, person.id, own)).status).toBe(200)
    expect((await person.call(me)).body).toMatchObject({
      language: 'pl',
      phone: '+48 22 1',
      isAdvertisingAgree: true,
      isAdult: true,
      hasPinCode: true,
    })
    await put(person, person.id, { pinCode: null })
    expect((await person.call(me)).body.hasPinCode).toBe(false)
    expect(await auditOf(person.id)).toEqual([])
  })

  test.each([
    'email',
    'role',
    'firstName',
    'lastName',
    'company',
    'country',
    'city',
    'address',
    'house',
    'zip',
    'accountType',
    'isIndividualEntrepreneur',
    'registrationNumber',
    'personalId',
    'stock',
    'roleId',
    'taxNumber',
    'isDeleted',
    'isKYCVerified',
  ])('the owner may not change %s', async (field) => {
    const values: Record<string, unknown> = {
      email: 'other@tenants.example',
      role: 'superUser',
      accountType: 'legal',
      isIndividualEntrepreneur: true,
      isDeleted: true,
      isKYCVerified: true,
    }
    for (const person of [people.clara, people.mara, people.adam]) {
      const before = (await person.send('GET', 'auth/me')).raw
      const reply = await put(person, person.id, { [field]: values[field] ?? 'text' })
      expect([reply.status, reply.code]).toEqual([403, 9103])
      expect((await person.send('GET', 'auth/me')).raw).toBe(before)
    }
  })

  test("nobody but a superUser changes another's account, by any of the meanings", async () => {
    const victim = await somebody()
    for (const body of [
      own,
      { firstName: 'X' },
      { isKYCVerified: true },
      { isAgreedWithDocs: true },
      { password: '12345678', passwordConfirmation: '12345678' },
      { passportFile: { type: 'x', base64: 'AAAA' } },
    ]) {
      expect((await put(people.visitor, victim.id, body)).code).toBe(9003)
      for (const person of [people.clara, people.mara, people.adam])
        expect((await put(person, victim.id, body)).code).toBe(9103)
    }
    expect((await victim.call(me)).body).toMatchObject({
      firstName: 'Person',
      language: 'en',
      isAgreedWithDocs: false,
    })
  })

  test('a superUser changes all of them, and it is in the audit with before and after', async () => {
    const person = await somebody()
    const change = {
      email: 'Renamed@tenants.example',
      firstName: 'Re',
      lastName: 'Named',
      company: 'Solo',
      registrationNumber: 'R1',
      country: 'PL',
      city: 'Kraków',
      address: 'ul. X',
      house: '5',
      zip: '30-001',
      personalId: '44051401359',
      salutation: 'Mrs.',
      isIndividualEntrepreneur: true,
      taxNumber: '1',
      vatId: 'PL1',
      currency: 'PLN',
      language: 'pl',
      phone: '+48123',
    }
    const reply = await people.sofia.send('PUT', `users/${person.id}`, change)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      ...change,
      neededDocuments: ['passport', 'selfie', 'address', 'extra'],
    })
    const [record] = await auditOf(person.id)
    expect(record).toMatchObject({
      action: 'account-edited',
      actor_id: people.sofia.id,
      on_behalf_of: null,
      before: { first_name: 'Person', city: 'Berlin' },
      after: { first_name: 'Re', city: 'Kraków' },
    })
    expect((await createBrowser(world).signIn('renamed@tenants.example')).status).toBe(200)
    expect(
      (await people.sofia.call(updateUser, { params: { id: person.id }, body: { house: '' } })).body.house,
    ).toBeNull()
  })

  test('unknown accounts and taken e-mails are told', async () => {
    const { sofia, leo } = people
    expect((await put(sofia, '01JD0000000000000000000000', { city: 'X' })).code).toBe(6004)
    const taken = await put(sofia, leo.id, { email: 'CLARA@tenants.example' })
    expect([taken.status, taken.code, taken.errors[0]?.field]).toEqual([409, 9000, 'email'])
    expect((await put(sofia, leo.id, { stock: '01JD0000000000000000000000' })).code).toBe(6006)
    expect((await put(sofia, leo.id, { roleId: 'x' })).errors).toMatchObject([
      { errorCode: 9001, field: 'roleId' },
    ])
    expect((await put(sofia, leo.id, { isDeleted: true })).errors).toMatchObject([
      { errorCode: 9001, field: 'isDeleted' },
    ])
    expect((await put(sofia, leo.id, { company: '' })).errors).toMatchObject([
      { errorCode: 1003, field: 'company' },
    ])
    expect((await put(sofia, leo.id, { accountType: 'individual', firstName: null })).errors).toMatchObject([
      { errorCode: 1003, field: 'firstName' },
    ])
    expect((await put(sofia, leo.id, { country: 'a'.repeat(31) })).errors).toMatchObject([
      { errorCode: 1004, field: 'country' },
    ])
    expect(
      (await put(sofia, leo.id, { zip: '123', city: '', pinCode: '12', phone: '1' })).errors.map((error) => [
        error.field,
        error.errorCode,
      ]),
    ).toEqual([
      ['city', 1003],
      ['zip', 1004],
      ['phone', 1004],
      ['pinCode', 1005],
    ])
  })

  test('nobody changes his own rights; a named role must belong to the platform role', async () => {
    const { sofia } = people
    expect((await put(sofia, sofia.id, { role: 'client' })).code).toBe(9103)
    const roles = await world.running.platform.db.selectFrom('role').select(['id', 'alias']).execute()
    const admin = roles.find((role) => role.alias === 'admin')?.id ?? ''
    const person = await somebody()
    expect((await put(sofia, person.id, { roleId: admin })).errors).toMatchObject([
      { errorCode: 9001, field: 'roleId' },
    ])
    expect((await put(sofia, person.id, { role: 'staff', roleId: admin })).body).toMatchObject({
      role: 'staff',
      roleName: 'admin',
    })
    expect((await put(sofia, person.id, { role: 'client' })).body).toMatchObject({
      role: 'client',
      roleName: 'user',
    })
  })

  test('two people editing one record: the second is told with the record as it is now', async () => {
    const { sofia } = people
    const person = await somebody()
    expect((await put(sofia, person.id, { city: 'Hamburg', updated: null })).status).toBe(200)
    const { updated } = (await sofia.call(getUser, { params: { id: person.id } })).body
    expect((await put(sofia, person.id, { city: 'Bremen', updated })).status).toBe(200)
    const second = await put(sofia, person.id, { city: 'Kiel', updated })
    expect([second.status, second.code]).toEqual([409, 9109])
    expect(second.errors[0]?.present).toMatchObject({ _id: person.id, city: 'Bremen' })
    expect((await put(sofia, person.id, { city: 'Kiel', updated: null })).code).toBe(9109)
    expect((await put(sofia, person.id, { city: 'Kiel', updated: 'yesterday' })).code).toBe(1005)
    expect((await put(sofia, person.id, { city: 'Kiel' })).status).toBe(200)
    const read = (await sofia.call(getUser, { params: { id: person.id } })).body.updated
    const both = await Promise.all(
      ['Ulm', 'Trier'].map(async (city) => await put(sofia, person.id, { city, updated: read })),
    )
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('saying nothing, or the same again, changes nothing', async () => {
    const person = await somebody()
    await put(people.sofia, person.id, { city: 'Berlin' })
    expect((await put(person, person.id, {})).body).toMatchObject({ updated: null })
    expect(await auditOf(person.id)).toEqual([])
  })

  test('fields of a PUT may come in the query', async () => {
    const person = await somebody()
    expect((await person.send('PUT', `users/${person.id}?language=de`)).body).toMatchObject({
      language: 'de',
    })
  })
})

describe('consent', () => {
  test('is kept with the version agreed to; a newer one is named', async () => {
    const { db } = world.running.platform
    const company = (version: string) => ({
      legal_documents: JSON.stringify([
        { key: 'privacy', title: {}, url: '', version: '1' },
        { key: 'lease', title: {}, url: '', version },
      ]),
    })
    await db
      .insertInto('company')
      .values({
        id: '01JD0000000000000000000001',
        name: 'C',
        address: 'A',
        email: 'c@c.example',
        website: 'w',
        support_phone: '1',
        office_hours: '[]',
        reports_enabled: true,
        sign_up_enabled: true,
        updated_at: null,
        ...company('2026-01'),
      })
      .execute()
    const person = await somebody()
    expect((await person.call(me)).body).toMatchObject({
      isAgreedWithDocs: false,
      agreedDocsVersion: null,
      newerDocsVersion: null,
    })
    expect((await put(person, person.id, { isAgreedWithDocs: true })).body).toMatchObject({
      isAgreedWithDocs: true,
      agreedDocsVersion: 'lease:2026-01 privacy:1',
      newerDocsVersion: null,
    })
    await db.updateTable('company').set(company('2027-01')).execute()
    expect((await person.call(me)).body).toMatchObject({
      isAgreedWithDocs: true,
      agreedDocsVersion: 'lease:2026-01 privacy:1',
      newerDocsVersion: 'lease:2027-01 privacy:1',
    })
    expect((await put(people.sofia, person.id, { isAgreedWithDocs: true })).body).toMatchObject({
      newerDocsVersion: null,
    })
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'documents-agreed', actor_id: people.sofia.id },
    ])
    await db.deleteFrom('company').execute()
  })
})

describe('passwords', () => {
  const words = { password: 'eight chars', passwordConfirmation: 'eight chars' }

  test('the owner sets his own: this session goes on, all others end', async () => {
    const person = await somebody()
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
    const person = await somebody()
    expect((await put(people.sofia, person.id, words)).status).toBe(200)
    expect((await person.call(me)).status).toBe(401)
    const records = await auditOf(person.id)
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
      { password: '12345678', passwordConfirmation: '12345679' },
      { password: 1005, passwordConfirmation: 1005 },
    ],
    [{ password: '12345678' }, { passwordConfirmation: 1003 }],
    [{ passwordConfirmation: '12345678' }, { password: 1002 }],
  ])('%j is refused', async (body, errors) => {
    const reply = await put(people.clara, people.clara.id, body)
    expect([
      reply.status,
      Object.fromEntries(reply.errors.map((error) => [error.field, error.errorCode])),
    ]).toEqual([400, errors])
  })
})

describe('acting as a user', () => {
  test('only a superUser may, not onto himself, another superUser or nobody', async () => {
    const { sofia, clara, leo, mara, adam, visitor } = people
    const other = await somebody({ platformRole: 'superUser' })
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
      (await put(acting, clara.id, { password: '12345678', passwordConfirmation: '12345678' })).code,
    ).toBe(9103)
    expect((await put(acting, clara.id, { isKYCVerified: true })).code).toBe(9103)
    expect((await acting.call(loginAsUser, { query: { userId: people.leo.id } })).code).toBe(9103)
    await put(acting, clara.id, { language: 'ru' })
    const left = await browser.send('POST', leaveUser.path, {}, acting.token)
    expect(left.body).toMatchObject({ user: { _id: sofia.id } })
    expect((await world.person((await browser.refresh()).body.accessToken).call(me)).body.id).toBe(sofia.id)
    const records = (await auditOf(clara.id)).filter((record) => record.on_behalf_of === clara.id)
    expect(records.map((record) => [record.action, record.actor_id])).toEqual([
      ['user-acted-as', sofia.id],
      ['account-edited', sofia.id],
      ['user-left', sofia.id],
    ])
  })

  test('the token alone does not lead back, and dies with the superUser and with the user', async () => {
    const boss = await somebody({ platformRole: 'superUser' })
    const user = await somebody()
    const act = async () =>
      world.person(
        ((await boss.send('POST', `auth/login-as-user?userId=${user.id}`, {})).body as { token: string })
          .token,
      )
    const acting = await act()
    expect((await acting.call(leaveUser)).code).toBe(9003)
    expect((await user.call(leaveUser)).code).toBe(9103)
    await put(people.sofia, user.id, { password: '12345678', passwordConfirmation: '12345678' })
    expect((await acting.call(me)).status).toBe(401)
    const again = await act()
    await put(people.sofia, boss.id, { role: 'client' })
    expect((await again.call(me)).status).toBe(401)
  })

  test('is over when the user becomes a superUser meanwhile', async () => {
    const user = await somebody()
    const browser = createBrowser(world)
    const { token } = (await browser.signIn(people.sofia.email)).body
    const acting = (
      (await browser.send('POST', `auth/login-as-user?userId=${user.id}`, {}, token)).body as {
        token: string
      }
    ).token
    await put(people.sofia, user.id, { role: 'superUser' })
    expect((await world.person(acting).call(me)).status).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
  })
})

describe('the live channel', () => {
  test('is closed when the password was set or the rights have changed', async () => {
    for (const change of [{ password: '12345678', passwordConfirmation: '12345678' }, { role: 'staff' }]) {
      const person = await somebody()
      const socket = new WebSocket(`ws://127.0.0.1:${world.running.port}/socket`)
      await new Promise((resolve) => socket.once('message', resolve))
      socket.send(
        JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: person.token } }),
      )
      // The server has taken it in once it closes a second socket that comes with nonsense.
      const second = new WebSocket(`ws://127.0.0.1:${world.running.port}/socket`)
      await new Promise((resolve) => second.once('message', resolve))
      second.send(
        JSON.stringify({ actionType: 'SET_CONNECTION_USER_META', payload: { authToken: 'nonsense' } }),
      )
      await new Promise((resolve) => second.once('close', resolve))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      await put(people.sofia, person.id, change)
      expect(await closed).toBe(4401)
    }
  })
})

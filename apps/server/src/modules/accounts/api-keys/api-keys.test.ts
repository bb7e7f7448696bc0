import { createUser, listUsers, loginAsUser, updateUser } from '@stowage/api/accounts'
import { createApiKey, listApiKeys, revokeApiKey } from '@stowage/api/api-keys'
import { createCity, listBoxes, listCities, listStocks } from '@stowage/api/catalog'
import { endpoints } from '@stowage/api'
import { erasePerson } from '@stowage/api/privacy'
import { scopes, type Scope } from '@stowage/api/scopes'
import { me } from '@stowage/api/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPeople, PASSWORD, somebody, type People } from '../../../testing/people.ts'
import { createSmallCompany, createSmallStock, type SmallStock } from '../../../testing/small-stock.ts'
import { createWorld, type Person, type World } from '../../../testing/world.ts'

let world: World
let people: People
let [here, there]: SmallStock[] = []
beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  const deps = { platform, catalog: modules.catalog }
  await createSmallCompany(deps)
  here = await createSmallStock(deps, { boxes: [{ unitNumber: 'YA001', size: 5 }] })
  there = await createSmallStock(deps, { boxes: [{ unitNumber: 'YA002', size: 5 }] })
})
afterAll(async () => await world?.close())

interface Wish {
  readonly scopes?: readonly Scope[]
  readonly stockId?: string
  readonly expires?: string
  readonly by?: Person
}

let count = 0
/** A program with a key of its own. */
async function program(wish: Wish = {}): Promise<Person & { readonly id: string; readonly key: string }> {
  const { by = people.sofia, scopes: its = scopes, ...limits } = wish
  const made = await by.call(createApiKey, {
    body: { name: `Program ${(count += 1)}`, scopes: [...its], ...limits },
  })
  expect(made.status).toBe(200)
  const key = made.body.key ?? ''
  return { ...world.person(key), id: made.body.id, key }
}

describe('a key', () => {
  test('is shown once, kept as a hash, and known by its beginning', async () => {
    const { key, id } = await program()
    expect(key).toMatch(/^stw_[\w-]{43}$/)
    const { body, raw } = await people.sofia.call(listApiKeys)
    expect(body.find((one) => one.id === id)).toMatchObject({ prefix: key.slice(0, 10), state: 'live' })
    expect(raw).not.toContain(key)
    const row = await world.running.platform.db
      .selectFrom('api_key')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(key.slice(10))
  })

  test('is made once under one Idempotency-Key, which does not keep it', async () => {
    const input = { body: { name: 'Pressed twice', scopes: ['catalog:read' as const] }, key: 'pressed-twice' }
    const first = await people.sofia.call(createApiKey, input)
    const again = await people.sofia.call(createApiKey, input)
    expect(again.body).toEqual({ ...first.body, key: null })
    const { db } = world.running.platform
    const kept = await db
      .selectFrom('idempotency')
      .select('answer')
      .where('key', '=', 'pressed-twice')
      .execute()
    expect(JSON.stringify(kept)).not.toContain(first.body.key)
  })

  test('calls what its scopes say, as a bearer and in a header of its own', async () => {
    const { key } = await program({ scopes: ['catalog:read'] })
    const visitor = world.person()
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }])
      expect((await visitor.call(listCities, { headers })).status).toBe(200)
  })

  test('is refused without the scope, and told which', async () => {
    const reader = await program({ scopes: ['catalog:read', 'accounts:write'] })
    const refused = await reader.call(createCity, { body: { city: 'Nowhere', country: 'DE' } })
    expect(refused.status).toBe(403)
    expect(refused.errors[0]).toMatchObject({ errorCode: 9181, scope: 'catalog:write' })
    expect(refused.errors[0]?.message).toContain('catalog:write')
    // Changing includes no reading.
    expect((await reader.call(listUsers)).errors[0]).toMatchObject({
      errorCode: 9181,
      scope: 'accounts:read',
    })
    // Nor does what anybody may call without one: with the maker's rights it shows more.
    const other = await program({ scopes: ['billing:read'] })
    expect((await other.call(listStocks)).errors[0]).toMatchObject({ errorCode: 9181, scope: 'catalog:read' })
  })

  test.each([
    ['unknown', async () => `stw_${'x'.repeat(43)}`],
    ['endless', async () => `stw_${'x'.repeat(5000)}`],
    [
      'revoked',
      async () => {
        const { id, key } = await program()
        const first = await people.sofia.call(revokeApiKey, { params: { id } })
        expect(first.body.state).toBe('revoked')
        expect((await people.sofia.call(revokeApiKey, { params: { id } })).body).toEqual(first.body)
        return key
      },
    ],
    [
      'expired',
      async () => {
        const { id, key } = await program({ expires: '2100-01-01T00:00:00Z' })
        await world.running.platform.db
          .updateTable('api_key')
          .set({ expires_at: Temporal.Instant.from('2020-01-01T00:00:00Z') })
          .where('id', '=', id)
          .execute()
        return key
      },
    ],
    ['of an account that has ended', async () => (await ofGoneMaker()).key],
  ])('%s opens nothing, not even what anybody may call', async (_what, keyOf) => {
    const refused = await world.person(await keyOf()).call(listStocks)
    expect([refused.status, refused.code]).toEqual([401, 9180])
  })

  test('that ends in the past is not made', async () => {
    const body = { name: 'Too late', scopes: ['catalog:read' as const], expires: '2020-01-01T00:00:00Z' }
    const refused = await people.sofia.call(createApiKey, { body })
    expect(refused.errors[0]).toMatchObject({ errorCode: 1005, field: 'expires' })
  })

  test('never has more than its maker has now', async () => {
    const maker = await somebody(world, { platformRole: 'superUser' })
    const his = await program({ by: maker })
    expect((await his.call(listUsers)).status).toBe(200)
    await demote(maker.id, 'staff')
    expect((await his.call(listUsers)).code).toBe(9103)
    expect((await his.call(listCities)).status).toBe(200)
    await demote(maker.id, 'client')
    expect((await his.call(listCities)).code).toBe(9180)
    const { body } = await people.sofia.call(listApiKeys)
    expect(body.find(({ id }) => id === his.id)?.state).toBe('idle')
  })

  test('of one stock acts as its staff do: not at another, not where something counts everywhere', async () => {
    const local = await program({ stockId: here?.stockId ?? '' })
    const boxes = await local.call(listBoxes, { query: { stockId: here?.stockId ?? '' } })
    expect(boxes.status).toBe(200)
    expect((await local.send('GET', `boxes?stockId=${there?.stockId}`)).status).toBeGreaterThanOrEqual(400)
    expect((await local.call(listUsers)).code).toBe(9103)
  })

  test('is named by the audit, beside who made it', async () => {
    const { id, key } = await program()
    const made = await world.person(key).send('POST', 'cities', { city: 'Auditville', country: 'DE' })
    expect(made.status).toBe(200)
    const { db } = world.running.platform
    const record = await db
      .selectFrom('audit')
      .select(['actor_id', 'key_id'])
      .where('action', '=', 'city-created')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(record).toEqual({ actor_id: people.sofia.id, key_id: id })
    const shown = await people.sofia.send('GET', 'audit?action=city-created')
    expect((shown.body as { items: { key?: { id: string } }[] }).items[0]?.key?.id).toBe(id)
  })

  test('says when and from where it was last used', async () => {
    const { id, key } = await program()
    expect((await stateOf(id)).lastUsed).toBeNull()
    await world.person(key).call(listCities)
    await world.settle()
    expect(await stateOf(id)).toMatchObject({ lastUsedFrom: '127.0.0.1' })
    expect((await stateOf(id)).lastUsed).not.toBeNull()
  })

  test('does each deed under an Idempotency-Key of its own once', async () => {
    const [one, other] = [await program(), await program()]
    const post = async (by: Person) =>
      await by.send(
        'POST',
        'cities',
        { city: `Once ${by.token?.slice(5, 20)}`, country: 'DE' },
        { 'idempotency-key': 'program-deed' },
      )
    const first = await post(one)
    expect((await post(one)).headers['idempotent-replay']).toBe('true')
    expect((await post(other)).headers['idempotent-replay']).toBeUndefined()
    expect(first.status).toBe(200)
  })
})

describe('what a key never does', () => {
  test('signs in, changes what guards accounts, moves where money goes, or makes keys', () => {
    const closed = endpoints.filter(({ notByKey }) => notByKey).map(({ method, path }) => `${method} ${path}`)
    expect(closed.filter((call) => !call.includes(' auth/')).sort()).toEqual(
      [
        'DELETE api-keys/{id}',
        'DELETE company-exports/{id}',
        'DELETE payment-processors/{id}',
        'DELETE push/subscriptions',
        'DELETE roles/{id}',
        'DELETE sms',
        'DELETE users/{id}/second-factor',
        'DELETE users/{id}/sessions',
        'DELETE webhooks/{id}',
        'GET api-keys',
        'GET company-export-file',
        'GET data-export',
        'GET users/{id}/documents',
        'GET users/{id}/photos',
        'POST api-keys',
        'POST company-exports',
        'POST company-exports/{id}/link',
        'POST documents/{id}/token',
        'POST iqacdocument/email-monthly-bills',
        'POST iqacdocument/monthly-bills/token',
        'POST payment-processors/paykeeper',
        'POST payment-processors/stripe',
        'POST payment-processors/{id}/test',
        'POST push/subscriptions',
        'POST roles',
        'POST sellers',
        'POST sms/code',
        'POST sms/confirm',
        'POST stocks/{id}/site/new-pins',
        'POST stocks/{id}/site/pairing',
        'POST users/{id}/data-export',
        'POST webhooks',
        'POST webhooks/{id}/deliveries/{deliveryId}/replay',
        'POST webhooks/{id}/secret',
        'POST webhooks/{id}/test',
        'PUT payment-processors/paykeeper/{id}',
        'PUT payment-processors/stripe/{id}',
        'PUT payment-processors/{id}/live',
        'PUT roles/{id}',
        'PUT roles/{id}/second-factor',
        'PUT sellers/{id}',
        'PUT sms',
        'PUT stocks/{id}/processors',
        'PUT users/{id}/kyc/{document}/reject',
        'PUT webhooks/{id}',
      ].sort(),
    )
    const open = endpoints.filter(({ notByKey, path }) => !notByKey && path.startsWith('auth/'))
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET auth/me'])
  })

  test('is refused at all of that with every scope there is', async () => {
    const all = await program()
    for (const one of endpoints.filter(({ notByKey }) => notByKey)) {
      const reply = await all.send(
        one.method,
        one.path.replaceAll(/\{\w+\}/g, '1'),
        one.method === 'GET' ? undefined : {},
      )
      expect([one.path, reply.status, reply.code]).toEqual([one.path, 403, 9182])
    }
    expect((await all.call(loginAsUser, { query: { userId: people.clara.id } })).code).toBe(9182)
    expect((await all.call(me)).status).toBe(200)
  })

  test('a password, a PIN or rights of anybody', async () => {
    const all = await program()
    const put = async (id: string, body: object) =>
      (await all.call(updateUser, { params: { id }, body })).code
    expect(
      await put(people.clara.id, {
        password: 'Another-1-password',
        passwordConfirmation: 'Another-1-password',
      }),
    ).toBe(9182)
    expect(await put(people.clara.id, { pinCode: '836402' })).toBe(9182)
    expect(await put(people.clara.id, { role: 'superUser' })).toBe(9182)
    expect(await put(people.adam.id, { email: 'taken@over.example' })).toBe(9182)
    expect(await put(people.clara.id, { email: 'taken@over.example' })).toBe(9182)
    expect(await put(people.clara.id, { phone: '+49 30 555' })).toBe(0)
    const body = {
      email: 'made@by.example',
      password: PASSWORD,
      passwordConfirmation: PASSWORD,
      accountType: 'individual',
      firstName: 'Made',
      lastName: 'By',
      country: 'DE',
      city: 'Berlin',
      phone: '+49 30 1',
      address: 'Weg 1',
      zip: '10115',
    }
    expect((await all.send('POST', 'users', { ...body, role: 'staff' })).code).toBe(9182)
    expect((await all.send('POST', 'users', { ...body, role: 'client' })).code).toBe(0)
    expect(createUser.notByKey).toBe(false)
    expect((await all.send('DELETE', `users/${people.adam.id}`)).code).toBe(9182)
  })

  test('erases nobody with rights', async () => {
    const all = await program()
    const chief = await somebody(world, { platformRole: 'superUser' })
    const erase = async (by: Person) =>
      (await by.call(erasePerson, { params: { id: chief.id }, body: { email: chief.email } })).code
    expect(await erase(all)).toBe(9182)
    expect(await erase(people.sofia)).toBe(0)
  })
})

async function demote(id: string, role: string): Promise<void> {
  const { status, raw } = await people.sofia.call(updateUser, { params: { id }, body: { role } as never })
  expect(status, raw).toBe(200)
}

async function ofGoneMaker() {
  const maker = await somebody(world, { platformRole: 'superUser' })
  const made = await program({ by: maker })
  expect((await people.sofia.send('DELETE', `users/${maker.id}`, {})).status).toBe(200)
  return made
}

async function stateOf(id: string) {
  const { body } = await people.sofia.call(listApiKeys)
  const found = body.find((one) => one.id === id)
  if (!found) throw new Error('no such key')
  return found
}

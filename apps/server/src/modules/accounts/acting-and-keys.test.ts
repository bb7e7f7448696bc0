import { loginAsUser, updateUser } from '@stowage/api/accounts'
import { createApiKey } from '@stowage/api/api-keys'
import { bookBox } from '@stowage/api/booking'
import { endpoints } from '@stowage/api'
import { scopes } from '@stowage/api/scopes'
import { updateStock } from '@stowage/api/stocks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from '../../testing/people.ts'
import { createSmallCompany, createSmallStock, type SmallStock } from '../../testing/small-stock.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let people: People
let stock: SmallStock
let acting: Person
let program: Person
beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  const deps = { platform, catalog: modules.catalog }
  await createSmallCompany(deps)
  stock = await createSmallStock(deps, { boxes: [{ unitNumber: 'YA001', size: 5 }] })
  const entered = await people.sofia.call(loginAsUser, { query: { userId: people.clara.id } })
  acting = world.person((entered.body as { token: string }).token)
  const made = await people.sofia.call(createApiKey, { body: { name: 'All', scopes: [...scopes] } })
  program = world.person(made.body.key ?? '')
})
afterAll(async () => await world?.close())

/** What only the tenant himself says: he signs, consents, extends, gives notice, takes it back, withdraws, cancels. */
const DECLARATIONS =
  /sign|mandate|contract$|extend$|leave$|^withdrawals$|^withdrawals\/confirm|^contracts\/\{contractId\}$/
/** Of these the path says so and the call does not. */
const NOT_DECLARED = new Set(['boxes/{unitId}/leave/preview'])

test('B7: whatever writes a declaration of the tenant is refused while acting', async () => {
  const declared = endpoints.filter(
    ({ method, path, module }) =>
      method !== 'GET' &&
      ['booking', 'contracts', 'billing', 'payments'].includes(module) &&
      DECLARATIONS.test(path) &&
      !NOT_DECLARED.has(path),
  )
  expect(declared.length).toBeGreaterThan(7)
  for (const { method, path, notWhileImpersonating } of declared)
    expect([method, path, notWhileImpersonating]).toEqual([method, path, true])
  for (const { method, path } of declared) {
    const reply = await acting.send(method, path.replaceAll(/\{\w+\}/g, '01JD0000000000000000000000'), {})
    expect([method, path, reply.code]).toEqual([method, path, 9103])
  }
})

test('B7: acting staff may reserve a box for the tenant, and not book it', async () => {
  const body = {
    stockId: stock.stockId,
    boxId: stock.boxes[0]!.id,
    invoicingPeriod: 1,
    contractDuration: 1,
    arrivalDate: world.running.platform.clock.now().toString().slice(0, 10),
  }
  expect((await acting.call(bookBox, { body: { ...body, paymentMethod: 'manual' } })).code).toBe(9103)
  expect((await acting.call(bookBox, { body })).body).toMatchObject({ kind: 'reservation' })
})

test('B7: acting staff give no consent, and a form that leaves it as it is saves', async () => {
  const change = async (body: object) =>
    await acting.call(updateUser, { params: { id: people.clara.id }, body })
  expect((await change({ isAgreedWithDocs: true })).code).toBe(9103)
  expect((await change({ isAgreedWithDocs: false })).code).toBe(9103)
  const { is_advertising_agree: now } = await world.running.platform.db
    .selectFrom('account')
    .select('is_advertising_agree')
    .where('id', '=', people.clara.id)
    .executeTakeFirstOrThrow()
  expect((await change({ isAdvertisingAgree: !now })).code).toBe(9103)
  expect((await change({ isAdvertisingAgree: now, language: 'de' })).status).toBe(200)
})

test('B10: no key reads identity documents or judges them, with every scope there is', async () => {
  const ofIdentity = endpoints.filter(({ path }) => /photos|kyc|users\/\{id\}\/documents/.test(path))
  expect(ofIdentity.map(({ path }) => path).sort()).toEqual([
    'users/{id}/documents',
    'users/{id}/kyc/{document}/reject',
    'users/{id}/photos',
  ])
  for (const { method, path } of ofIdentity) {
    const at = path.replace('{id}', people.clara.id).replace('{document}', 'passport')
    expect([path, (await program.send(method, at, {})).code]).toEqual([path, 9182])
  }
  const file = { type: 'image/png', base64: Buffer.from('x').toString('base64') }
  for (const field of ['passportFile', 'selfieFile', 'addressFile', 'extraFile'])
    expect([field, (await program.send('PUT', `users/${people.clara.id}`, { [field]: file })).code]).toEqual([
      field,
      9182,
    ])
  const judged = await program.send('PUT', `users/${people.clara.id}`, { isKYCVerified: true })
  expect(judged.code).toBe(9182)
  expect(
    (await program.call(updateUser, { params: { id: people.clara.id }, body: { language: 'pl' } })).status,
  ).toBe(200)
})

test('B10: no key changes the network of a warehouse, with every scope there is', async () => {
  const change = async (body: object) =>
    (await program.call(updateStock, { params: { id: stock.stockId }, body })).code
  expect(await change({ routerIp: '192.0.2.7' })).toBe(9182)
  expect(await change({ wifiNetworkName: 'Warehouse' })).toBe(9182)
  expect(await change({ wifiPassword: 'secret-wifi' })).toBe(9182)
  const renamed = await program.call(updateStock, {
    params: { id: stock.stockId },
    body: { address: 'Hafenstr. 9' },
  })
  expect(renamed.status).toBe(200)
})

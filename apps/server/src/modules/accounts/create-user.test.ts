import { beforeAll, describe, expect, test } from 'vitest'
import { createUser, login, me, searchUsers, updateUser } from '@stowage/api/accounts'
import { auditOf } from '../../testing/audit-of.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { newId } from '../../platform/ids.ts'

let stockId: string
const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stockId = (await createSmallStock({ platform, catalog: modules.catalog })).stockId
})

const person = (over: Record<string, unknown> = {}) => ({
  email: `${newId().toLowerCase()}@tenants.example`,
  password: 'pkmnzy',
  role: 'client',
  accountType: 'individual',
  firstName: 'Nina',
  lastName: 'New',
  country: 'DE',
  city: 'Berlin',
  phone: '+49 30 1',
  address: 'Weg 1',
  zip: '10115',
  ...over,
})
const create = async (body: Record<string, unknown>) => await people.sofia.call(createUser, { body })
const roleId = async (alias: string) =>
  (
    await world.running.platform.db
      .selectFrom('role')
      .select('id')
      .where('alias', '=', alias)
      .executeTakeFirstOrThrow()
  ).id

describe('adding an account', () => {
  test('a client, who can sign in with the password told to him; the audit names who added him, and no password', async () => {
    const body = person({ language: 'pl', house: '7', isAdvertisingAgree: false })
    const made = await create(body)
    expect(made).toMatchObject({
      status: 200,
      body: { email: body.email, role: 'client', roleName: 'user', language: 'pl', house: '7', stock: null },
    })
    expect(made.raw).not.toMatch(/abcdef|argon2/)
    const signedIn = await world.person().call(login, { body: { email: body.email, password: 'pkmnzy' } })
    expect(signedIn.status).toBe(200)
    const [entry] = await auditOf(world, made.body.id)
    expect(entry).toMatchObject({
      action: 'account-created',
      actor_id: people.sofia.id,
      after: { email: body.email, role: 'client', stock: null },
    })
    expect(JSON.stringify(entry)).not.toContain('pkmnzy')
  })

  test('staff of a named role, tied to a stock', async () => {
    const made = await create(person({ role: 'staff', roleId: await roleId('admin'), stock: stockId }))
    expect(made.body).toMatchObject({ role: 'staff', roleName: 'admin', stock: stockId })
    expect(made.body.permissions).toContain('boxes.read')
  })

  test('a company, an entrepreneur, another superUser', async () => {
    const firm = { accountType: 'legal', firstName: '', lastName: '', company: 'Ofen & Co' }
    expect((await create(person(firm))).body).toMatchObject({
      company: 'Ofen & Co',
      displayName: 'Ofen & Co',
    })
    expect((await create(person({ ...firm, isIndividualEntrepreneur: true }))).body).toMatchObject({
      isIndividualEntrepreneur: true,
      neededDocuments: ['passport', 'selfie', 'address', 'extra'],
    })
    expect((await create(person({ role: 'superUser' }))).body.role).toBe('superUser')
  })

  test('an e-mail in use is refused at its field, however it is written', async () => {
    const email = `${newId().toLowerCase()}@tenants.example`
    await create(person({ email }))
    const again = await create(person({ email: ` ${email.toUpperCase()} ` }))
    expect(again).toMatchObject({ status: 409, code: 9000 })
    expect(again.errors[0]?.field).toBe('email')
    expect((await people.sofia.call(searchUsers, { query: { search: email } })).body.total).toBe(1)
  })

  test('two who add the same person at once: one account', async () => {
    const body = person()
    const replies = await Promise.all([create(body), create(body)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.each([
    [
      'nothing typed',
      { email: '', password: '', phone: '', city: '', zip: '', address: '' },
      { email: 1000, password: 1002, phone: 1003, city: 1003, zip: 1003, address: 1003 },
    ],
    ['an e-mail without a place', { email: 'nina@home' }, { email: 1001 }],
    ['a short password', { password: 'abcde' }, { password: 1004 }],
    ['a password with a space', { password: 'abc def' }, { password: 1005 }],
    ['a role that is none', { role: 'owner' }, { role: 1005 }],
    ['no role', { role: undefined }, { role: 1003 }],
    ['a person without a name', { firstName: ' ', lastName: '' }, { firstName: 1003, lastName: 1003 }],
    ['a company without one', { accountType: 'legal' }, { company: 1003 }],
    ['a phone of letters', { phone: 'call me' }, { phone: 1005 }],
    [
      'long names',
      { firstName: 'x'.repeat(31), city: 'x'.repeat(31), zip: '123' },
      { firstName: 1004, city: 1004, zip: 1004 },
    ],
    ['a language nobody speaks here', { language: 'fr' }, { language: 1005 }],
    ['a stock that is none', { role: 'staff', stock: newId() }, { stock: 6006 }],
    ['a named role that is none', { role: 'staff', roleId: newId() }, { roleId: 9001 }],
  ])('bad input: %s', async (_name, over, expected) => {
    const reply = await create(person(over))
    expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(
      expected,
    )
  })

  test('a stock goes with staff, a named role with its platform role', async () => {
    const tied = await create(person({ role: 'client', stock: stockId }))
    expect(tied.errors).toMatchObject([{ errorCode: 9001, field: 'stock' }])
    const reply = await create(person({ role: 'client', roleId: await roleId('admin') }))
    expect(reply.errors).toMatchObject([{ errorCode: 9001, field: 'roleId' }])
  })

  test('nobody but a superUser adds accounts', async () => {
    expect((await people.visitor.send('POST', 'users', person())).code).toBe(9003)
    for (const someone of [people.adam, people.mara, people.clara])
      expect(await someone.send('POST', 'users', person())).toMatchObject({ status: 403, code: 9103 })
  })
})

describe('a change of role', () => {
  test('takes the stock and the named role along, and the rights at the next call', async () => {
    const staff = await create(person({ role: 'staff', roleId: await roleId('admin'), stock: stockId }))
    const { id } = staff.body
    const someone = world.person(await world.running.modules.accounts.openSessionFor(id))
    expect((await someone.send('GET', `boxes?method=all&stockId=${stockId}`)).status).toBe(200)
    const changed = await people.sofia.call(updateUser, { params: { id }, body: { role: 'client' } })
    expect(changed.body).toMatchObject({ role: 'client', roleName: 'user', stock: null })
    expect((await someone.send('GET', `boxes?method=all&stockId=${stockId}`)).status).toBe(401)
    const again = world.person(await world.running.modules.accounts.openSessionFor(id))
    expect((await again.call(me)).body.permissions).toEqual([])
    expect((await again.send('GET', `boxes?method=all&stockId=${stockId}`)).status).toBe(403)
  })

  test('a client is tied to no stock, nor staff to one that is not there', async () => {
    const { id } = people.leo
    const tie = async (userId: string, stock: string) =>
      (await people.sofia.send('PUT', `users/${userId}`, { stock })).errors
    expect(await tie(id, stockId)).toMatchObject([{ errorCode: 9001, field: 'stock' }])
    expect(await tie(people.mara.id, newId())).toMatchObject([{ errorCode: 6006, field: 'stock' }])
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteUser } from '@stowage/api/contracts'
import { erasePerson, eraseVisitor, findTraces } from '@stowage/api/privacy'
import { addAppeal, handleAppeal } from '@stowage/api/support'
import { sealAudit, verifyAudit } from '../../platform/audit/seal.ts'
import { machineNow } from '../../platform/clock.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'

const { world, people } = await openPeopledWorld()
const { db, transact } = world.running.platform
const find = async (email: string) => (await people.sofia.call(findTraces, { body: { email } })).body
const erase = async (email: string) => await people.sofia.call(eraseVisitor, { body: { email } })

const noCopies = { copies: 0, awaited: 0 }

test('who never had an account is erased by his address: requests, what staff noted, mails', async () => {
  const email = 'Wanda.Wartet@elsewhere.example'
  for (const type of ['message', 'callback'] as const) {
    const asked = await people.visitor.call(addAppeal, {
      body: { type, name: 'Wanda Wartet', email, message: 'Wartezimmer', phone: '+49 30 5550177' },
    })
    expect(asked.status).toBe(200)
    await people.sofia.call(handleAppeal, { params: { id: asked.body.id }, body: { note: 'Wanda fragt' } })
  }
  await world.settle()
  expect(await find(` ${email.toUpperCase()} `)).toEqual({ accounts: [], appeals: 2, mails: 1, ...noCopies })
  expect((await erase(email)).status).toBe(200)
  await world.settle()
  expect(await find(email)).toEqual({ accounts: [], appeals: 0, mails: 0, ...noCopies })
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} t where t::text ~* 'wanda|wartezimmer|5550177'`.execute(db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  await sealAudit(transact, machineNow().add({ hours: 1 }))
  expect((await verifyAudit(db)).broken).toBeUndefined()
  expect((await erase(email)).status).toBe(200)
})

test('an address of an account is refused, of an ended one too: that account is found and erased', async () => {
  const person = await somebody(world, { firstName: 'Ende', lastName: 'Gut' })
  const refused = await erase(person.email)
  expect([refused.status, refused.errors[0]]).toMatchObject([409, { errorCode: 9000, field: 'email' }])
  const composed = await somebody(world, { email: 'jörg@tenants.example' })
  expect((await erase(composed.email.normalize('NFD'))).code).toBe(9000)
  expect((await people.sofia.call(deleteUser, { params: { id: person.id } })).status).toBe(200)
  expect((await erase(person.email)).code).toBe(9000)
  expect((await find(person.email)).accounts).toMatchObject([
    { id: person.id, displayName: 'Ende Gut', endedAt: expect.any(String) },
  ])
  const erased = await people.sofia.call(erasePerson, {
    params: { id: person.id },
    body: { email: person.email },
  })
  expect(erased.status).toBe(200)
  expect((await find(person.email)).accounts).toEqual([])
  // The address is free: who comes back is a new person, and the old one stays erased.
  const again = await somebody(world, { email: person.email })
  expect((await find(person.email)).accounts.map(({ id }) => id)).toEqual([again.id])
  await world.settle()
  expect((await find(person.email)).accounts.map(({ id }) => id)).toEqual([again.id])
})

test('what a source says of him goes as well, imported or not, but not while he rents there or owes', async () => {
  const { stockId } = await createSmallStock(
    { platform: world.running.platform, catalog: world.running.modules.catalog },
    { stock: { isExternal: true, externalId: 'S1' }, boxes: [] },
  )
  const email = 'Käthe.Kopie@elsewhere.example'
  const customer = { stock_id: stockId, is_company: false, last_name: 'Kopie', created_at: 'then' }
  await db
    .insertInto('external_customer')
    .values([
      { ...customer, id: 'gone', email: ` ${email}` },
      { ...customer, id: 'rents', email },
      { ...customer, id: 'owes', email: email.normalize('NFD').toUpperCase() },
      { ...customer, id: 'another', email: 'another@elsewhere.example' },
    ])
    .execute()
  const contract = (id: string, leaveDay: string | null) => ({
    stock_id: stockId,
    id,
    customer_id: id,
    number: id,
    unit_id: id,
    start_day: Temporal.PlainDate.from('2024-01-01'),
    leave_day: leaveDay === null ? null : Temporal.PlainDate.from(leaveDay),
    period_months: 1,
    month_rate: 100,
    discount_percent: 0,
    vat_percent: 19,
    currency: 'EUR',
    balance: id === 'owes' ? 1 : 0,
  })
  await db
    .insertInto('external_contract')
    .values([contract('gone', '2025-01-01'), contract('rents', null), contract('owes', '2025-01-01')])
    .execute()
  expect(await find(email)).toMatchObject({ copies: 3, awaited: 0 })
  expect((await erase(email.normalize('NFD'))).status).toBe(200)
  await world.settle()
  expect(await find(email)).toMatchObject({ copies: 0, awaited: 2 })
  const names = async () =>
    (
      await db.selectFrom('external_customer').select(['id', 'last_name', 'email']).orderBy('id').execute()
    ).map((row) => [row.id, row.last_name, row.email === null])
  expect(await names()).toEqual([
    ['another', 'Kopie', false],
    ['gone', null, true],
    ['owes', 'Kopie', false],
    ['rents', 'Kopie', false],
  ])
  // An account of the same address is erased the same way.
  const person = await somebody(world, { email: 'another@elsewhere.example' })
  const erased = await people.sofia.call(erasePerson, {
    params: { id: person.id },
    body: { email: person.email },
  })
  expect(erased.status).toBe(200)
  await world.settle()
  expect((await names())[0]).toEqual(['another', null, true])
})

test('401 and 403 for all but superUsers, 400 for what is no address', async () => {
  for (const endpoint of [findTraces, eraseVisitor])
    for (const [person, status] of [
      [people.visitor, 401],
      [people.clara, 403],
      [people.adam, 403],
    ] as const)
      expect((await person.call(endpoint, { body: { email: 'a@b.example' } })).status).toBe(status)
  expect((await erase('%')).code).toBe(1001)
})

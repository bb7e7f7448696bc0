import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockUser, login, rejectDocument } from '@stowage/api/accounts'
import { payDocument, recordPayout } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { askErasure, erasePerson, previewErasure } from '@stowage/api/privacy'
import { addAppeal, handleAppeal } from '@stowage/api/support'
import { sealAudit, verifyAudit } from '../../platform/audit/seal.ts'
import { machineNow } from '../../platform/clock.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { choice, openDesk, type BookingDesk } from '../../testing/booking-desk.ts'
import { closingDesk } from '../../testing/closing-desk.ts'
import { createPerson, handInDocuments, PASSWORD, somebody, type NamedPerson } from '../../testing/people.ts'

/** All that says who he is; each a word that stands nowhere else. */
const NEEDLES = {
  email: 'quirin.zwickelmann@tenants.example',
  firstName: 'Quirin',
  lastName: 'Zwickelmann',
  formerName: 'Vorzwickel',
  address: 'Rosenkavaliergasse',
  phone: '5550199',
  personalId: 'L01X00T471',
  words: 'Wo steht mein Klavier',
  blocked: 'hat Farbe im Flur verschüttet',
  rejected: 'das Foto ist verwackelt',
}

let desk: BookingDesk
let tenant: NamedPerson
let contract: { id: string; stockId: string }

const erase = async (by: NamedPerson, id: string, email: string) =>
  await by.call(erasePerson, { params: { id }, body: { email } })
const preview = async (id: string) => await desk.people.sofia.call(previewErasure, { params: { id } })

beforeAll(async () => {
  desk = await openDesk()
  const { world, people, stock } = desk
  tenant = await createPerson(world, {
    email: NEEDLES.email,
    firstName: NEEDLES.firstName,
    lastName: NEEDLES.formerName,
    address: NEEDLES.address,
    phone: `+49 176 ${NEEDLES.phone}`,
  })
  await people.sofia.send(
    'PUT',
    `users/${tenant.id}`,
    { lastName: NEEDLES.lastName, personalId: NEEDLES.personalId },
    { 'Idempotency-Key': 'a-colleague-and-his-profile' },
  )
  await handInDocuments(tenant)
  const number = `+49176${NEEDLES.phone}`
  const { platform, modules } = world.running
  await platform.transact(async (tx) => {
    await modules.messaging.putSmsNumber(tx, tenant.id, number)
    const at = machineNow()
    const facts = { kind: 'boxLeftOpen', recipient: number, account_id: tenant.id, language: 'de' }
    const times = { created_at: at, next_attempt_at: at, expires_at: at }
    await tx
      .insertInto('sms')
      .values({
        id: 'S',
        natural_key: 'S',
        ...facts,
        ...times,
        data: '{}',
        body: NEEDLES.words,
        status: 'sending',
      })
      .execute()
    await tx.insertInto('unreachable_number').values({ number, since: at }).execute()
  })
  const signature = { ...(await desk.sign(tenant, desk.boxNamed('YA001'))), nameTyped: 'Quirin Zwickelmann' }
  const booked = await tenant.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: desk.boxNamed('YA001'),
      ...choice,
      paymentMethod: 'bankTransfer',
      signature,
    },
  })
  expect(booked.status).toBe(200)
  contract = { id: booked.body.id, stockId: stock.stockId }
  await tenant.call(addAppeal, {
    body: { type: 'message', message: NEEDLES.words, phone: `+49 176 ${NEEDLES.phone}` },
  })
  await tenant.call(addAppeal, { body: { type: 'callback', phone: `+49 176 ${NEEDLES.phone}` } })
  const asVisitor = await people.visitor.call(addAppeal, {
    body: {
      type: 'message',
      name: 'Quirin',
      email: ' Quirin.Zwickelmann@Tenants.example'.trim(),
      message: NEEDLES.words,
      phone: '+49 30 5550199',
    },
  })
  expect(asVisitor.status).toBe(200)
  const handled = await people.sofia.call(handleAppeal, {
    params: { id: asVisitor.body.id },
    body: { note: `Quirin fragt: ${NEEDLES.words}` },
  })
  expect(handled.status).toBe(200)
  await people.sofia.call(blockUser, { params: { id: tenant.id }, body: { reason: NEEDLES.blocked } })
  await people.sofia.send('DELETE', `users/${tenant.id}/block`)
  const rejected = await people.sofia.call(rejectDocument, {
    params: { id: tenant.id, document: `${tenant.id}_selfie` },
    body: { reason: NEEDLES.rejected },
  })
  expect(rejected.status).toBe(200)
  await world.settle()
})
afterAll(async () => await desk.world.close())

async function leave(): Promise<void> {
  const { world, people } = desk
  const { db } = world.running.platform
  const open = await db
    .selectFrom('document')
    .select(['id'])
    .where('contract_id', '=', contract.id)
    .where('status', '=', 'open')
    .execute()
  for (const { id } of open)
    await people.sofia.call(payDocument, { body: { documentId: id, processor: 'manual' } })
  await world.settle()
  await world.setTime('2027-02-22T10:00:00Z')
  const shown = await closingDesk({ people, world }).closeAsShown(contract)
  // The deposit goes back to him: nothing is owed either way.
  const paidOut = await people.sofia.call(recordPayout, {
    params: { userId: tenant.id },
    body: {
      stockId: contract.stockId,
      amount: shown.payout,
      method: 'bankTransfer',
      paidOn: '2027-02-22',
      reference: 'SEPA Quirin Zwickelmann',
      contractId: contract.id,
    },
  })
  expect(paidOut.status).toBe(200)
  await world.settle()
}

/** In which tables each of the words stands. */
async function placesOf(): Promise<Record<string, string[]>> {
  const { db } = desk.world.running.platform
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const places: Record<string, string[]> = {}
  for (const { name } of tables)
    for (const [what, needle] of Object.entries(NEEDLES)) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(name)} t where t::text ilike ${`%${needle}%`}`.execute(
        db,
      )
      if ((rows[0]?.found ?? 0) > 0) (places[what] ??= []).push(name)
    }
  return places
}

test('401, 403 for everybody but superUsers, 404 for nobody, never oneself', async () => {
  const { people } = desk
  for (const [person, status] of [
    [people.visitor, 401],
    [tenant, 403],
    [people.leo, 403],
    [people.adam, 403],
  ] as const) {
    expect((await erase(person as NamedPerson, tenant.id, tenant.email)).status).toBe(status)
    expect((await person.call(previewErasure, { params: { id: tenant.id } })).status).toBe(status)
  }
  expect((await erase(people.sofia, '01J0000000000000000000000A', 'x@y.zz')).code).toBe(6004)
  expect((await preview('01J0000000000000000000000A')).code).toBe(6004)
  expect((await erase(people.sofia, people.sofia.id, people.sofia.email)).code).toBe(9103)
})

test('refused while a contract is open, and the preview says so', async () => {
  const refused = await erase(desk.people.sofia, tenant.id, tenant.email)
  expect([refused.status, refused.code]).toEqual([409, 5000])
  expect((await preview(tenant.id)).body).toMatchObject({ obstacle: { by: 'contracts', count: 1 }, files: 3 })
})

test('a wish to be erased reaches staff once, and can be taken back', async () => {
  const person = await somebody(desk.world, { firstName: 'Wanda' })
  const ask = async (wanted: boolean, by = person) =>
    await by.call(askErasure, { params: { id: person.id }, body: { wanted } })
  expect((await ask(true, desk.people.leo)).code).toBe(9103)
  expect((await ask(true)).status).toBe(200)
  expect((await ask(true)).status).toBe(200)
  await desk.world.settle()
  const appeals = async () =>
    await desk.world.running.platform.db
      .selectFrom('appeal')
      .select(['message', 'status'])
      .where('account_id', '=', person.id)
      .execute()
  expect(await appeals()).toEqual([
    { message: 'I ask you to erase my account and my personal data.', status: 'pending' },
  ])
  expect((await preview(person.id)).body.askedAt).not.toBeNull()
  expect((await ask(false)).status).toBe(200)
  expect((await preview(person.id)).body.askedAt).toBeNull()
  expect((await auditOf(desk.world, person.id)).map(({ action }) => action)).toEqual([
    'erasure-asked',
    'erasure-request-withdrawn',
  ])
})

test('two clicks at once are one erasure; two superUsers who erase each other at once end in no fault', async () => {
  const { world, people } = desk
  const person = await somebody(world)
  const both = await Promise.all([1, 2].map(async () => await erase(people.sofia, person.id, person.email)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const acts = (await auditOf(world, person.id)).filter(({ action }) => action === 'person-erased')
  expect(acts).toHaveLength(1)

  const [one, two] = [
    await somebody(world, { platformRole: 'superUser' }),
    await somebody(world, { platformRole: 'superUser' }),
  ]
  const each = await Promise.all([erase(one, two.id, two.email), erase(two, one.id, one.email)])
  expect(each.filter(({ status }) => status >= 500)).toEqual([])
  const left = await world.running.platform.db
    .selectFrom('account')
    .select('id')
    .where('platform_role', '=', 'superUser')
    .where('deleted_at', 'is', null)
    .execute()
  expect(left.map(({ id }) => id)).toContain(people.sofia.id)
})

test('a booking that is under way while he is erased: one of the two happens', async () => {
  const person = await desk.ready('races.away@tenants.example')
  const signature = await desk.sign(person, desk.boxNamed('YA020'))
  const [booked, erased] = await Promise.all([
    desk.book(person, desk.boxNamed('YA020'), { signature }),
    erase(desk.people.sofia, person.id, person.email),
  ])
  expect([booked.status, erased.status].filter((status) => status === 200)).toHaveLength(1)
  expect([booked.status, erased.status].every((status) => status < 500)).toBe(true)
})

describe('after he has left', () => {
  beforeAll(async () => await leave())

  test('the e-mail must be typed', async () => {
    const refused = await erase(desk.people.sofia, tenant.id, 'leo@tenants.example')
    expect(refused.errors).toMatchObject([{ errorCode: 9001, field: 'email' }])
    expect((await preview(tenant.id)).body.erasedAt).toBeNull()
  })

  test('who he was stands only on his papers, the chain of the audit holds, and the second click is the first', async () => {
    const { world, people } = desk
    const { db, transact } = world.running.platform
    const places = await placesOf()
    expect(Object.keys(places).sort()).toEqual(Object.keys(NEEDLES).sort())
    // Records of the audit and facts for 90 days never carry words about people, erased or not.
    for (const table of ['audit', 'event'])
      expect(Object.entries(places).filter(([, tables]) => tables.includes(table))).toEqual([])
    const before = (await preview(tenant.id)).body
    expect(before).toMatchObject({ obstacle: null, files: 2, leases: 1, keptUntil: '2035-12-31' })
    const erased = await erase(people.sofia, tenant.id, ` ${tenant.email.toUpperCase()}`)
    expect(erased.status).toBe(200)
    expect(erased.body.erasedAt).not.toBeNull()
    await world.settle()
    expect((await erase(people.sofia, tenant.id, 'whatever')).status).toBe(200)

    // One last mail tells him; what becomes of its address when it is sent is messaging's test.
    const last = await db
      .updateTable('mail')
      .set({ recipient: '' })
      .where('recipient', '=', tenant.email)
      .returning(['kind', 'status'])
      .execute()
    expect(last).toEqual([{ kind: 'dataErased', status: 'waiting' }])
    const papers = ['contract', 'document']
    expect(await placesOf()).toEqual({
      email: papers,
      firstName: [...papers, 'contract_signature'].sort(),
      lastName: [...papers, 'contract_signature'].sort(),
      address: papers,
      phone: papers,
      personalId: ['contract'],
    })
    await sealAudit(transact, machineNow().add({ hours: 1 }))
    expect((await verifyAudit(db)).broken).toBeUndefined()
    expect(
      (await world.person().call(login, { body: { email: tenant.email, password: PASSWORD } })).code,
    ).toBe(9101)
    expect((await tenant.send('GET', 'auth/me')).code).toBe(9003)
    const files = await db
      .selectFrom('kyc_document')
      .select('sealed_key')
      .where('account_id', '=', tenant.id)
      .execute()
    expect(files).toEqual(files.map(() => ({ sealed_key: null })))
    expect((await auditOf(world, tenant.id)).map(({ action }) => action)).toContain('person-erased')
  })

  test('when the years are over, papers lose the name too and the book still stands', async () => {
    const { world } = desk
    await world.setTime('2035-12-31T12:00:00Z')
    expect((await placesOf())['lastName']).toEqual(['contract', 'contract_signature', 'document'])
    await world.setTime('2036-01-01T12:00:00Z')
    expect(await placesOf()).toEqual({})
    const { rows } = await sql<{ off: number }>`
      select count(*)::int as off from (select posting_id from ledger_entry group by posting_id having sum(amount) <> 0) x`.execute(
      world.running.platform.db,
    )
    expect(rows).toEqual([{ off: 0 }])
  })
})

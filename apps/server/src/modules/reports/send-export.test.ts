import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loginAsUser } from '@stowage/api/accounts'
import { askDataExport } from '@stowage/api/privacy'
import { addAppeal } from '@stowage/api/support'
import { auditOf } from '../../testing/audit-of.ts'
import { openDesk, type BookingDesk } from '../../testing/booking-desk.ts'
import { PASSWORD, putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { unzip } from '../../../../../tools/testing/unzip.ts'
import { personLeftOut, personParts } from './person-parts.ts'

let desk: BookingDesk
let clara: NamedPerson
let contractNumber: string

beforeAll(async () => {
  desk = await openDesk()
  clara = await desk.ready('clara.signs@tenants.example')
  const booked = await desk.book(clara, desk.boxNamed('YA001'))
  expect(booked.status).toBe(200)
  await clara.call(addAppeal, { body: { type: 'message', message: 'Where is the lift?', phone: '+49 30 1' } })
  await putUser(desk.people.sofia, clara.id, { firstName: 'Klara' })
  await desk.world.settle()
  const { db } = desk.world.running.platform
  contractNumber = (
    await db
      .selectFrom('contract')
      .select('number')
      .where('account_id', '=', clara.id)
      .executeTakeFirstOrThrow()
  ).number
})
afterAll(async () => await desk.world.close())

const ask = async (person: Pick<NamedPerson, 'call'>, id: string, password = PASSWORD) =>
  await person.call(askDataExport, { params: { id }, body: { password } })

/** Follows the link as a browser does, without a session. */
async function follow(link: { data: string; token: string }) {
  return await desk.world.running.app.inject({
    method: 'GET',
    url: `/api/data-export?data=${link.data}&token=${encodeURIComponent(link.token)}`,
  })
}

async function take(person: NamedPerson, id: string): Promise<Map<string, Buffer>> {
  const asked = await ask(person, id)
  expect(asked.status).toBe(200)
  const answer = await follow(asked.body)
  expect(answer.statusCode).toBe(200)
  return unzip(answer.rawPayload)
}

test('401, 403 for another and for staff, 404 for nobody, a wrong password, none', async () => {
  const { people } = desk
  expect((await ask(people.visitor as NamedPerson, clara.id)).status).toBe(401)
  expect([await ask(people.leo, clara.id), await ask(people.adam, clara.id)].map(({ code }) => code)).toEqual(
    [9103, 9103],
  )
  expect((await ask(people.sofia, '01J0000000000000000000000A')).code).toBe(6004)
  const wrong = await ask(clara, clara.id, 'guessed-it')
  expect([wrong.status, wrong.code]).toEqual([400, 9001])
  expect((await clara.send('POST', `users/${clara.id}/data-export`, {})).code).toBe(1002)
})

test('everything of a person, readable, without a secret and without other people', async () => {
  const archive = await take(clara, clara.id)
  const json = (name: string) =>
    JSON.parse(archive.get(`${name}.json`)?.toString() ?? '') as Record<string, never>
  expect([...archive.keys()].filter((name) => name.endsWith('.json')).sort()).toEqual(
    [...Object.keys(personParts), 'audit'].map((name) => `${name}.json`).sort(),
  )
  for (const name of Object.keys(personParts)) json(name)
  expect(json('account')['account']).toMatchObject([{ email: clara.email, first_name: 'Klara' }])
  expect(json('contracts')['contract']).toMatchObject([{ number: contractNumber }])
  expect(json('contracts')['contract_signature']).toMatchObject([{ name_typed: 'Clara Client' }])
  expect(json('appeals')['appeal']).toMatchObject([{ message: 'Where is the lift?' }])
  expect(json('mails')['mail']).not.toHaveLength(0)
  const pdf = (folder: string) => [...archive].filter(([name]) => name.startsWith(`${folder}/`))
  expect(pdf('leases').map(([name]) => name)).toEqual([`leases/${contractNumber}.pdf`])
  expect([...pdf('leases'), ...pdf('papers')].map(([, content]) => content.toString('latin1', 0, 5))).toEqual(
    ['%PDF-', '%PDF-'],
  )
  expect(pdf('identity')).toHaveLength(3)
  const records = json('audit')['audit'] as unknown as { action: string; by: string; after: unknown }[]
  expect(records.find(({ action }) => action === 'account-edited')).toMatchObject({
    by: 'superUser',
    before: { first_name: 'Person' },
    after: { first_name: 'Klara' },
  })
  const readme = archive.get('README.txt')?.toString() ?? ''
  expect(readme).toContain('Klara Test')
  expect(readme).toContain('contracts.json: Your contracts')

  const all = Buffer.concat(
    [...archive].filter(([name]) => !name.includes('/')).map(([, content]) => content),
  ).toString()
  const { db } = desk.world.running.platform
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', clara.id)
    .executeTakeFirstOrThrow()
  for (const secret of [
    account.password_hash ?? '-',
    desk.people.sofia.email,
    desk.people.sofia.id,
    'sealed_key',
  ])
    expect(all).not.toContain(secret)
  expect((await auditOf(desk.world, clara.id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['personal-data-exported', 'kyc-documents-read']),
  )
})

test('staff see in it what he did, not whom he did it to', async () => {
  const { adam, sofia } = desk.people
  await putUser(sofia, adam.id, { firstName: 'Adam' })
  const archive = await take(sofia, sofia.id)
  const { audit: records } = JSON.parse(archive.get('audit.json')?.toString() ?? '') as {
    audit: { action: string }[]
  }
  const edits = records.filter(({ action }) => action === 'account-edited')
  expect(edits).not.toHaveLength(0)
  expect(edits).toEqual(
    edits.map((edit) => expect.objectContaining({ ...edit, subjectId: null, before: null, after: null })),
  )
  expect(JSON.stringify(records)).not.toContain(clara.id)
})

test('what he wrote as a visitor, once the address is known to be his; who else was at his box; no keys of processors', async () => {
  const { db } = desk.world.running.platform
  const person = await somebody(desk.world)
  const at = '2026-11-20T10:00:00Z'
  await desk.people.visitor.call(addAppeal, {
    body: {
      type: 'message',
      name: 'V',
      email: ` ${person.email.toUpperCase()}`.trim(),
      message: 'As a visitor',
      phone: '+49 30 1',
    },
  })
  const stockId = desk.stock.stockId
  const [mine, other] = [desk.boxNamed('YA010'), desk.boxNamed('YA011')]
  await db.connection().execute(async (line) => {
    // Only what the archive reads of them matters.
    await sql`set session_replication_role = replica`.execute(line)
    await sql`insert into contract (id, number, status, box_id, stock_id, account_id, start_day, period_months, currency, month_rate, price, lease, answers, payment_method, booked_at, booked_by_id, activated_at, closed_at)
      values ('c-of-boxes', 'X-1', 'closed', ${mine}, ${stockId}, ${person.id}, '2026-10-01', 1, 'EUR', 1, '{}', '{}', '{}', 'cash', ${at}, 'x', '2026-10-01', '2026-11-21')`.execute(
      line,
    )
    const opening = async (id: string, box: string, when: string, account: string) =>
      await sql`insert into access_record (id, stock_id, box_id, account_id, actor_role, action, source, at, recorded_at) values (${id}, ${stockId}, ${box}, ${account}, 'staff', 'opened', 'web', ${when}, ${when})`.execute(
        line,
      )
    await opening('by-staff', mine, at, desk.people.adam.id)
    await opening('later-tenant', mine, '2026-11-22T00:00:00Z', clara.id)
    await opening('other-box', other, at, desk.people.adam.id)
    await sql`insert into payment (id, processor, cabinet, reference, account_id, stock_id, amount, currency, status, details, created_at, created_by_id)
      values ('p-1', 'payKeeper', 'c', 'x', ${person.id}, ${stockId}, 1, 'EUR', 'succeeded', '{"startedAt": "x", "charge": {"bank_id": "BINDING-7"}}', ${at}, 'x')`.execute(
      line,
    )
    await sql`insert into payment_message (id, cabinet, body, verdict, received_at, payment_id)
      values ('m-1', 'c', '{"id": "24", "key": "SIGNED-BY-US", "data": {"object": {"client_secret": "SECRET-9", "card_number": "**** 4242"}}}', 'valid', ${at}, 'p-1')`.execute(
      line,
    )
    await sql`set session_replication_role = origin`.execute(line)
  })
  await db
    .insertInto('external_customer')
    .values({
      stock_id: stockId,
      id: 'E1',
      is_company: false,
      last_name: 'Abroad',
      email: person.email.toUpperCase(),
      created_at: 'x',
    })
    .execute()
  const first = await take(person, person.id)
  const text = (archive: Map<string, Buffer>, name: string) => archive.get(`${name}.json`)?.toString() ?? ''
  expect(text(first, 'appeals')).not.toContain('As a visitor')
  expect(text(first, 'externalSystem')).not.toContain('Abroad')
  const ids = (JSON.parse(text(first, 'openings')) as { at_your_boxes_by_others: { id: string }[] })
    .at_your_boxes_by_others
  expect(ids.map(({ id }) => id)).toEqual(['by-staff'])
  expect(text(first, 'openings')).not.toContain(desk.people.adam.id)
  expect(text(first, 'payments')).toContain('**** 4242')
  for (const secret of ['SIGNED-BY-US', 'SECRET-9', 'BINDING-7'])
    expect(text(first, 'payments')).not.toContain(secret)
  await db
    .updateTable('account')
    .set({ email_confirmed_at: Temporal.Instant.from(at) })
    .where('id', '=', person.id)
    .execute()
  const known = await take(person, person.id)
  expect(text(known, 'appeals')).toContain('As a visitor')
  expect(text(known, 'externalSystem')).toContain('Abroad')
})

test('a long table goes on in a second file', async () => {
  const person = await somebody(desk.world, { platformRole: 'staff' })
  await sql`insert into audit (id, at, recorded_at, actor_id, action, subject_type)
    select 'many-' || n, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', ${person.id}, 'price-changed', 'stock' from generate_series(1, 10001) n`.execute(
    desk.world.running.platform.db,
  )
  const archive = await take(person, person.id)
  const counts = ['audit', 'audit-2'].map(
    (name) =>
      (JSON.parse(archive.get(`${name}.json`)?.toString() ?? '') as { audit: unknown[] }).audit.length,
  )
  // With the record of this archive itself.
  expect(counts).toEqual([10_000, 2])
  expect(archive.get('README.txt')?.toString()).toContain('10,002 entries')
})

test('a download that is broken off ends the turn', async () => {
  const person = await somebody(desk.world)
  const asked = await ask(person, person.id)
  const { app, platform } = desk.world.running
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const stop = new AbortController()
  const answer = await fetch(
    `${base}/api/data-export?data=${asked.body.data}&token=${encodeURIComponent(asked.body.token)}`,
    { signal: stop.signal },
  )
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  stop.abort()
  await vi.waitFor(async () => {
    const { ended_at: endedAt } = await platform.db
      .selectFrom('data_export')
      .select('ended_at')
      .where('id', '=', asked.body.data)
      .executeTakeFirstOrThrow()
    expect(endedAt).not.toBeNull()
  }, 30_000)
  expect((await ask(person, person.id)).status).toBe(200)
})

test('a link opens once and only for whom it was made; one archive at a time, five a day', async () => {
  const person = await somebody(desk.world)
  const first = await ask(person, person.id)
  const second = await ask(person, person.id)
  expect([second.status, second.code]).toEqual([429, 9129])
  expect((await follow({ ...first.body, token: 'doc.forged.x' })).statusCode).toBe(401)
  expect((await clara.send('GET', `data-export?data=${first.body.data}`)).code).toBe(9104)
  expect((await follow(first.body)).statusCode).toBe(200)
  expect((await follow(first.body)).statusCode).toBe(404)
  for (let turn = 2; turn <= 5; turn += 1) await take(person, person.id)
  expect((await ask(person, person.id)).code).toBe(9129)
})

test('refused while somebody acts as the person', async () => {
  const person = await somebody(desk.world)
  const acted = await desk.people.sofia.call(loginAsUser, { query: { userId: person.id } })
  const { token } = acted.body
  expect((await ask(desk.world.person(token) as NamedPerson, person.id)).code).toBe(9103)
})

describe('of the database', () => {
  interface Column {
    readonly table: string
    readonly column: string
  }
  const POINTS =
    /(^|_)(account|actor|holder|recipient|e?mail|user|editor|address|phone)(_|$)|_by(_id)?$|behalf|acting_for|^(contract|document|payment|plan|subscription|method)_id$/

  /** Columns that point at a person, by reference or by name. */
  async function pointing(): Promise<readonly Column[]> {
    const { db } = desk.world.running.platform
    const { rows } = await sql<Column & { refers: boolean }>`
      select c.table_name as "table", c.column_name as "column",
             exists (select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
                      where k.contype = 'f' and k.conrelid = c.table_name::regclass and k.confrelid = 'account'::regclass and a.attname = c.column_name) as refers
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(db)
    return rows.filter(({ refers, column }) => refers || POINTS.test(column))
  }

  const parts = Object.values(personParts).flat()
  const exported = new Set<string>(parts.map(({ table }) => table))
  /** Their columns of such names are about us: the company, a stock, a seller, a city, our accounts with processors. */
  const OURS = new Set(['company', 'stock', 'seller', 'city', 'site', 'site_health', 'payment_processor'])

  test('every table that points at people is in the export, or is named with a reason', async () => {
    const unknown = (await pointing()).filter(
      ({ table }) => !exported.has(table) && !(table in personLeftOut) && !OURS.has(table),
    )
    expect(unknown).toEqual([])
  })

  test('every column of an exported table is shown, or hidden for a reason', async () => {
    const { db } = desk.world.running.platform
    const { rows } = await sql<Column>`
      select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'`.execute(
      db,
    )
    for (const { table, ...part } of parts) {
      const columns = rows.filter((row) => row.table === table).map(({ column }) => column)
      expect([table, [...part.shown, ...Object.keys(part.hidden)].sort()]).toEqual([table, columns.sort()])
    }
  })
})

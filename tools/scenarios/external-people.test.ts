import { myBoxes } from '@stowage/api/access'
import { getUser, updateUser } from '@stowage/api/accounts'
import { listPersonalInvoices } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import * as api from '@stowage/api/management-system'
import { redateDocument } from '@stowage/api/months'
import { createStock, getStock } from '@stowage/api/stocks'
import type { NamedPerson, People } from '@stowage/server/testing/people'
import type { World } from '@stowage/server/testing/world'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExternalStock, type ExternalStock } from './external-stock.fixture.ts'

let place: ExternalStock
let world: World
let people: People
let stockId: string
let source: ExternalStock['source']
let office: NamedPerson

beforeAll(async () => {
  place = await openExternalStock('2026-11-26T10:00:00Z')
  ;({ world, people, stockId, source } = place)
  await place.read()
  const made = await people.sofia.call(api.importExternalUsers, { query: { siteId: '1' } })
  expect(made.body).toMatchObject({ imported: 2, contracts: 2 })
  office = await place.imported('office@example.com')
}, 120_000)
afterAll(async () => await place?.close())

const sofia = () => people.sofia
const read = async () => await place.read()
const change = async (statement: string) => await place.change(statement)
const contractOf = async (person: NamedPerson) => await place.contractOf(person)

test('who is changed over there is changed here; who is changed here is asked of the source once, and nothing goes round', async () => {
  const now = async () => (await sofia().call(getUser, { params: { id: office.id } })).body
  const wishes = async () =>
    (await sofia().call(api.listExternalTasks, { query: { stockId } })).body.filter(
      ({ kind }) => kind === 'customer',
    )
  const before = await now()
  await change(
    `update ssr_customers set phone = '+49 30 777', companyname = 'Nord Büro GmbH', email = 'other@example.com', updatedat = '2026-11-24 10:00:00' where customerid = 'U2'`,
  )
  await world.settle()
  expect(await now()).toMatchObject({ phone: '+49 30 777', company: 'Nord Büro GmbH', city: before.city })
  // What came from there is not asked of it.
  expect(await wishes()).toEqual([])

  const changed = await sofia().call(updateUser, {
    params: { id: office.id },
    body: { phone: '+49 30 888', zip: '10120' },
  })
  expect(changed.errors).toEqual([])
  await world.settle()
  expect((await wishes()).map(({ changes, userId, command }) => ({ changes, userId, command }))).toEqual([
    {
      changes: [
        { name: 'Phone', value: '+49 30 888' },
        { name: 'Zip', value: '10120' },
      ],
      userId: office.id,
      command: 'sent',
    },
  ])
  const { rows } = await sql`select customerid, payload from ssr_commands where kind = 'customer'`.execute(
    source,
  )
  expect(rows).toEqual([
    {
      customerid: 'U2',
      payload: JSON.stringify({ Zip: '10120', Phone: '+49 30 888', CustomerID: 'U2' }).replaceAll(
        /([:,])"/g,
        '$1 "',
      ),
    },
  ])
  // A reading before it is done over there takes nothing back; something new of another field comes all the same.
  await change(
    `update ssr_customers set address = 'Hafenstr. 9', updatedat = '2026-11-24 11:00:00' where customerid = 'U2'`,
  )
  expect(await now()).toMatchObject({ phone: '+49 30 888', zip: '10120', address: 'Hafenstr. 9' })
  // Then it is done, and nothing is asked again.
  await change(
    `update ssr_customers set phone = '+49 30 888', zip = '10120', updatedat = '2026-11-24 12:00:00' where customerid = 'U2'`,
  )
  await sofia().call(updateUser, { params: { id: office.id }, body: { language: 'en' } })
  await world.settle()
  expect(await wishes()).toHaveLength(1)
})

test('the address of an account follows the source until its owner has set a password', async () => {
  const { db } = world.running.platform
  const emailOf = async () => (await sofia().call(getUser, { params: { id: office.id } })).body.email
  expect(await emailOf()).toBe('other@example.com')
  await db.updateTable('account').set({ password_hash: 'his own' }).where('id', '=', office.id).execute()
  await change(
    `update ssr_customers set email = 'third@example.com', updatedat = '2026-11-24 13:00:00' where customerid = 'U2'`,
  )
  expect(await emailOf()).toBe('other@example.com')
  await db.updateTable('account').set({ password_hash: null }).where('id', '=', office.id).execute()
  // One that somebody else has is nobody's to take.
  await change(
    `update ssr_customers set email = '${people.leo.email}', updatedat = '2026-11-24 14:00:00' where customerid = 'U2'`,
  )
  expect(await emailOf()).toBe('other@example.com')
})

test('other dates of a document are asked of the source and change nothing here', async () => {
  const invoice = (await office.call(listPersonalInvoices, { params: { userId: office.id } })).body.find(
    ({ invoiceNumber }) => invoiceNumber === 'INV-0002',
  )
  const params = { documentId: invoice?.id ?? '', stockId }
  const ask = async (
    who: NamedPerson,
    body: { accountingDate?: string; documentDate?: string },
    at = stockId,
  ) => await who.call(redateDocument, { params: { ...params, stockId: at }, body })
  expect((await ask(office, { accountingDate: '2026-10-31' })).status).toBe(403)
  expect((await ask(sofia(), { accountingDate: '2026-10-31' }, 'another')).status).toBe(404)
  expect((await ask(sofia(), {})).code).toBe(9001)
  for (const _ of [1, 2]) expect((await ask(sofia(), { accountingDate: '2026-10-31' })).errors).toEqual([])
  // What it has already is asked of nobody.
  expect((await ask(sofia(), { documentDate: invoice?.documentDate ?? '' })).errors).toEqual([])
  await world.settle()
  const tasks = (await sofia().call(api.listExternalTasks, { query: { stockId } })).body.filter(
    ({ kind }) => kind === 'document_dates',
  )
  expect(tasks.map(({ changes, command }) => [changes, command])).toEqual([
    [
      [
        { name: 'AccountingDate', value: '2026-10-31' },
        { name: 'InvoiceNumber', value: 'INV-0002' },
      ],
      'sent',
    ],
  ])
  const { rows } = await sql<{
    contractid: string
    document: string
  }>`select contractid, payload::jsonb->>'DocumentID' as document from ssr_commands where kind = 'document_dates'`.execute(
    source,
  )
  expect(rows).toEqual([{ contractid: 'C2', document: params.documentId }])
  const after = (await office.call(listPersonalInvoices, { params: { userId: office.id } })).body
  expect(after.find(({ id }) => id === params.documentId)?.accountingDate).toBe(invoice?.accountingDate)
})

test('tenants are told when what they see is an old copy', async () => {
  const { db } = world.running.platform
  await read()
  expect((await contractOf(office)).oldCopyOf).toBeNull()
  await sql`update external_site set synced_at = synced_at - interval '20 minutes' where stock_id = ${stockId}`.execute(
    db,
  )
  const [mine] = (await office.call(myBoxes, { params: { userId: office.id } })).body
  expect(mine?.boxes[0]?.contract.oldCopyOf).toMatch(/^20\d\d-/)
  await read()
  expect((await contractOf(office)).oldCopyOf).toBeNull()
})

test('an invoice over there that belongs to no period is a difference of the parallel run', async () => {
  await change(
    `insert into ssr_documents select 'X1', documenttype, 'INV-9001', siteid, null, customerid, '2026-11-15', accountingdate, duedate, null, null, amountnet, vatamount, amountgross, openamount, currencycode, paymentdate, paymentmethod, documentdescription, invoicecomment, '2026-11-24 10:00:00' from ssr_documents where documentid = 'D3'`,
  )
  const { body } = await sofia().call(api.compareExternal, {
    params: { stockId },
    query: { from: '2026-11-15', until: '2026-11-15' },
  })
  expect(body.differences).toMatchObject([
    { invoiceNumber: 'INV-9001', what: 'unplaced', periodFrom: '2026-11-15', ours: null, theirs: 71_222 },
  ])
})

test('a superUser sets up a warehouse of the other system: what that says takes the place of what was typed', async () => {
  const { db } = world.running.platform
  const city = await db.selectFrom('city').select('id').limit(1).executeTakeFirstOrThrow()
  await sql`insert into ssr_sites (siteid, sitename, address, city, zip, country, phone, currencycode, updatedat) values ('77', 'Süd', 'Südring 5', 'Leipzig', '04103', 'DE', '+49341555', 'EUR', '2026-11-01')`.execute(
    source,
  )
  const { server, port, name, username, password } = place.behind.fields
  const body = {
    name: 'Lager Süd',
    cityId: city.id,
    address: 'noch unbekannt',
    zip: '00000',
    phone: '+49 30 000',
    currency: 'EUR' as const,
    maxContractDuration: 11,
    timeZone: 'Europe/Berlin',
    isExternal: true,
    externalId: '77',
    dbServer: server ?? '',
    dbPort: port,
    dbName: name ?? '',
    dbUsername: username ?? '',
    dbPassword: password ?? '',
  }
  const made = await sofia().call(createStock, { body })
  expect(made.errors).toEqual([])
  // Nobody presses anything: the job finds it.
  await world.settle()
  const { body: stock } = await sofia().call(getStock, { params: { id: made.body.id } })
  expect(stock).toMatchObject({ address: 'Südring 5', zip: '04103', phone: '+49341555', hasBoxes: false })
  expect(stock.city).toMatchObject({ city: 'Leipzig' })
  const twice = await sofia().call(createStock, { body: { ...body, name: 'Lager Süd 2' } })
  expect(twice.errors[0]).toMatchObject({ errorCode: 1005, field: 'stockId_sm' })
  const inside = await sofia().call(createStock, {
    body: { ...body, externalId: '78', dbServer: '169.254.169.254' },
  })
  expect(inside.errors[0]).toMatchObject({ errorCode: 9114, field: 'dbServer' })
})

test('a box is asked for on a day that the wizard offers, and nobody has more open wishes than he may hold boxes', async () => {
  const free = (await place.boxes()).get('YA-001')
  const ask = async (arrivalDate: string, who: NamedPerson = people.leo) =>
    await who.call(bookBox, {
      body: { stockId, boxId: free?.id ?? '', arrivalDate, contractDuration: 3, invoicingPeriod: 1 },
    })
  for (const day of ['2026-11-25', '2026-12-26'])
    expect((await ask(day)).errors[0]).toMatchObject({ errorCode: 1005, field: 'arrivalDate' })
  const days = ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-12-25']
  for (const day of days) {
    expect((await ask(day)).errors).toEqual([])
    await world.settle()
  }
  expect((await ask('2026-12-01')).code).toBe(9107)
  const tasks = (await sofia().call(api.listExternalTasks, { query: { stockId } })).body
  const [done] = tasks.filter(({ kind }) => kind === 'book')
  await sofia().call(api.settleExternalTask, { params: { taskId: done?.id ?? '' }, body: { isDone: true } })
  expect((await ask('2026-12-01')).errors).toEqual([])
})

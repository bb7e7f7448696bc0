import { myBoxes, openOwnBox } from '@stowage/api/access'
import { getUser, updateUser } from '@stowage/api/accounts'
import { listContractInvoices, listPersonalInvoices } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { fetchBoxes } from '@stowage/api/catalog'
import * as contracts from '@stowage/api/contracts'
import * as api from '@stowage/api/management-system'
import { redateDocument } from '@stowage/api/months'
import { reportOccupancy } from '@stowage/api/report-figures'
import { listDebtors } from '@stowage/api/reports'
import { createStock, getStock, updateStock } from '@stowage/api/stocks'
import {
  createExternalStock,
  openExternalDatabase,
  seedExternalSystem,
  type ExternalDatabase,
} from '@stowage/server/testing/external-system'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createWorld, type World } from '@stowage/server/testing/world'
import type { LocksServer } from '@stowage/simulators/locks/start-locks-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openSite } from './site.fixture.ts'

let outside: TestDatabase
let source: Connection
let behind: ExternalDatabase
let world: World
let people: People
let stockId: string
let locks: LocksServer
let max: NamedPerson
let office: NamedPerson

const day = '2026-11-26T10:00:00Z'
const lock = '7:01:01'

beforeAll(async () => {
  outside = await createTestDatabase()
  source = connect(outside.url)
  behind = await openExternalDatabase(outside.url)
  await seedExternalSystem(source.db)
  await sql`create table ssr_commands (commandid varchar(36) primary key, kind varchar(16) not null, siteid varchar(36) not null, contractid varchar(36), unitid varchar(36), customerid varchar(36), datevalue date, amount decimal(12,2), payload text, createdat timestamp not null, processedat timestamp, result text)`.execute(
    source.db,
  )
  world = await createWorld({ startAt: day, config: { locksAllowedAddresses: ['127.0.0.1'] } })
  people = await createPeople(world)
  const { platform, modules } = world.running
  stockId = await createExternalStock({ platform, catalog: modules.catalog }, behind, {
    openingTime: '00:00',
    closingTime: '23:59',
    daysWithoutFee: 5,
    database: { ...behind.fields, takesCommands: true },
  })
  locks = await openSite(world, stockId, {
    secret: 'a-site-secret-for-tests',
    perMinute: 100_000,
    locks: [{ id: lock, kind: 'box', name: 'YB-002' }],
  })
}, 120_000)
afterAll(async () => {
  await locks?.close()
  await world?.close()
  await behind?.close()
  await source?.close()
  await outside?.drop()
})

const sofia = () => people.sofia
const read = async () => (await sofia().call(api.syncExternal, { params: { stockId } })).body
const change = async (statement: string) => {
  await sql.raw(statement).execute(source.db)
  return await read()
}
const boxes = async () => {
  const { body } = await sofia().call(fetchBoxes, { query: { stockId } })
  return new Map(body.map((box) => [box.unitNumber, box]))
}
const contractOf = async (person: NamedPerson) => {
  const { body } = await sofia().call(contracts.listUserContracts, {
    params: { userId: person.id },
    query: { status: 'all' },
  })
  const [contract] = body
  if (contract === undefined) throw new Error('no contract came')
  return contract
}
async function imported(email: string): Promise<NamedPerson> {
  const { platform, modules } = world.running
  const row = await platform.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { ...world.person(await modules.accounts.openSessionFor(row.id)), id: row.id, email }
}

test('a reading makes the stock and its boxes what the source says', async () => {
  const state = await read()
  expect(state).toMatchObject({
    trouble: null,
    units: 4,
    customers: 2,
    contracts: 2,
    documents: 3,
    problems: [],
  })
  expect(state.syncedAt).not.toBeNull()
  const { body: stock } = await sofia().call(getStock, { params: { id: stockId } })
  expect(stock).toMatchObject({
    address: 'Nordstr. 1',
    zip: '10115',
    phone: '+49301234567',
    currency: 'EUR',
    hasBoxes: true,
    dbKind: null,
  })
  expect(stock.city).toMatchObject({ city: 'Berlin', country: 'DE' })
  const found = await boxes()
  expect([...found.keys()].sort()).toEqual(['KB-003', 'YA-001', 'YB-002', 'YC-004'])
  expect(found.get('YA-001')).toMatchObject({ isOccupied: false, monthRate: 8900, floor: 1, width: 1.5 })
  expect(found.get('YB-002')).toMatchObject({ isOccupied: true, isReserved: false, floor: 2 })
  expect(found.get('KB-003')).toMatchObject({ isOccupied: false, isReserved: true })
})

test('reports count as let what the source has let, before anybody was imported', async () => {
  const { body } = await sofia().call(reportOccupancy, { query: { stockIds: stockId } })
  expect(body.points.at(-1)).toMatchObject({ boxes: 4, let: 2, reserved: 0 })
  expect(body.rows.reduce((sum, row) => sum + row.let, 0)).toBe(2)
})

test('what the source says of the stock stays its own; a second reading changes nothing', async () => {
  const refused = await sofia().call(updateStock, { params: { id: stockId }, body: { address: 'Elsewhere' } })
  expect(refused.errors[0]).toMatchObject({ errorCode: 9112, field: 'address' })
  const at = async () =>
    (
      await sql<{
        at: string
      }>`select max(coalesce(updated_at, created_at))::text as at from box where stock_id = ${stockId}`.execute(
        world.running.platform.db,
      )
    ).rows[0]?.at
  const before = await at()
  await read()
  expect(await at()).toBe(before)
})

test('customers become accounts with their contracts; who has no address or one of somebody else is skipped', async () => {
  await sql`insert into ssr_customers (customerid, siteid, iscompany, email, createdat, updatedat) values
    ('U3', '1', 0, null, '2026-05-01', '2026-11-02'), ('U4', '1', 0, ${people.leo.email}, '2026-05-01', '2026-11-02'), ('U5', '1', 0, 'MAX@example.com', '2026-05-01', '2026-11-02')`.execute(
    source.db,
  )
  await read()
  const list = async () => (await sofia().call(api.listExternalUsers, { query: { siteId: '1' } })).body
  const raw = await sofia().send('GET', 'users/external?siteId=1')
  expect((raw.body as object[])[0]).toHaveProperty('otherPhonesAndEmails')
  expect((await list()).find(({ customerId }) => customerId === 'U1')).toMatchObject({
    firstName: 'Max',
    email: 'max@example.com',
    otherPhonesAndEmails: ['alt@example.com'],
    userId: null,
    openContracts: 1,
    skipped: null,
  })
  const first = await sofia().call(api.importExternalUsers, { query: { siteId: '1' } })
  expect(first.body).toMatchObject({ imported: 2, linked: 0, contracts: 2 })
  expect(first.body.skipped).toEqual(
    expect.arrayContaining([
      { customerId: 'U3', reason: 'noEmail' },
      { customerId: 'U4', reason: 'emailTaken' },
      { customerId: 'U5', reason: 'emailTaken' },
    ]),
  )
  // A second import makes no duplicates.
  const again = await sofia().call(api.importExternalUsers, { query: { siteId: '1' } })
  expect(again.body).toMatchObject({ imported: 0, linked: 0 })
  expect((await sofia().call(api.importExternalUsers, { query: { siteId: 'other' } })).code).toBe(6006)
  max = await imported('max@example.com')
  office = await imported('office@example.com')
  expect((await boxes()).get('YB-002')).toMatchObject({
    userInfo: { id: max.id, fullName: 'Max Mustermann' },
  })
})

test('contracts, documents and debts are the source’s: nothing here bills, penalises or numbers them', async () => {
  await world.setTime('2027-02-01T10:00:00Z')
  await world.setTime(day)
  await read()
  const { platform } = world.running
  for (const table of ['billing_plan', 'document'] as const)
    expect(await platform.db.selectFrom(table).selectAll().where('stock_id', '=', stockId).execute()).toEqual(
      [],
    )
  const monthly = await contractOf(max)
  expect(monthly).toMatchObject({
    contractNumber: '2026-0001',
    externalId: 'C1',
    isExternal: true,
    endDate: '2026-12-01',
    monthRate: 11_900,
    vatRate: 19,
    invoiceFrequency: 1,
    debt: 0,
    paidAhead: 4,
    mayPay: false,
  })
  expect(await contractOf(office)).toMatchObject({
    endDate: '2026-12-15',
    noticeLeaveDate: '2026-12-15',
    invoiceFrequency: 3,
    periodNet: 59_850,
    vatAmount: 11_372,
    periodGross: 71_222,
    debt: 71_222,
    overdue: 71_222,
    paidAhead: -43,
  })
  const debtors = await sofia().call(listDebtors, { query: { stockId } })
  expect(debtors.body).toMatchObject([
    { contractNumber: '2026-0002', debt: 71_222, unpaid: 71_222, dueDate: '2026-10-29' },
  ])
  const mine = await office.call(listPersonalInvoices, { params: { userId: office.id } })
  expect(mine.body).toMatchObject([
    {
      documentType: 'Invoice',
      invoiceNumber: 'INV-0002',
      debt: 71_222,
      overdue: true,
      mayPay: false,
      isExternal: true,
    },
  ])
  const invoices = await max.call(listContractInvoices, { params: { contractId: monthly.id } })
  expect(invoices.body.map(({ documentType, amount, debt }) => [documentType, amount, debt])).toEqual([
    ['Payment', 14_161, 0],
    ['Invoice', 14_161, 0],
  ])
  expect((await people.leo.call(listContractInvoices, { params: { contractId: monthly.id } })).status).toBe(
    404,
  )
})

test('a door asks what the source says is paid; an imported tenant opens without papers until staff ask anew', async () => {
  const { platform } = world.running
  await platform.db.updateTable('box').set({ lock_id: lock }).where('external_id', '=', '102').execute()
  const open = async () => await max.call(openOwnBox, { params: { id: '102' } })
  expect((await open()).errors).toEqual([])
  const [place] = (await max.call(myBoxes, { params: { userId: max.id } })).body
  expect(place?.boxes[0]).toMatchObject({ unitId: '102', paidAhead: 4, opening: { opens: true } })
  // What is owed beside rent that is paid for bars nobody.
  await change(
    `update ssr_contracts set balance = 12.00, updatedat = '2026-11-20 10:00:00' where contractid = 'C1'`,
  )
  locks.control.closeDoor(lock)
  expect((await open()).errors).toEqual([])
  await change(
    `update ssr_contracts set balance = 141.61, paiduntil = '2026-10-31', updatedat = '2026-11-20 11:00:00' where contractid = 'C1'`,
  )
  expect((await open()).code).toBe(7006)
  await change(
    `update ssr_contracts set balance = 0, paiduntil = '2026-11-30', updatedat = '2026-11-20 12:00:00' where contractid = 'C1'`,
  )
  locks.control.closeDoor(lock)
  expect((await open()).errors).toEqual([])
  await sofia().call(updateUser, { params: { id: max.id }, body: { isKycVerified: false } })
  expect((await open()).code).toBe(7001)
})

test('what people want becomes a task and a command; nothing is changed here, and a second click asks nothing twice', async () => {
  const before = await contractOf(max)
  for (const _ of [1, 2])
    expect(
      (
        await max.call(contracts.giveNotice, {
          params: { unitId: '102' },
          body: { leaveDate: '30/11/2026 12:00' },
        })
      ).errors,
    ).toEqual([])
  await sofia().call(contracts.closeContract, {
    params: { stockId, contractId: before.id },
    query: { boxId: '102' },
    body: {},
  })
  await max.call(contracts.extendContract, { params: { unitId: '102' }, body: {} })
  const free = (await boxes()).get('YA-001')
  const booking = await people.leo.call(bookBox, {
    body: {
      stockId,
      boxId: free?.id ?? '',
      arrivalDate: '2026-12-01',
      contractDuration: 3,
      invoicingPeriod: 1,
    },
  })
  expect(booking.body).toMatchObject({ kind: 'wish' })
  const taken = (await boxes()).get('YB-002')
  expect(
    (
      await people.leo.call(bookBox, {
        body: {
          stockId,
          boxId: taken?.id ?? '',
          arrivalDate: '2026-12-01',
          contractDuration: 3,
          invoicingPeriod: 1,
        },
      })
    ).code,
  ).toBe(6001)
  await world.settle()
  const tasks = (await sofia().call(api.listExternalTasks, { query: { stockId } })).body
  expect(
    tasks
      .map(({ kind, dateValue, unitNumber, command }) => [kind, dateValue, unitNumber, command].join(' '))
      .sort((one, two) => one.localeCompare(two)),
  ).toEqual([
    'book 2026-12-01 YA-001 sent',
    'extend 2027-06-01 YB-002 sent',
    'notice 2026-11-30 YB-002 sent',
    'terminate 2026-11-26 YB-002 sent',
  ])
  const { rows } =
    await sql`select kind, contractid, unitid, customerid, datevalue::text as day from ssr_commands order by kind`.execute(
      source.db,
    )
  expect(rows).toEqual([
    { kind: 'book', contractid: null, unitid: '101', customerid: null, day: '2026-12-01' },
    { kind: 'extend', contractid: 'C1', unitid: '102', customerid: 'U1', day: '2027-06-01' },
    { kind: 'notice', contractid: 'C1', unitid: '102', customerid: 'U1', day: '2026-11-30' },
    { kind: 'terminate', contractid: 'C1', unitid: '102', customerid: 'U1', day: '2026-11-26' },
  ])
  const after = await contractOf(max)
  expect(after).toMatchObject({ status: 'active', endDate: before.endDate, noticeLeaveDate: null })
  expect(after.wishes.map(({ kind }) => kind)).toEqual(['notice', 'terminate', 'extend'])
  const [task] = tasks
  const params = { taskId: task?.id ?? '' }
  expect((await people.mara.call(api.settleExternalTask, { params, body: { isDone: true } })).status).toBe(
    403,
  )
  const done = await sofia().call(api.settleExternalTask, { params, body: { isDone: true } })
  expect(done.body.doneAt).not.toBeNull()
  expect((await sofia().call(api.listExternalTasks, { query: { stockId } })).body).toHaveLength(3)
})

test('the parallel run names every difference', async () => {
  const compare = async (from: string, until: string) =>
    await sofia().call(api.compareExternal, { params: { stockId }, query: { from, until } })
  const { body } = await compare('2026-10-01', '2026-11-01')
  expect(
    body.differences.map(({ contractId, periodFrom, what, ours, theirs }) => [
      contractId,
      periodFrom,
      what,
      ours,
      theirs,
    ]),
  ).toEqual([
    // Its insurance is on no invoice over there.
    ['C1', '2026-10-01', 'missingThere', 14_661, null],
    ['C1', '2026-11-01', 'net', 12_400, 11_900],
    ['C1', '2026-11-01', 'gross', 14_661, 14_161],
  ])
  expect(body).toMatchObject({ periods: 3, equal: 1 })
  expect((await compare('2026-11-01', '2026-10-01')).code).toBe(9001)
})

test('a contract that was left is closed and its box goes to the next, in one reading; a unit that is gone is not let', async () => {
  await change(
    `update ssr_contracts set leavedate = '2026-11-20', updatedat = '2026-11-20 13:00:00' where contractid = 'C1';
     insert into ssr_contracts select 'C9', '2026-0009', siteid, 'U2', unitid, '2026-11-21', null, null, null, null, 1, 119.00, 0, 19.00, 'EUR', null, null, null, 0, '2026-11-21 00:00:00' from ssr_contracts where contractid = 'C1';
     delete from ssr_units where unitid = '101'`,
  )
  expect(await contractOf(max)).toMatchObject({ status: 'closed', paidAhead: 0 })
  const found = await boxes()
  expect(found.get('YB-002')).toMatchObject({ userInfo: { id: office.id } })
  expect(found.get('YA-001')).toMatchObject({ isOccupied: true, monthRate: 8900 })
})

test('a source that is away leaves the last copy whole, with its time', async () => {
  const before = await read()
  const rowsOf = async () => [...(await boxes()).values()]
  const known = await rowsOf()
  await sql`alter table ssr_documents rename column openamount to open_amount`.execute(source.db)
  const missing = await read()
  expect(missing).toMatchObject({
    trouble: 'sourceUnknown',
    syncedAt: before.syncedAt,
    contracts: before.contracts,
  })
  await sql`alter table ssr_documents rename column open_amount to openamount`.execute(source.db)
  expect(await rowsOf()).toEqual(known)
  await sql`update ssr_meta set contractversion = '2.0'`.execute(source.db)
  expect((await read()).trouble).toBe('sourceUnknown')
  await sql`update ssr_meta set contractversion = '1.0'`.execute(source.db)
  expect((await read()).trouble).toBeNull()
})

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
    source.db,
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
    source.db,
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
  const [place] = (await office.call(myBoxes, { params: { userId: office.id } })).body
  expect(place?.boxes[0]?.contract.oldCopyOf).toMatch(/^20\d\d-/)
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
    source.db,
  )
  const { server, port, name, username, password } = behind.fields
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

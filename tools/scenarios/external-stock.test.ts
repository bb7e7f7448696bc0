import { myBoxes, openOwnBox } from '@stowage/api/access'
import { updateUser } from '@stowage/api/accounts'
import { listContractInvoices, listPersonalInvoices } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import * as contracts from '@stowage/api/contracts'
import * as api from '@stowage/api/management-system'
import { reportOccupancy } from '@stowage/api/report-figures'
import { listDebtors } from '@stowage/api/reports'
import { getStock, updateStock } from '@stowage/api/stocks'
import type { NamedPerson, People } from '@stowage/server/testing/people'
import type { World } from '@stowage/server/testing/world'
import type { LocksServer } from '@stowage/simulators/locks/start-locks-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExternalStock, type ExternalStock } from './external-stock.fixture.ts'
import { openSite } from './site.fixture.ts'

let place: ExternalStock
let world: World
let people: People
let stockId: string
let source: ExternalStock['source']
let locks: LocksServer
let max: NamedPerson
let office: NamedPerson

const day = '2026-11-26T10:00:00Z'
const lock = '7:01:01'

beforeAll(async () => {
  place = await openExternalStock(day)
  ;({ world, people, stockId, source } = place)
  locks = await openSite(world, stockId, {
    secret: 'a-site-secret-for-tests',
    perMinute: 100_000,
    locks: [{ id: lock, kind: 'box', name: 'YB-002' }],
  })
}, 120_000)
afterAll(async () => {
  await locks?.close()
  await place?.close()
})

const sofia = () => people.sofia
const read = async () => await place.read()
const change = async (statement: string) => await place.change(statement)
const boxes = async () => await place.boxes()
const contractOf = async (person: NamedPerson) => await place.contractOf(person)
const imported = async (email: string) => await place.imported(email)

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
    source,
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
  // What the list promises is what the import does: of two with one address only one is new, and the other names him.
  const promised = await list()
  expect(promised.filter(({ userId, skipped }) => userId == null && skipped == null)).toHaveLength(2)
  expect(promised.find(({ customerId }) => customerId === 'U5')).toMatchObject({
    skipped: 'emailTaken',
    twinId: 'U1',
  })
  expect(promised.find(({ customerId }) => customerId === 'U4')).toMatchObject({
    skipped: 'emailTaken',
    twinId: null,
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

test('what a source has issued on no contract that is here stands among the documents of its customer alone, and is only shown', async () => {
  await change(
    `insert into ssr_documents values ('D9','Invoice','INV-0009','1',null,'U2','2026-11-10','2026-11-10','2026-11-24',null,null,20.00,3.80,23.80,23.80,'EUR',null,null,'Lost key',null,'2026-11-10 00:00:00')`,
  )
  const mine = await office.call(listPersonalInvoices, { params: { userId: office.id } })
  expect(mine.body.find(({ id }) => id === 'D9')).toMatchObject({
    invoiceNumber: 'INV-0009',
    contractId: '',
    unitNumber: null,
    debt: 2380,
    documentDescription: 'Lost key',
    mayPay: false,
    isExternal: true,
  })
  const ofMax = await max.call(listPersonalInvoices, { params: { userId: max.id } })
  expect(ofMax.body.map(({ id }) => id)).not.toContain('D9')
  const { id: contractId } = await contractOf(office)
  const ofContract = await office.call(listContractInvoices, { params: { contractId } })
  expect(ofContract.body.map(({ id }) => id)).not.toContain('D9')
  await change(`delete from ssr_documents where documentid = 'D9'`)
})

test('a door asks what the source says is paid; an imported tenant opens without papers until staff ask anew', async () => {
  const { platform } = world.running
  await platform.db.updateTable('box').set({ lock_id: lock }).where('external_id', '=', '102').execute()
  const open = async () => await max.call(openOwnBox, { params: { id: '102' } })
  expect((await open()).errors).toEqual([])
  const [mine] = (await max.call(myBoxes, { params: { userId: max.id } })).body
  expect(mine?.boxes[0]).toMatchObject({ unitId: '102', paidAhead: 4, opening: { opens: true } })
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
      source,
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

test('the parallel run names what was invoiced behind the end of a contract, and in other money than it is', async () => {
  await change(
    `insert into ssr_contracts select 'C7', '2025-0007', siteid, 'U2', '199', '2025-01-01', null, null, '2025-06-01', null, 1, 50.00, 0, 19.00, 'EUR', null, null, null, 0, '2026-11-22 00:00:00' from ssr_contracts where contractid = 'C1';
     insert into ssr_documents select 'D7', 'Invoice', 'INV-0007', siteid, 'C7', 'U2', '2025-09-01', '2025-09-01', null, '2025-09-01', '2025-09-30', 50.00, 9.50, 59.50, 59.50, 'EUR', null, null, null, null, '2026-11-22 00:00:00' from ssr_documents where documentid = 'D1';
     insert into ssr_documents select 'D8', 'Invoice', 'INV-0008', siteid, 'C7', 'U2', '2025-05-01', '2025-05-01', null, '2025-05-01', '2025-05-31', 50.00, 9.50, 59.50, 59.50, 'USD', null, null, null, null, '2026-11-22 00:00:00' from ssr_documents where documentid = 'D1'`,
  )
  const lines = async (from: string, until: string) => {
    const { body } = await sofia().call(api.compareExternal, { params: { stockId }, query: { from, until } })
    return body.differences.map(
      (one) => `${one.what} ${one.ours ?? '–'} ${one.theirs ?? '–'} ${one.currency}`,
    )
  }
  expect(await lines('2025-09-01', '2025-09-30')).toEqual(['missingHere – 5950 EUR'])
  const inMay = await lines('2025-05-01', '2025-05-31')
  expect(inMay).toEqual(['missingThere 5950 – EUR', 'unplaced – 5950 USD'])
})

test('a source that is away leaves the last copy whole, with its time', async () => {
  const before = await read()
  const rowsOf = async () => [...(await boxes()).values()]
  const known = await rowsOf()
  await sql`alter table ssr_documents rename column openamount to open_amount`.execute(source)
  const missing = await read()
  expect(missing).toMatchObject({
    trouble: 'sourceUnknown',
    syncedAt: before.syncedAt,
    contracts: before.contracts,
  })
  await sql`alter table ssr_documents rename column open_amount to openamount`.execute(source)
  expect(await rowsOf()).toEqual(known)
  await sql`update ssr_meta set contractversion = '2.0'`.execute(source)
  expect((await read()).trouble).toBe('sourceUnknown')
  await sql`update ssr_meta set contractversion = '1.0'`.execute(source)
  expect((await read()).trouble).toBeNull()
})

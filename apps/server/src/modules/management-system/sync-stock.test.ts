import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createAccount } from '../accounts/index.ts'
import { createCatalog, type Catalog } from '../catalog/index.ts'
import { linkCustomer } from './copy-store.ts'
import { eraseCustomer, eraseNamesakes } from './erasure-store.ts'
import type { SiteReading, Understood } from './site-rows.ts'
import { SourceFailure, type Source } from './source.ts'
import { syncStock, type SyncDeps } from './sync-stock.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog }>
let stockId: string
let reading: SiteReading
let deps: SyncDeps
/** What happens while the source is being read. */
let meanwhile: () => Promise<void>

const at = '2026-11-01 00:00:00.000000'
const unit = (id: string, wish: Partial<Understood<'ssr_units'>> = {}): Understood<'ssr_units'> => ({
  UnitID: id,
  SiteID: '1',
  UnitNumber: `A-${id}`,
  SizeCode: null,
  PhysicalSize: 4.5,
  Height: null,
  Width: null,
  Depth: null,
  MonthRate: 8900,
  VATRate: null,
  IsOccupied: false,
  IsReserved: false,
  IsRentable: true,
  ContractID: null,
  UpdatedAt: at,
  ...wish,
})
const empty: SiteReading = {
  site: {
    SiteID: '1',
    SiteName: 'Nord',
    Address: null,
    City: null,
    Zip: null,
    Country: null,
    Phone: null,
    CurrencyCode: 'EUR',
    UpdatedAt: at,
  },
  units: [],
  customers: [],
  contracts: [],
  documents: [],
  watermarks: { customers: null, contracts: null, documents: null },
  problems: [],
}

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
  const { platform, modules } = server
  const made = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        isExternal: true,
        externalId: '1',
        database: { server: 'sm.example', port: null, name: 'sm', username: 'u', password: 'p' },
      },
      boxes: [],
    },
  )
  stockId = made.stockId
  const source: Source = {
    mapObjects: async () => [],
    check: async () => [],
    command: async () => undefined,
    site: async () => {
      await meanwhile()
      return reading
    },
  }
  deps = {
    platform,
    catalog: modules.catalog,
    reach: async () => ({
      source,
      system: {
        siteId: '1',
        server: '',
        address: '',
        port: 1,
        name: '',
        username: '',
        password: '',
        encryption: 'none',
      },
    }),
  }
})
beforeEach(() => {
  reading = empty
  meanwhile = async () => undefined
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const sync = async (units: readonly Understood<'ssr_units'>[]) => {
  reading = { ...empty, units }
  return await syncStock(deps, stockId)
}
const boxes = async () =>
  (
    await server.platform.db
      .selectFrom('box')
      .select([
        'external_id as id',
        'unit_number as number',
        'size',
        'month_rate as rate',
        'source_state as state',
      ])
      .where('stock_id', '=', stockId)
      .orderBy('external_id')
      .execute()
  ).map(({ id, number, size, rate, state }) => [id, number, size, rate, state])
const site = async () =>
  await server.platform.db
    .selectFrom('external_site')
    .selectAll()
    .where('stock_id', '=', stockId)
    .executeTakeFirstOrThrow()

test('units without a size, without a price, too large or not let', async () => {
  expect(
    await sync([
      unit('1', { PhysicalSize: null }),
      unit('2', { PhysicalSize: null, Width: 2, Depth: 3 }),
      unit('3', { MonthRate: 0 }),
      unit('4', { PhysicalSize: 12_345 }),
      unit('5', { IsRentable: false, IsOccupied: true }),
      unit('6', { IsOccupied: true }),
    ]),
  ).toBe('synced')
  expect(await boxes()).toEqual([
    ['1', 'A-1', 0, 8900, 'free'],
    ['2', 'A-2', 6, 8900, 'free'],
    ['3', 'A-3', 4.5, null, 'free'],
    ['4', 'A-4', 0, 8900, 'free'],
    ['5', 'A-5', 4.5, 8900, 'closed'],
    ['6', 'A-6', 4.5, 8900, 'occupied'],
  ])
  expect((await site()).problems).toEqual(['ssr_units "4": PhysicalSize is no length: 12345'])
})

test('numbers that go round, two of one number, a unit that is gone and one that takes its number', async () => {
  await sync([unit('1'), unit('2'), unit('3')])
  await sync([
    unit('1', { UnitNumber: 'A-2' }),
    unit('2', { UnitNumber: 'A-1' }),
    unit('9', { UnitNumber: 'A-3' }),
  ])
  expect((await boxes()).filter(([id]) => ['1', '2', '3', '9'].includes(String(id)))).toEqual([
    ['1', 'A-2', 4.5, 8900, 'free'],
    ['2', 'A-1', 4.5, 8900, 'free'],
    ['3', 'A-3 (3)', 4.5, 8900, 'closed'],
    ['9', 'A-3', 4.5, 8900, 'free'],
  ])
  await sync([unit('1'), unit('2', { UnitNumber: 'A-1' })])
  expect((await site()).problems).toEqual([`ssr_units "2": UnitNumber "A-1" is another unit's too`])
})

test('one reads at a time; a process that died is waited for, and then its turn is over', async () => {
  let inner: string | undefined
  meanwhile = async () => {
    meanwhile = async () => undefined
    inner = await syncStock(deps, stockId)
  }
  expect(await sync([unit('1')])).toBe('synced')
  expect(inner).toBe('elsewhere')
  const lease = async (until: string) =>
    await sql`update external_site set lease_id = 'dead', lease_until = ${until}::timestamptz where stock_id = ${stockId}`.execute(
      server.platform.db,
    )
  await lease('2999-01-01T00:00:00Z')
  expect(await sync([unit('1')])).toBe('elsewhere')
  await lease('2020-01-01T00:00:00Z')
  expect(await sync([unit('1')])).toBe('synced')
})

test('a reading that took longer than its turn writes nothing over a newer one', async () => {
  await sync([unit('1')])
  meanwhile = async () => {
    await sql`update external_site set lease_id = 'newer' where stock_id = ${stockId}`.execute(
      server.platform.db,
    )
  }
  const before = await boxes()
  server.platform.log.level = 'silent'
  expect(await sync([unit('1', { UnitNumber: 'LATE' })])).toBe('ours')
  expect(await boxes()).toEqual(before)
  await sql`update external_site set lease_id = null, lease_until = null where stock_id = ${stockId}`.execute(
    server.platform.db,
  )
})

test('what breaks off leaves the last copy with its time, and says why', async () => {
  await sync([unit('1')])
  const { synced_at: before } = await site()
  meanwhile = async () => {
    throw new SourceFailure('sourceAway', 'gone')
  }
  expect(await sync([])).toBe('sourceAway')
  expect(await site()).toMatchObject({ trouble: 'sourceAway', synced_at: before, lease_id: null })
  meanwhile = async () => undefined
  reading = { ...empty, site: { ...empty.site, CurrencyCode: 'GBP' }, units: [] }
  expect(await syncStock(deps, stockId)).toBe('sourceUnknown')
  expect((await boxes())[0]).toEqual(['1', 'A-1', 4.5, 8900, 'free'])
})

const customer: Understood<'ssr_customers'> = {
  CustomerID: 'U7',
  SiteID: '1',
  IsCompany: false,
  CompanyName: null,
  RegistrationNumber: null,
  VATNumber: null,
  Salutation: null,
  FirstName: 'Quirin',
  LastName: 'Zwickelmann',
  Email: 'quirin@tenants.example',
  Phone: null,
  OtherContacts: null,
  Address: null,
  City: null,
  Zip: null,
  Country: null,
  CreatedAt: at,
  UpdatedAt: at,
}

test('who was erased is not taken again, also where the source has moved to another machine', async () => {
  const { db, transact } = server.platform
  const read = async () => {
    reading = { ...empty, customers: [customer, { ...customer, CustomerID: 'U8', LastName: 'Bleibt' }] }
    expect(await syncStock(deps, stockId)).toBe('synced')
    return (await db.selectFrom('external_customer').select('last_name').orderBy('id').execute()).map(
      ({ last_name }) => last_name,
    )
  }
  expect(await read()).toEqual(['Zwickelmann', 'Bleibt'])
  await transact(async (tx) => {
    const at = server.platform.clock.now()
    const { id } = await createAccount(tx, {
      email: 'quirin@tenants.example',
      passwordHash: null,
      platformRole: 'client',
      language: 'de',
      accountType: 'individual',
      country: 'DE',
      city: 'Berlin',
      imported: { isVouched: false },
      at,
    })
    await linkCustomer(tx, { stockId, customerId: 'U7', accountId: id })
    await eraseCustomer(tx, id, at)
  })
  expect(await read()).toEqual([null, 'Bleibt'])
  await db.updateTable('stock').set({ db_port: 5433 }).where('id', '=', stockId).execute()
  expect(await read()).toEqual([null, 'Bleibt'])
})

const contract: Understood<'ssr_contracts'> = {
  ContractID: 'V1',
  ContractNumber: 'V1',
  SiteID: '1',
  CustomerID: 'U9',
  UnitID: '1',
  StartDate: '2024-01-01',
  EndDate: null,
  NoticeLeaveDate: null,
  LeaveDate: null,
  PaidUntil: null,
  InvoiceFrequency: 1,
  MonthRate: 100,
  DiscountPercent: 0,
  VATRate: 19,
  CurrencyCode: 'EUR',
  InsuranceAmount: null,
  InsuranceCoverage: null,
  DepositAmount: null,
  Balance: 100,
  UpdatedAt: at,
}

test('who was erased while he rents over there goes with the reading that says that it is over', async () => {
  const { db, transact } = server.platform
  const read = async (wish: Partial<typeof contract>) => {
    const customers = [{ ...customer, CustomerID: 'U9', Email: 'udo@tenants.example', LastName: 'Udo' }]
    reading = { ...empty, customers, contracts: [{ ...contract, ...wish }] }
    expect(await syncStock(deps, stockId)).toBe('synced')
    const rows = db.selectFrom('external_customer').select('last_name').where('id', '=', 'U9')
    return (await rows.executeTakeFirstOrThrow()).last_name
  }
  expect(await read({})).toBe('Udo')
  await transact(async (tx) => await eraseNamesakes(tx, 'udo@tenants.example', server.platform.clock.now()))
  expect(await read({})).toBe('Udo')
  expect(await read({ LeaveDate: '2025-01-01' })).toBe('Udo')
  expect(await read({ LeaveDate: '2025-01-01', Balance: 0 })).toBeNull()
  expect(await read({ LeaveDate: '2025-01-01', Balance: 0 })).toBeNull()
})

test('what is in other money is named at each reading, and taken when it is in ours', async () => {
  const marks = { customers: null, contracts: '2026-11-20 00:00:00.000000', documents: null }
  const read = async (CurrencyCode: string) => {
    reading = { ...empty, contracts: [{ ...contract, ContractID: 'W1', CurrencyCode }], watermarks: marks }
    expect(await syncStock(deps, stockId)).toBe('synced')
    const { problems, mark_contracts: mark } = await site()
    return { problems, mark }
  }
  expect(await read('GBP')).toEqual({
    problems: ['ssr_contracts "W1": CurrencyCode is no currency of ours: "GBP"'],
    mark: at,
  })
  expect(await read('EUR')).toEqual({ problems: [], mark: marks.contracts })
})

import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { ensureMariadb, startMariadb, type MariaDb } from '../../../../../tools/testing/mariadb.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import {
  openExternalDatabase,
  seedExternalSystem,
  type ExternalDatabase,
} from '../../testing/external-system.ts'
import { seedMysql, type ExternalMysql } from '../../testing/external-mysql.ts'
import { mysql } from './mysql-view.ts'
import { postgres } from './postgres-view.ts'
import { createSource } from './ssr-view.ts'
import { SourceFailure, type Engine, type ReachableSystem, type SourceLimits } from './source.ts'

/** One kind of database with the seed in it: how it is reached, and how a test changes it. */
interface Place {
  readonly engine: Engine
  system(): ReachableSystem
  run(...statements: readonly string[]): Promise<void>
  /** A name in quotes. */
  quoted(name: string): string
  readonly sleep: string
  start(): Promise<void>
  stop(): Promise<void>
}

const limits: SourceLimits = {
  connectMs: 30_000,
  statementMs: 30_000,
  rows: 200_000,
  bytes: 64 * 1024 * 1024,
}
const nothing = { customers: null, contracts: null, documents: null }
const reach = { siteId: '1', server: 'sm', address: '127.0.0.1', encryption: 'none' as const }

function inPostgres(): Place {
  let outside: TestDatabase
  let source: Connection
  let behind: ExternalDatabase
  return {
    engine: postgres,
    sleep: 'pg_sleep(30)',
    quoted: (name) => `"${name}"`,
    system: () => {
      const { port, name, username, password } = behind.fields
      return { ...reach, port, name: name ?? '', username: username ?? '', password: password ?? '' }
    },
    run: async (...statements) => {
      for (const statement of statements) await sql.raw(statement).execute(source.db)
    },
    start: async () => {
      outside = await createTestDatabase()
      source = connect(outside.url)
      behind = await openExternalDatabase(outside.url)
      await seedExternalSystem(source.db)
      await sql`create table ssr_commands (CommandID varchar(36) primary key, Kind varchar(16) not null, SiteID varchar(36) not null, ContractID varchar(36), UnitID varchar(36), CustomerID varchar(36), DateValue date, Payload text, CreatedAt timestamp not null)`.execute(
        source.db,
      )
    },
    stop: async () => {
      await behind.close()
      await source.close()
      await outside.drop()
    },
  }
}

function inMariadb(installed: NonNullable<ReturnType<typeof ensureMariadb>>): Place {
  let server: MariaDb
  let seeded: ExternalMysql
  return {
    engine: mysql,
    sleep: 'sleep(30)',
    quoted: (name) => `\`${name}\``,
    system: () => ({ ...reach, port: server.port, ...seeded.fields }),
    run: async (...statements) => {
      for (const statement of statements) await seeded.admin.query(statement)
    },
    start: async () => {
      server = await startMariadb(installed)
      seeded = await seedMysql(server.socket)
    },
    stop: async () => {
      seeded.admin.destroy()
      await server.stop()
    },
  }
}

const mariadb = ensureMariadb()
const places: readonly (readonly [string, Place])[] = [
  ['PostgreSQL', inPostgres()],
  ...(mariadb === undefined ? [] : [['MariaDB', inMariadb(mariadb)] as const]),
]

describe.each(places)('%s', (name, place) => {
  beforeAll(async () => await place.start(), 60_000)
  afterAll(async () => await place.stop())
  const source = (changed: Partial<SourceLimits> = {}) =>
    createSource(place.engine, { ...limits, ...changed })
  const site = async (since: Parameters<ReturnType<typeof source>['site']>[1] = nothing) =>
    await source().site(place.system(), since)

  test('a site comes whole: money in minor units, days and times as texts, what is empty as null', async () => {
    const reading = await site()
    expect(reading.problems).toEqual([])
    expect(reading.site).toMatchObject({ SiteID: '1', SiteName: 'Lager Nord', CurrencyCode: 'EUR' })
    expect(reading.units).toHaveLength(4)
    expect(reading.units[2]).toMatchObject({
      UnitNumber: 'KB-003',
      PhysicalSize: 1.2,
      MonthRate: 1990,
      IsOccupied: false,
      IsReserved: true,
      ContractID: null,
    })
    expect(reading.contracts.find(({ ContractID }) => ContractID === 'C2')).toMatchObject({
      StartDate: '2026-07-15',
      EndDate: null,
      NoticeLeaveDate: '2026-12-15',
      InvoiceFrequency: 3,
      MonthRate: 21_000,
      DiscountPercent: 5,
      VATRate: 19,
      Balance: 71_222,
      UpdatedAt: '2026-11-01 00:00:00.000000',
    })
    expect(reading.documents.find(({ DocumentID }) => DocumentID === 'D3')).toMatchObject({
      AmountNet: 59_850,
      VATAmount: 11_372,
      AmountGross: 71_222,
      PeriodTo: '2027-01-14',
      PaymentDate: null,
    })
    expect(reading.watermarks.documents).toBe('2026-11-03 00:00:00.000000')
    expect(await source().mapObjects(place.system())).toHaveLength(4)
  })

  test('of what keeps its changes only newer rows come, and those of ten minutes before again', async () => {
    const { watermarks } = await site()
    await place.run(
      `insert into ssr_documents select 'N1', DocumentType, InvoiceNumber, SiteID, ContractID, CustomerID, DocumentDate, AccountingDate, DueDate, PeriodFrom, PeriodTo, -5.00, -0.95, -5.95, 0, CurrencyCode, PaymentDate, PaymentMethod, DocumentDescription, InvoiceComment, '2026-11-02 23:55:00' from ssr_documents where DocumentID = 'D1'`,
    )
    const again = await site(watermarks)
    expect(again.documents.map(({ DocumentID, AmountGross }) => [DocumentID, AmountGross])).toEqual([
      ['N1', -595],
      ['D1', 14_161],
      ['D2', 14_161],
    ])
    expect(again.watermarks).toEqual(watermarks)
    expect(again.units).toHaveLength(4)
    await place.run(`delete from ssr_documents where DocumentID = 'N1'`)
  })

  test('a change time of the year 9999 is that of one row: what changes after it comes all the same', async () => {
    await place.run(`update ssr_contracts set UpdatedAt = '9999-12-31 00:00:00' where ContractID = 'C1'`)
    const { watermarks } = await site()
    await place.run(`update ssr_contracts set UpdatedAt = '2026-11-05 00:00:00' where ContractID = 'C2'`)
    const again = await site(watermarks)
    expect(again.contracts.map(({ ContractID }) => ContractID).toSorted()).toEqual(['C1', 'C2'])
    await place.run(`update ssr_contracts set UpdatedAt = '2026-11-01 00:00:00'`)
  })

  test('ten thousand documents come page by page, none twice and none lost, though many changed at one moment', async () => {
    const digits =
      '(select 0 n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)'
    await place.run(
      `insert into ssr_documents select concat('P', a.n, b.n, c.n, d.n), DocumentType, null, SiteID, ContractID, CustomerID, DocumentDate, AccountingDate, DueDate, PeriodFrom, PeriodTo, AmountNet, VATAmount, AmountGross, 0, CurrencyCode, PaymentDate, PaymentMethod, DocumentDescription, InvoiceComment, UpdatedAt
         from ssr_documents x, ${digits} a, ${digits} b, ${digits} c, ${digits} d where x.DocumentID = 'D1'`,
    )
    const { documents } = await site()
    expect(documents).toHaveLength(10_003)
    expect(new Set(documents.map(({ DocumentID }) => DocumentID)).size).toBe(10_003)
    await place.run(`delete from ssr_documents where DocumentID like 'P____'`)
  })

  test('more rows or bytes than any site has are refused, not cut', async () => {
    await expect(source({ rows: 3 }).site(place.system(), nothing)).rejects.toMatchObject({
      trouble: 'sourceTooMuch',
    })
    await expect(source({ bytes: 1000 }).site(place.system(), nothing)).rejects.toMatchObject({
      trouble: 'sourceAway',
    })
  })

  test('the case of columns and columns beside them do not matter; a missing one is named', async () => {
    const [shouted, left] = ['MONTHRATE', 'LeftSide'].map((name) => place.quoted(name))
    const rename = (from: string, to: string) => `alter table ssr_units rename column ${from} to ${to}`
    await place.run(rename('MonthRate', shouted ?? ''), `alter table ssr_units add column ${left ?? ''} int`)
    expect((await site()).units).toHaveLength(4)
    await place.run(rename(shouted ?? '', 'Rate'))
    await expect(site()).rejects.toThrow('ssr_units has no column MonthRate')
    const checked = await source().check(place.system())
    expect(checked.find(({ view }) => view === 'ssr_units')).toEqual({
      view: 'ssr_units',
      rows: null,
      missing: ['MonthRate'],
      problems: [],
    })
    expect(checked.find(({ view }) => view === 'ssr_contracts')).toMatchObject({
      rows: 2,
      missing: [],
      problems: [],
    })
    await place.run(rename('Rate', 'MonthRate'), `alter table ssr_units drop column ${left ?? ''}`)
    await place.run('alter table ssr_documents rename to ssr_documents_kept')
    expect((await source().check(place.system())).at(-1)?.problems).toEqual(['ssr_documents is not there'])
    await place.run('alter table ssr_documents_kept rename to ssr_documents')
  })

  test('times of a source that writes down what its clocks show are understood in its zone; an hour that comes twice is read twice', async () => {
    await place.run(`alter table ssr_meta add column TimeZone varchar(40)`)
    const zone = async (name: string) => await place.run(`update ssr_meta set TimeZone = ${name}`)
    const before = await site()
    await zone(`'Europe/Berlin'`)
    const here = await site()
    // In summer two hours ahead of UTC, in winter one; what marks the next reading stays as the source wrote it.
    const created = ({ customers }: typeof here) =>
      new Map(customers.map(({ CustomerID, CreatedAt }) => [CustomerID, CreatedAt]))
    for (const [id, at] of created(here)) {
      const [said, meant] = [created(before).get(id) ?? '', at].map((text) =>
        Temporal.PlainDateTime.from(text.replace(' ', 'T')),
      )
      const summer = said !== undefined && said.month >= 4 && said.month < 11
      expect(said?.since(meant ?? said).total('hours')).toBe(summer ? 2 : 1)
    }
    expect(here.watermarks).toEqual(before.watermarks)
    await place.run(
      `insert into ssr_documents select 'Z1', DocumentType, InvoiceNumber, SiteID, ContractID, CustomerID, DocumentDate, AccountingDate, DueDate, PeriodFrom, PeriodTo, AmountNet, VATAmount, AmountGross, 0, CurrencyCode, PaymentDate, PaymentMethod, DocumentDescription, InvoiceComment, '2026-11-02 22:55:00' from ssr_documents where DocumentID = 'D1'`,
    )
    const ids = async () => (await site(before.watermarks)).documents.map(({ DocumentID }) => DocumentID)
    expect(await ids()).toContain('Z1')
    await zone('null')
    expect(await ids()).not.toContain('Z1')
    await zone(`'Europe/Nowhere'`)
    await expect(site()).rejects.toThrow('TimeZone is no time zone: "Europe/Nowhere"')
    await place.run(
      `delete from ssr_documents where DocumentID = 'Z1'`,
      'alter table ssr_meta drop column TimeZone',
    )
  })

  test('the check looks at the plans too', async () => {
    const found = async () =>
      (await source().check(place.system())).find(({ view }) => view === 'ssr_map_objects')
    expect(await found()).toMatchObject({ rows: 4, missing: [], problems: [] })
    await place.run('alter table ssr_map_objects rename column PosX to Left_')
    expect(await found()).toMatchObject({ rows: null, missing: ['PosX'] })
    await place.run('alter table ssr_map_objects rename column Left_ to PosX')
  })

  test('a row that cannot be understood is named and left out; the others come', async () => {
    await place.run(
      `update ssr_contracts set InvoiceFrequency = 0 where ContractID = 'C1'`,
      `update ssr_units set PhysicalSize = null, MonthRate = 0 where UnitID = '101'`,
    )
    const { contracts, units, problems } = await site()
    expect(contracts.map(({ ContractID }) => ContractID)).toEqual(['C2'])
    expect(problems).toEqual(['ssr_contracts "C1": InvoiceFrequency is no months: "0"'])
    expect(units[0]).toMatchObject({ PhysicalSize: null, MonthRate: 0 })
    await place.run(
      `update ssr_contracts set InvoiceFrequency = 1 where ContractID = 'C1'`,
      `update ssr_units set PhysicalSize = 4.5, MonthRate = 89 where UnitID = '101'`,
    )
  })

  test('a row that was not understood is read at each reading until it is, also where only the view was put right', async () => {
    await place.run(`update ssr_contracts set InvoiceFrequency = 0 where ContractID = 'C2'`)
    const first = await site()
    expect(first.problems).toEqual(['ssr_contracts "C2": InvoiceFrequency is no months: "0"'])
    // Much has changed since, and was read.
    await place.run(`update ssr_contracts set UpdatedAt = '2026-11-09 00:00:00' where ContractID = 'C1'`)
    const second = await site(first.watermarks)
    expect(second.contracts.map(({ ContractID }) => ContractID)).toEqual(['C1'])
    expect(second.problems).toEqual(first.problems)
    await place.run(`update ssr_contracts set InvoiceFrequency = 3 where ContractID = 'C2'`)
    const third = await site(second.watermarks)
    expect(third.contracts.map(({ ContractID }) => ContractID).toSorted()).toEqual(['C1', 'C2'])
    expect(third.problems).toEqual([])
    expect((await site(third.watermarks)).contracts.map(({ ContractID }) => ContractID)).toEqual(['C1'])
    await place.run(`update ssr_contracts set UpdatedAt = '2026-11-01 00:00:00' where ContractID = 'C1'`)
  })

  test('texts and sites are values: what looks like SQL is looked for and not run', async () => {
    await place.run(`update ssr_units set UnitNumber = 'Ö''; drop--' where UnitID = '101'`)
    expect((await site()).units[0]?.UnitNumber).toMatch(/^Ö'; drop--/)
    await expect(source().site({ ...place.system(), siteId: `1' or '1'='1` }, nothing)).rejects.toThrow(
      'ssr_sites has no site',
    )
    await expect(
      source().site({ ...place.system(), name: `no\`'; drop table ssr_units; --` }, nothing),
    ).rejects.toMatchObject({ trouble: 'sourceRefuses' })
    expect((await site()).units).toHaveLength(4)
  })

  test('a slow view ends in time, and a server that is gone in mid-read brings nothing', async () => {
    await place.run('alter table ssr_contracts rename to ssr_contracts_kept')
    await place.run(
      `create view ssr_contracts as select k.* from ssr_contracts_kept k where ${place.sleep} is not null`,
    )
    await expect(source({ statementMs: 300 }).site(place.system(), nothing)).rejects.toMatchObject({
      trouble: 'sourceAway',
    })
    const cut = await cuttingProxy(place.system().port)
    await expect(
      source({ statementMs: 3000 }).site({ ...place.system(), port: cut.port }, nothing),
    ).rejects.toMatchObject({ trouble: 'sourceAway' })
    await cut.close()
    await place.run('drop view ssr_contracts', 'alter table ssr_contracts_kept rename to ssr_contracts')
  })

  test('a command is one row, and the same one again none', async () => {
    const command = {
      commandId: 'T1',
      kind: 'notice' as const,
      siteId: '1',
      contractId: 'C1',
      unitId: '102',
      customerId: 'U1',
      dateValue: '2026-12-01',
      payload: '{"time":"12:00"}',
      createdAt: '2026-11-22 10:00:00',
    }
    await source().command(place.system(), command)
    await expect(source().command(place.system(), command)).rejects.toBeInstanceOf(SourceFailure)
  })

  if (name !== 'MariaDB') return
  test('a wrong password, and whatever writes, are refused', async () => {
    const { engine, system } = place
    await expect(source().site({ ...system(), password: 'wrong' }, nothing)).rejects.toMatchObject({
      trouble: 'sourceRefuses',
    })
    await expect(
      engine.write(system(), limits, 'update ssr_units set MonthRate = 0', []),
    ).rejects.toMatchObject({ trouble: 'sourceRefuses' })
    // The user may write this table, the session that reads may not.
    await expect(
      engine.read(
        system(),
        limits,
        async (session) => await session.rows('delete from ssr_commands where CommandID = ?', ['x']),
      ),
    ).rejects.toBeInstanceOf(SourceFailure)
  })
})

/** Passes a conversation on until the first question that is not answered at once, then cuts the line. */
async function cuttingProxy(port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = net.createServer((socket) => {
    const inner = net.connect(port, '127.0.0.1')
    for (const end of [socket, inner]) end.on('error', () => undefined)
    inner.pipe(socket)
    socket.on('data', (chunk) => {
      inner.write(chunk)
      if (chunk.includes('ssr_contracts')) {
        socket.destroy()
        inner.destroy()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    close: async () => await new Promise((resolve) => server.close(() => resolve())),
  }
}

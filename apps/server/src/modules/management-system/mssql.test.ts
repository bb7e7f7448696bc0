import { once } from 'node:events'
import net from 'node:net'
import { expect, test, vi } from 'vitest'
import { createMssqlEngine, type MssqlDriver } from './mssql-view.ts'
import { createSource } from './ssr-view.ts'
import type { ReachableSystem } from './source.ts'

const limits = { connectMs: 3000, statementMs: 10_000, rows: 1000, bytes: 1_000_000 }
const system: ReachableSystem = {
  siteId: '1',
  server: 'sm.example',
  address: '192.0.2.7',
  encryption: 'none',
  port: 1433,
  name: 'space',
  username: 'reader',
  password: 'secret',
}

/** A pool that notes what it is asked and answers with nothing; `answers` by a part of the text. */
function fakePool(answers: Readonly<Record<string, readonly Record<string, string | null>[]>>) {
  const asked: { text: string; values: Record<string, string | null> }[] = []
  const options: object[] = []
  const close = vi.fn(async () => undefined)
  class ConnectionPool {
    constructor(given: object) {
      options.push(given)
    }
    connect = async (): Promise<void> => undefined
    close = close
    on = (): void => undefined
    request() {
      const values: Record<string, string | null> = {}
      return {
        input: (name: string, value: string | null) => {
          values[name] = value
        },
        query: async (text: string) => {
          asked.push({ text, values })
          const found = Object.entries(answers).find(([part]) => text.includes(part))
          const rows = found?.[1] ?? []
          const columns = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, {}]))
          return { recordset: Object.assign([...rows], { columns }) }
        },
      }
    }
  }
  return { driver: { ConnectionPool } as unknown as MssqlDriver, asked, options, close }
}

const meta = { ContractVersion: '1.0', GeneratedAt: '2026-11-01 00:00:00' }
const object = {
  SITEID: '1',
  MAPNAME: 'F1',
  OBJECTNO: '1',
  UNITNUMBER: 'A]1',
  POSX: '1',
  POSY: '2',
  SIZEX: '3',
  SIZEY: '4',
  ROTATION: null,
}

test('texts are cast where their driver would make floating numbers, values are named, the address is the one looked up', async () => {
  const { driver, asked, options, close } = fakePool({
    ssr_meta: [meta],
    'top (0) * from ssr_map_objects': [object],
  })
  await createSource(
    createMssqlEngine(async () => driver),
    limits,
  ).mapObjects(system)
  expect(options[0]).toMatchObject({
    server: '192.0.2.7',
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    options: { encrypt: true, useUTC: true },
  })
  const { text, values } = asked.at(-1) ?? { text: '', values: {} }
  expect(text).toMatch(
    /^select top \(1001\) left\(convert\(nvarchar\(max\), ssr_map_objects\.\[MAPNAME\], 121\), 1000\) as \[MapName\]/,
  )
  expect(text).toContain('= @p1 order by ssr_map_objects.[MAPNAME]')
  expect(values).toEqual({ p1: '1' })
  expect(close).toHaveBeenCalledOnce()
})

test('a command names its columns and its places', async () => {
  const { driver, asked } = fakePool({})
  await createSource(
    createMssqlEngine(async () => driver),
    limits,
  ).command(system, {
    commandId: 'T1',
    kind: 'notice',
    siteId: '1',
    contractId: 'C1',
    unitId: null,
    customerId: null,
    dateValue: '2026-12-01',
    payload: null,
    createdAt: '2026-11-22 10:00:00',
  })
  expect(asked[0]?.text).toBe(
    'insert into ssr_commands (CommandID, Kind, SiteID, ContractID, UnitID, CustomerID, DateValue, Payload, CreatedAt) values (@p1, @p2, @p3, @p4, @p5, @p6, convert(date, @p7, 23), @p8, convert(datetime2, @p9, 121))',
  )
  expect(asked[0]?.values).toMatchObject({ p2: 'notice', p5: null, p7: '2026-12-01' })
})

test('a driver that is not there, and a login that fails, are told apart', async () => {
  const missing = createSource(createMssqlEngine(), limits)
  await expect(missing.mapObjects(system)).rejects.toMatchObject({ trouble: 'sourceKind' })
  const { driver } = fakePool({})
  const refusing = class extends driver.ConnectionPool {
    override connect = async (): Promise<never> => {
      throw Object.assign(new Error('Login failed'), { code: 'ELOGIN' })
    }
  }
  const refused = createSource(
    createMssqlEngine(async () => ({ ConnectionPool: refusing })),
    limits,
  )
  await expect(refused.mapObjects(system)).rejects.toMatchObject({ trouble: 'sourceRefuses' })
})

/** A driver that opens its line as the real one does, and asks over it; its `connector` is all that is between. */
function lineDriver(asks: (connect: () => Promise<net.Socket>) => Promise<never>, takesLeave = true) {
  return class {
    private readonly connector: () => Promise<net.Socket>
    constructor(given: object) {
      this.connector = (given as { options: { connector: () => Promise<net.Socket> } }).options.connector
    }
    connect = async (): Promise<void> => undefined
    close = async (): Promise<void> => await (takesLeave ? undefined : new Promise(() => undefined))
    on = (): void => undefined
    request = () => ({ input: () => undefined, query: async () => await asks(this.connector) })
  } as unknown as MssqlDriver['ConnectionPool']
}

test.each([
  ['sends without end', { bytes: 100_000 }],
  ['says nothing to a question', { statementMs: -900 }],
  ['takes too long as a whole', { totalMs: 100 }],
])('a server that %s is left, and its line cut', async (what, few) => {
  const cut = Promise.withResolvers<void>()
  const server = net.createServer((line) => {
    line.on('error', () => undefined)
    line.on('close', () => cut.resolve())
    const pour = (): void => {
      while (line.write(Buffer.alloc(65_536)));
      line.once('drain', pour)
    }
    if (what === 'sends without end') pour()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const hostile = createSource(
    createMssqlEngine(async () => ({
      ConnectionPool: lineDriver(async (connect) => {
        const line = await connect()
        return await new Promise((_answer, reject) => line.on('close', () => reject(new Error('cut'))))
      }),
    })),
    { ...limits, statementMs: 60_000, ...few },
  )
  await expect(hostile.mapObjects({ ...system, address: '127.0.0.1', port })).rejects.toMatchObject({
    trouble: 'sourceAway',
  })
  await cut.promise
  await new Promise((done) => server.close(done))
})

test('a server that sends its caller on is called again at its own address, and not for ever', async () => {
  let calls = 0
  const server = net.createServer((line) => {
    calls += 1
    line.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const routing = createSource(
    createMssqlEngine(async () => ({
      ConnectionPool: lineDriver(async (connect) => {
        for (;;) await connect()
      }, false),
    })),
    limits,
  )
  await expect(routing.mapObjects({ ...system, address: '127.0.0.1', port })).rejects.toMatchObject({
    trouble: 'sourceAway',
  })
  await expect.poll(() => calls).toBe(3)
  await new Promise((done) => server.close(done))
})

import net from 'node:net'
import { getExternalMaps } from '@stowage/api/management-system'
import { saveMap } from '@stowage/api/maps'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import {
  createExternalStock,
  openExternalDatabase,
  seedExternalSystem,
  type ExternalDatabase,
} from '../../testing/external-system.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createCatalog, type Catalog, type NewStock } from '../catalog/index.ts'
import { createMaps, type Maps } from '../maps/index.ts'
import { createManagementSystem } from './index.ts'
import { createPostgresSource } from './postgres-view.ts'
import { SourceFailure } from './source.ts'

let database: TestDatabase
let outside: TestDatabase
let external: Connection
let behind: ExternalDatabase
let server: SmallServer<{ catalog: Catalog; maps: Maps; managementSystem: object }>

beforeAll(async () => {
  ;[database, outside] = await Promise.all([createTestDatabase(), createTestDatabase()])
  external = connect(outside.url)
  behind = await openExternalDatabase(outside.url)
  await seedExternalSystem(external.db)
  server = await createSmallServer(
    database.url,
    (platform) => {
      const catalog = createCatalog(platform)
      return {
        catalog,
        maps: createMaps(platform),
        managementSystem: createManagementSystem(platform, { catalog }),
      }
    },
    { sourcesAllowedAddresses: ['127.0.0.1', '::1'] },
  )
})
afterEach(async () => {
  await sql`delete from ssr_map_objects where "siteid" <> '1' or objectno > 100`.execute(external.db)
})
afterAll(async () => {
  await server.close()
  await behind.close()
  await external.close()
  await Promise.all([database.drop(), outside.drop()])
})

const stock = async (wish: Partial<NewStock> = {}): Promise<string> =>
  await createExternalStock({ platform: server.platform, catalog: server.modules.catalog }, behind, wish)
const read = async (stockId: string, as = 'super') =>
  await server.person(as).call(getExternalMaps, { params: { stockId } })
const outcome = async (wish: Partial<NewStock>): Promise<string> => {
  const answer = await read(await stock(wish))
  expect(answer).toMatchObject({ status: 502, code: 2 })
  return answer.errors[0]?.message ?? ''
}

test('maps of the external system come as rectangles with text, by the name of their map', async () => {
  const { status, body } = await read(await stock())
  expect(status).toBe(200)
  expect(body.map(({ mapName, text, x, y, width, height }) => [mapName, text, x, y, width, height])).toEqual([
    ['Floor 1', 'YA-001', 10, 10, 60, 40],
    ['Floor 1', 'KB-003', 80, 10, 20, 20],
    ['Floor 2', 'YB-002', 10, 10, 60, 40],
    ['Floor 3', 'YC-004', 10, 10, 120, 80],
  ])
  expect(body[3]).toMatchObject({
    type: 'rectangle-with-text',
    fontSize: 14,
    textColor: '#000000',
    rotate: 90,
  })
  expect(new Set(body.map(({ uuid }) => uuid)).size).toBe(4)
})

test('what comes can be saved as it is, under the name the wire calls MapName, and comes the same again', async () => {
  const stockId = await stock()
  const raw = await server.get(`stocks/${stockId}/mapSM`, 'super')
  expect(raw.json()[0]).toHaveProperty('MapName', 'Floor 1')
  const first = (await read(stockId)).body
  const objects = first.flatMap(({ mapName, ...object }) => (mapName === 'Floor 1' ? [object] : []))
  const body = { mapId: 'Floor 1', objects, imported: true }
  const saved = await server.person('super').call(saveMap, { params: { stockId }, body })
  expect(saved).toMatchObject({ status: 200, body: { version: 1, objectCount: 2 } })
  expect((await read(stockId)).body).toEqual(first)
})

test('what a map may not hold is left out; other sites stay where they are', async () => {
  await sql`insert into ssr_map_objects values
    ('1', 'Floor 1', 101, null, ${'x'.repeat(32)}, 1000000, 0, 10, 10, 0),
    ('1', 'Floor 1', 102, null, null, 5, 5, 10, 10, null),
    ('1', '__proto__', 103, null, 'Z', 0, 0, 10, 10, 0),
    ('1', ${`  ${'N'.repeat(62)}`}, 104, null, 'N', 0, 0, 10, 10, 0),
    ('2', 'Other', 1, null, 'A', 0, 0, 10, 10, 0)`.execute(external.db)
  const { body } = await read(await stock())
  expect(body).toHaveLength(6)
  expect(body.find(({ x }) => x === 5)?.text ?? null).toBeNull()
  expect(new Set(body.map(({ mapName }) => mapName))).toEqual(
    new Set(['Floor 1', 'Floor 2', 'Floor 3', 'N'.repeat(60)]),
  )
})

test('what is missing, wrong or away is said, and nothing of the connection with it', async () => {
  const given = behind.fields
  const wrong = (change: Partial<typeof given>) => ({ database: { ...given, ...change } })
  expect(await outcome({ database: null })).toMatch(/has no database/)
  expect(await outcome({ externalId: null })).toMatch(/has no database/)
  expect(await outcome(wrong({ name: `no'; drop table stock; --` }))).toMatch(/refuses/)
  expect(await outcome(wrong({ port: 1433 }))).toMatch(/Databases of SQL Server/)
  expect(await outcome(wrong({ server: '10.0.0.1' }))).toMatch(/may not be called.*SOURCES_ALLOWED_ADDRESSES/)
  const message = await outcome(wrong({ port: 1 }))
  expect(message).toMatch(/does not answer/)
  expect(message).not.toMatch(/127|stowage|ECONN/)
  // A database that is there and is not this system.
  const [, other = ''] = /\/(stowage_test_\w+)/.exec(database.url) ?? []
  expect(await outcome(wrong({ name: other }))).toMatch(/does not have the views/)
})

test('a column that is missing is a system of another version; case and further columns do not matter', async () => {
  await sql`alter table ssr_map_objects rename column posx to "PosX"`.execute(external.db)
  await sql`alter table ssr_map_objects add column "Colour" text`.execute(external.db)
  expect((await read(await stock())).body).toHaveLength(4)
  await sql`alter table ssr_map_objects rename column "PosX" to left_side`.execute(external.db)
  expect(await outcome({})).toMatch(/does not have the views/)
  await sql`alter table ssr_map_objects rename column left_side to posx`.execute(external.db)
  await sql`update ssr_meta set contractversion = '2.0'`.execute(external.db)
  expect(await outcome({})).toMatch(/does not have the views/)
  await sql`update ssr_meta set contractversion = '1.0'`.execute(external.db)
})

test('objects come by their number, whatever the case of its column', async () => {
  await sql`insert into ssr_map_objects values
    ('1', 'Floor 1', 1000, null, 'later', 0, 0, 10, 10, 0), ('1', 'Floor 1', 101, null, 'before', 0, 0, 10, 10, 0)`.execute(
    external.db,
  )
  await sql`alter table ssr_map_objects rename column objectno to "ObjectNo"`.execute(external.db)
  try {
    const { body } = await read(await stock())
    expect(body.slice(2, 4).map(({ text }) => text)).toEqual(['before', 'later'])
  } finally {
    await sql`alter table ssr_map_objects rename column "ObjectNo" to objectno`.execute(external.db)
  }
})

test('texts without an end, places without a number, sites that are numbers: what is good comes, and quickly', async () => {
  await sql`alter table ssr_map_objects rename to ssr_map_objects_kept`.execute(external.db)
  try {
    await sql`create view ssr_map_objects as
      select 1 as siteid, mapname, objectno, unitid, unitnumber::text, posx, posy, sizex, sizey, rotation from ssr_map_objects_kept where siteid = '1'
      union all select 1, 'Floor 1', 200 + n, null, repeat('x', 5000000), 0, 0, 10, 10, 0 from generate_series(1, 20) n
      union all select 1, 'Floor 1', 300, null, 'YA-9', null, 0, 10, 10, 0
      union all select 1, repeat('N', 59) || '😀', 301, null, 'YA-8', 0, 0, 10, 10, 0`.execute(external.db)
    const { status, body } = await read(await stock())
    expect(status).toBe(200)
    expect(body.map(({ text }) => text)).toEqual(['YA-001', 'KB-003', 'YB-002', 'YC-004', 'YA-8'])
    expect(body.at(-1)?.mapName).toBe('N'.repeat(59))
    expect((await read(await stock({ externalId: 'Lager Nord' }))).body).toEqual([])
  } finally {
    await sql`drop view if exists ssr_map_objects`.execute(external.db)
    await sql`alter table ssr_map_objects_kept rename to ssr_map_objects`.execute(external.db)
  }
})

/** Greets as PostgreSQL does, then answers with rows of a megabyte until the line is cut; `poured` counts what went out. */
function pour(socket: net.Socket, poured: { bytes: number }): void {
  const message = (letter: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(letter), length, body])
  }
  const field = Buffer.concat([Buffer.from('contractversion\0'), Buffer.alloc(18)])
  const row = message('D', Buffer.concat([Buffer.from([0, 1, 0, 16, 0, 0]), Buffer.alloc(1_048_576, 120)]))
  const send = (): void => {
    let isTaken = true
    while (isTaken && !socket.destroyed) {
      isTaken = socket.write(row)
      poured.bytes += row.length
    }
  }
  socket.on('error', () => undefined)
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]))
    socket.once('data', () => {
      socket.write(message('T', Buffer.concat([Buffer.from([0, 1]), field])))
      socket.on('drain', send)
      send()
    })
  })
}

test('a server that never stops answering is left before it fills the memory', async () => {
  const poured = { bytes: 0 }
  const server = net.createServer((socket) => pour(socket, poured))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await expect(sourceOf(5000).mapObjects({ ...system(), port })).rejects.toMatchObject({
    trouble: 'sourceAway',
  })
  // Beyond the limit of 32 MB, and no more behind it than lies in the buffers of both ends.
  expect(poured.bytes).toBeGreaterThan(32 * 1024 * 1024)
  expect(poured.bytes).toBeLessThan(64 * 1024 * 1024)
  server.close()
})

const system = () => {
  const { port, name, username, password } = behind.fields
  return {
    siteId: '1',
    server: 'sm',
    address: '127.0.0.1',
    encryption: 'none' as const,
    port,
    name: name ?? '',
    username: username ?? '',
    password: password ?? '',
  }
}
const sourceOf = (statementMs: number) =>
  createPostgresSource({ connectMs: 300, statementMs, rows: 20_000, bytes: 32 * 1024 * 1024 })

test('a view that writes is refused, a slow one ends in time, a server that says nothing too', async () => {
  await sql`alter table ssr_meta rename to ssr_meta_kept`.execute(external.db)
  try {
    await sql`create table touched (at int)`.execute(external.db)
    await sql`create function touch() returns varchar language plpgsql as $$ begin insert into touched values (1); return '1.0'; end $$`.execute(
      external.db,
    )
    await sql`create view ssr_meta as select touch() as contractversion`.execute(external.db)
    await expect(sourceOf(2000).mapObjects(system())).rejects.toThrow(SourceFailure)
    const { rows } = await sql`select 1 from touched`.execute(external.db)
    expect(rows).toEqual([])
    await sql`create or replace view ssr_meta as select (case when pg_sleep(600) is null then '1.0' else '1.0' end)::varchar as contractversion`.execute(
      external.db,
    )
    // Nobody waits for it, and it does not go on behind our back: its view can be dropped.
    await expect(sourceOf(200).mapObjects(system())).rejects.toMatchObject({ trouble: 'sourceAway' })
  } finally {
    await sql`drop view if exists ssr_meta`.execute(external.db)
    await sql`alter table ssr_meta_kept rename to ssr_meta`.execute(external.db)
  }
  const silent = net.createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as net.AddressInfo
  await expect(sourceOf(200).mapObjects({ ...system(), address: '127.0.0.1', port })).rejects.toMatchObject({
    trouble: 'sourceAway',
  })
  silent.close()
})

test('only a superuser reads it; a stock that is not there is none', async () => {
  const stockId = await stock()
  expect(await read('0'.repeat(26))).toMatchObject({ status: 404, code: 6006 })
  for (const who of ['client', 'manager', `admin@${stockId}`])
    expect(await read(stockId, who)).toMatchObject({ status: 403 })
})

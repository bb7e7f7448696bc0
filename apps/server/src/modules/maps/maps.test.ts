import { randomBytes } from 'node:crypto'
import * as api from '@stowage/api/maps'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallStock } from '../../testing/small-stock.ts'
import { createCatalog, type Catalog } from '../catalog/index.ts'
import { createMaps, type Maps } from './index.ts'
import { keptScans, SCANS } from './map-store.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog; maps: Maps }>

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({
    catalog: createCatalog(platform),
    maps: createMaps(platform),
  }))
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const sofia = () => server.person('super')
const stock = async (): Promise<string> =>
  (await createSmallStock({ platform: server.platform, catalog: server.modules.catalog })).stockId
const wall = (uuid: string, x = 0) => ({ type: 'rectangle', uuid, x, y: 0, width: 10, height: 10 })
const save = async (stockId: string, body: Parameters<typeof bodyOf>[0]) =>
  await sofia().call(api.saveMap, { params: { stockId }, body: bodyOf(body) })
const bodyOf = (body: {
  mapId: string
  objects?: readonly unknown[]
  version?: number
  id?: string
  restored?: number
}) => ({ ...body, objects: [...(body.objects ?? [])] })
const names = async (stockId: string) =>
  Object.keys((await server.person().call(api.getMap, { params: { stockId } })).body)
const acts = async (stockId: string) =>
  (
    await server.platform.db
      .selectFrom('audit')
      .select('action')
      .where('stock_id', '=', stockId)
      .where('subject_type', '=', 'map')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('a drawing is saved as the next version, with what it changed; the same drawing again is no version', async () => {
  const stockId = await stock()
  const first = await save(stockId, { mapId: ' Ground ', objects: [wall('a'), wall('b')], version: 0 })
  expect(first).toMatchObject({ status: 200, body: { mapId: 'Ground', version: 1, objectCount: 2 } })
  const second = await save(stockId, { mapId: 'Ground', objects: [wall('a', 5), wall('c')], version: 1 })
  expect(second.body).toMatchObject({ version: 2, objectCount: 2 })
  expect(
    await save(stockId, { mapId: 'Ground', objects: [wall('a', 5), wall('c')], version: 2 }),
  ).toMatchObject({
    body: { version: 2 },
  })
  const params = { stockId, mapId: 'Ground' }
  expect((await sofia().call(api.listMapVersions, { params })).body).toMatchObject([
    { version: 2, origin: 'drawn', objectCount: 2, added: 1, changed: 1, removed: 1 },
    { version: 1, origin: 'drawn', objectCount: 2, added: 2, changed: 0, removed: 0 },
  ])
  const old = await sofia().call(api.getMapVersion, { params: { ...params, version: '1' } })
  expect(old.body.map(({ uuid }) => uuid)).toEqual(['a', 'b'])
  const back = await save(stockId, { mapId: 'Ground', objects: old.body, version: 2, restored: 1 })
  expect(back.body.version).toBe(3)
  expect((await sofia().call(api.listMapVersions, { params })).body[0]).toMatchObject({ origin: 'restored' })
  for (const version of ['4', '0', 'x', '1e0'])
    expect(await sofia().call(api.getMapVersion, { params: { ...params, version } })).toMatchObject({
      code: 9104,
    })
  expect(await acts(stockId)).toEqual(['map-saved', 'map-saved', 'map-saved'])
})

test('the second of two who drew at once is told, with the map as it is; nothing of the first is lost', async () => {
  const stockId = await stock()
  await save(stockId, { mapId: 'Ground', objects: [wall('a')], version: 0 })
  await save(stockId, { mapId: 'Ground', objects: [wall('a', 1)], version: 1 })
  const late = await save(stockId, { mapId: 'Ground', objects: [wall('a', 2)], version: 1 })
  expect(late).toMatchObject({ status: 409, code: 9109 })
  expect(late.errors[0]?.present).toMatchObject({ mapId: 'Ground', version: 2 })
  expect(await save(stockId, { mapId: 'Ground', objects: [], version: 0 })).toMatchObject({ code: 9109 })
  expect(await save(stockId, { mapId: 'Gone', objects: [], version: 3 })).toMatchObject({ code: 9109 })
  const both = await Promise.all([
    save(stockId, { mapId: 'New', objects: [wall('x')], version: 0 }),
    save(stockId, { mapId: 'New', objects: [wall('y')], version: 0 }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('saved twice is saved once: whoever has not heard the answer, or presses twice, has nothing to settle', async () => {
  const stockId = await stock()
  const body = { mapId: 'Ground', objects: [wall('a')], version: 0 }
  const both = await Promise.all([save(stockId, body), save(stockId, body)])
  expect(both.map(({ status, body: { version } }) => [status, version])).toEqual([
    [200, 1],
    [200, 1],
  ])
  expect(await acts(stockId)).toEqual(['map-saved'])
})

test('a drawing goes to the map that was opened, whatever it is called meanwhile and whoever has its name', async () => {
  const stockId = await stock()
  const params = { stockId, mapId: 'Ground' }
  const { id } = (await save(stockId, { mapId: 'Ground', objects: [wall('a')], version: 0 })).body
  await sofia().call(api.renameMap, { params, body: { name: 'Old' } })
  let x = 0
  const late = async (version: number) =>
    await save(stockId, { mapId: 'Ground', objects: [wall('a', (x += 1))], version, id })
  expect(await late(1)).toMatchObject({ body: { id, mapId: 'Old', version: 2 } })

  const other = (await save(stockId, { mapId: 'Ground', objects: [wall('b')], version: 0 })).body
  expect(await late(2)).toMatchObject({ body: { id, mapId: 'Old', version: 3 } })
  expect(await late(2)).toMatchObject({ status: 409, code: 9109 })
  expect((await late(2)).errors[0]?.present).toMatchObject({ id, mapId: 'Old', version: 3 })

  // Gone, it takes nothing from the one that has its name, and comes back only when it is taken back.
  await sofia().call(api.deleteMap, { params: { stockId, mapId: 'Old' } })
  const gone = await late(3)
  expect(gone).toMatchObject({ status: 409, code: 9109 })
  expect(gone.errors[0]?.present).toMatchObject({ id: other.id, mapId: 'Ground', version: 1 })
  await sofia().call(api.deleteMap, { params })
  const alone = await late(3)
  expect([alone.code, alone.errors[0]?.present]).toEqual([9109, undefined])
  // A map of another stock is none of this one.
  expect(await save(await stock(), { mapId: 'Ground', objects: [], version: 3, id })).toMatchObject({
    code: 9109,
  })
})

test('maps are renamed, ordered, deleted and taken back', async () => {
  const stockId = await stock()
  for (const mapId of ['A', 'B', 'C']) await save(stockId, { mapId, objects: [wall(mapId)] })
  const order = async (given: string[]) =>
    await sofia().call(api.orderMaps, { params: { stockId }, body: { order: given } })
  expect((await order(['C', 'A', 'B'])).body.map(({ mapId }) => mapId)).toEqual(['C', 'A', 'B'])
  for (const wrong of [
    ['C', 'A'],
    ['C', 'A', 'B', 'B'],
    ['C', 'A', 'X'],
  ])
    expect(await order(wrong)).toMatchObject({ code: 9109 })
  expect(await names(stockId)).toEqual(['C', 'A', 'B'])

  const rename = async (mapId: string, name: string) =>
    await sofia().call(api.renameMap, { params: { stockId, mapId }, body: { name } })
  expect(await rename('A', 'B')).toMatchObject({ status: 409, code: 9000 })
  expect(await rename('A', '1st / floor %')).toMatchObject({ body: { mapId: '1st / floor %', version: 1 } })
  expect(await names(stockId)).toEqual(['C', '1st / floor %', 'B'])
  expect(await rename('A', 'Z')).toMatchObject({ status: 404, code: 9104 })

  const drop = async (mapId: string) => await sofia().call(api.deleteMap, { params: { stockId, mapId } })
  const gone = await drop('1st / floor %')
  expect(gone.body).toMatchObject({ deleted: expect.any(String) })
  expect(await names(stockId)).toEqual(['C', 'B'])
  expect(await drop('1st / floor %')).toMatchObject({ code: 9104 })
  const back = async () => await sofia().call(api.undeleteMap, { params: { stockId, id: gone.body.id } })
  await save(stockId, { mapId: '1st / floor %', objects: [] })
  expect(await back()).toMatchObject({ status: 409, code: 9000 })
  await drop('1st / floor %')
  expect(await back()).toMatchObject({ body: { mapId: '1st / floor %', objectCount: 1, deleted: null } })
  expect(await names(stockId)).toEqual(['C', 'B', '1st / floor %'])
  expect(await back()).toMatchObject({ code: 9104 })
  const listed = (await sofia().call(api.listMaps, { params: { stockId } })).body
  expect(listed.map(({ mapId, deleted }) => [mapId, deleted !== null])).toEqual([
    ['C', false],
    ['B', false],
    ['1st / floor %', false],
    ['1st / floor %', true],
  ])
  expect(await sofia().call(api.listMaps, { params: { stockId: newId() } })).toMatchObject({ code: 6006 })
})

test('of many versions the last ones are kept', async () => {
  const stockId = await stock()
  for (let x = 1; x <= 102; x += 1)
    await server.platform.transact(
      async (tx) =>
        await server.modules.maps.saveMap(tx, { actorId: null }, stockId, {
          name: 'G',
          objects: [wall('a', x)],
        }),
    )
  const { body } = await sofia().call(api.listMapVersions, { params: { stockId, mapId: 'G' } })
  expect([body.length, body[0]?.version, body.at(-1)?.version]).toEqual([100, 102, 3])
})

test('a scan lies under a map for who draws; it is moved, replaced and removed, and strangers see nothing of it', async () => {
  const stockId = await stock()
  await save(stockId, { mapId: 'Ground', objects: [wall('a')] })
  const params = { stockId, mapId: 'Ground' }
  const place = { x: 0, y: 10, width: 1700, height: 700, opacity: 0.4 }
  const scan = async (background: string) => ({
    type: 'x',
    base64: (
      await sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()
    ).toString('base64'),
  })
  const set = async (body: object) =>
    await sofia().call(api.setMapBackground, { params, body: { ...place, ...body } })
  expect(await set({})).toMatchObject({ status: 400, errors: [{ errorCode: 1003, field: 'scan' }] })
  expect(await set({ scan: { type: 'image/png', base64: 'PHN2Zy8+' } })).toMatchObject({ code: 1005 })
  const first = await set({ scan: await scan('#f00') })
  const file = first.body.background?.file ?? ''
  expect(first).toMatchObject({ status: 200, body: { version: 1, background: { ...place, file } } })
  expect((await set({ x: 5 })).body.background).toMatchObject({ file, x: 5 })
  const read = async (name: string) =>
    await sofia().send('GET', `stocks/${stockId}/maps/Ground/background/${name}`)
  expect((await read(file)).status).toBe(200)
  const second = (await set({ scan: await scan('#0f0') })).body.background?.file ?? ''
  expect(second).not.toBe(file)
  for (const name of [file, 'x.png', '..%2Fcategory%2Fx.png'])
    expect((await read(name)).status, name).toBe(404)
  expect((await server.person().call(api.getMap, { params: { stockId } })).body['Ground']).toHaveLength(1)

  const days = (count: number) => Temporal.Now.instant().add({ hours: 24 * count })
  const forget = async (count: number) =>
    await forgetStray(
      server.platform.files,
      SCANS,
      (keys) => keptScans(server.platform.db, keys),
      days(count),
    )
  expect(await forget(6)).toBe(0)
  expect(await forget(8)).toBeGreaterThan(0)
  expect(await server.platform.files.get(`${SCANS}/${file}`)).toBeUndefined()
  expect((await read(second)).status).toBe(200)
  expect((await sofia().call(api.deleteMapBackground, { params })).body.background).toBeNull()
  expect((await read(second)).status).toBe(404)
})

test('maps that are too large together are refused, be they saved or taken back', async () => {
  const stockId = await stock()
  // Nothing that packs: letters by chance.
  const image = (uuid: string) => ({
    ...wall(uuid),
    type: 'image',
    xlinkHref: `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB${randomBytes(1_950_000).toString('base64')}`,
  })
  const heavy = async (mapId: string) =>
    await save(stockId, { mapId, objects: [image('a'), image('b'), image('c')] })
  expect((await heavy('A')).status).toBe(200)
  const { id } = (await heavy('B')).body
  const refused = await heavy('C')
  expect(refused).toMatchObject({ status: 413, code: 9113 })
  expect(refused.errors[0]?.message).toContain('16 MB')
  await sofia().call(api.deleteMap, { params: { stockId, mapId: 'B' } })
  expect((await heavy('C')).status).toBe(200)
  expect(await sofia().call(api.undeleteMap, { params: { stockId, id } })).toMatchObject({ code: 9113 })
  expect(await names(stockId)).toEqual(['A', 'C'])
})

test('what is too much is refused with what it is', async () => {
  const stockId = await stock()
  // A header of 1 × 1.
  const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB'
  const image = (uuid: string, length: number) => ({
    ...wall(uuid),
    type: 'image',
    xlinkHref: png + 'A'.repeat(length),
  })
  const told = async (objects: readonly unknown[]) => {
    const reply = await save(stockId, { mapId: 'Ground', objects })
    return [reply.status, reply.errors[0]?.errorCode, reply.errors[0]?.field, reply.errors[0]?.message]
  }
  expect(await told(Array.from({ length: 12_001 }, (_, index) => wall(`w${index}`)))).toEqual([
    413,
    9113,
    'objects',
    expect.stringContaining('12'),
  ])
  expect(await told([wall('a'), image('b', 3_000_000)])).toEqual([
    413,
    9113,
    'objects.1.xlinkHref',
    expect.stringContaining('2'),
  ])
  expect(await told(['a', 'b', 'c', 'd'].map((uuid) => image(uuid, 2_200_000)))).toEqual([
    413,
    9113,
    'objects',
    expect.stringContaining('8'),
  ])
  // More than the call reads at all: still said as what it is.
  const [status, code, , message] = await told([{ ...wall('a'), text: 'x'.repeat(12_000_000) }])
  expect([status, code, message]).toEqual([413, 9113, expect.stringContaining('8')])
  expect(await told([wall('a'), { ...wall('b'), fill: 'url(#x)' }])).toEqual([
    400,
    1005,
    'objects.1.fill',
    expect.any(String),
  ])
  expect(await told(Array.from({ length: 12_000 }, (_, index) => wall(`w${index}`)))).toContain(200)
})

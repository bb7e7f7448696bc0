import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMap } from '@stowage/api/maps'
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import type { MapObject } from '@stowage/domain/map-object'
import { fromWire } from '@stowage/api/wire'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { createCatalog, type Catalog } from '../catalog/index.ts'
import { createMaps, type Maps } from './index.ts'

type Server = SmallServer<{ catalog: Catalog; maps: Maps }>
const start = async (url: string): Promise<Server> =>
  await createSmallServer(url, (platform) => ({
    catalog: createCatalog(platform),
    maps: createMaps(platform),
  }))
const system = { actorId: null }

let database: TestDatabase
let server: Server
let other: Server

beforeAll(async () => {
  database = await createTestDatabase()
  server = await start(database.url)
  other = await start(database.url)
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.drop()
})

const stockOf = async (wish?: Parameters<typeof createSmallStock>[1]): Promise<SmallStock> =>
  await createSmallStock({ platform: server.platform, catalog: server.modules.catalog }, wish)
const save = async (stockId: string, name: string, objects: readonly unknown[], on = server): Promise<void> =>
  await on.platform.transact(
    async (tx) => await on.modules.maps.saveMap(tx, system, stockId, { name, objects }),
  )

let count = 0
const object = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'rectangle-with-text',
  uuid: `u-${(count += 1)}`,
  x: 10,
  y: 20,
  width: 30,
  height: 40,
  ...more,
})

async function read(
  stockId: string,
  on = server,
): Promise<{ maps: Record<string, MapObject[]>; text: string; etag: string }> {
  const reply = await on.get(`stocks/${stockId}/map`)
  expect(reply.statusCode).toBe(200)
  return {
    maps: z.parse(getMap.answer, fromWire(getMap.answer, reply.json())),
    text: reply.body,
    etag: String(reply.headers.etag),
  }
}

describe('reading', () => {
  test('nothing drawn yet, unknown stock', async () => {
    const { stockId } = await stockOf()
    expect((await read(stockId)).maps).toEqual({})
    for (const id of [newId(), 'x']) {
      const reply = await server.get(`stocks/${id}/map`)
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { errors: [{ errorCode: 6006 }] }])
    }
  })

  test('maps in the order in which they were made, objects in theirs; saved again a map keeps its place', async () => {
    const { stockId } = await stockOf()
    await save(stockId, 'Ground', [object({ text: 'first' }), object({ text: 'second' })])
    await save(stockId, '2', [object()])
    await save(stockId, '1', [object()])
    await save(stockId, 'Ground', [object({ text: 'third' }), object({ text: 'fourth' })])
    const { text, maps } = await read(stockId)
    expect([text.indexOf('"Ground":'), text.indexOf('"2":'), text.indexOf('"1":')]).toEqual([
      1,
      expect.any(Number),
      expect.any(Number),
    ])
    expect(text.indexOf('"2":')).toBeLessThan(text.indexOf('"1":'))
    expect(maps['Ground']?.map((entry) => entry.text)).toEqual(['third', 'fourth'])
  })

  test('objects say which box they stand for: by id, else by a text equal to the number', async () => {
    const stock = await stockOf()
    const foreign = await stockOf()
    const [byId, byText] = stock.boxes
    await save(stock.stockId, 'Ground', [
      object({ uuid: 'a', boxId: byId!.id, text: 'door one' }),
      object({ uuid: 'b', text: ` ${byText!.unitNumber} ` }),
      object({ uuid: 'c', text: byText!.unitNumber }),
      object({ uuid: 'd', text: 'Office' }),
      object({ uuid: 'e', boxId: foreign.boxes[2]!.id }),
      object({ uuid: 'f', boxId: newId() }),
    ])
    await save(stock.stockId, 'Overview', [object({ uuid: 'g', text: byText!.unitNumber })])
    const { maps } = await read(stock.stockId)
    expect(maps['Ground']?.map((entry) => [entry.uuid, entry.boxId])).toEqual([
      ['a', byId!.id],
      ['b', byText!.id],
      ['c', undefined],
      ['d', undefined],
      ['e', undefined],
      ['f', undefined],
    ])
    expect(maps['Overview']?.[0]?.boxId).toBe(byText!.id)
  })

  test('kept with a tag: a booking leaves it, a new box and a saved map renew it, in both servers', async () => {
    const stock = await stockOf()
    await save(stock.stockId, 'Ground', [object({ text: 'YA777' })])
    const before = await read(stock.stockId)
    expect(
      (await server.get(`stocks/${stock.stockId}/map`, undefined, { 'if-none-match': before.etag }))
        .statusCode,
    ).toBe(304)
    await read(stock.stockId, other)
    const accountId = await createTenant(server.platform)
    let statements = 0
    const counting = (): unknown => (statements += 1)
    await server.platform.transact(
      async (tx) =>
        await server.modules.catalog.claimBox(tx, {
          boxId: stock.boxes[0]!.id,
          stockId: stock.stockId,
          kind: 'contract',
          holderId: newId(),
          accountId,
          takenAt: server.platform.clock.now(),
          lapsesAt: null,
        }),
    )
    server.platform.pool.on('acquire', counting)
    expect((await read(stock.stockId)).etag).toBe(before.etag)
    expect(statements).toBe(0)
    server.platform.pool.off('acquire', counting)

    const [box] = await server.platform.transact(
      async (tx) =>
        await server.modules.catalog.createBoxes(tx, system, stock.stockId, [
          { unitNumber: 'YA777', size: 2 },
        ]),
    )
    expect((await read(stock.stockId)).maps['Ground']?.[0]?.boxId).toBe(box!.id)
    await expect.poll(async () => (await read(stock.stockId, other)).maps['Ground']?.[0]?.boxId).toBe(box!.id)
    await save(stock.stockId, 'First', [object()], other)
    await expect.poll(async () => Object.keys((await read(stock.stockId)).maps)).toEqual(['Ground', 'First'])
  })
})

describe('what may be stored', () => {
  const header = (width: number, height: number): string => {
    const bytes = Buffer.from(
      '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\u000dIHDR\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000',
      'latin1',
    )
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return `data:image/png;base64,${bytes.toString('base64')}`
  }
  const png = header(7, 5)
  const jpeg = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xc0, 0, 17, 8, 0, 5, 0, 7, 3]).toString('base64')}`
  const webp = `data:image/webp;base64,${Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8L\u000f\u0000\u0000\u0000/\u0006\u0000\u0001\u0010', 'latin1').toString('base64')}`
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')

  test.each([
    { fill: '#ece2be' },
    { fill: '#FFF' },
    { stroke: '#11223344' },
    { fill: 'lightgrey' },
    { fill: 'none' },
    { textColor: 'rgba(1, 2, 3, 0.5)' },
    { fill: 'hsl(120 50% 50% / 20%)' },
    { fontFamily: 'Open Sans' },
    { fontFamily: 'PT Serif, serif' },
    { fontFamily: 'Шрифт' },
    { fontWeight: '700' },
    { fontWeight: 'bold' },
    { fontStyle: 'italic' },
    { textDecoration: 'line-through' },
    { blendMode: 'color-dodge' },
    { xlinkHref: png, type: 'image' },
    { xlinkHref: jpeg },
    { xlinkHref: webp },
    { text: 'Tor <b> & "Büro"\nzwei' },
    { rotate: -90 },
    {
      closed: true,
      type: 'polygon',
      moveX: 1,
      moveY: -2,
      path: [{ x1: 0, y1: 0, x2: 1, y2: 1, x: 2, y: 2 }],
    },
    { role: 'lift' },
    { fill: null, text: undefined },
    { boxId: newId() },
  ])('kept as it is: %j', (more) => {
    const given = object(more)
    const { objects, problems } = cleanMapObjects([given])
    expect(problems).toEqual([])
    expect(objects).toEqual([
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)),
    ])
  })

  test.each([
    ['fill', 'url(#x)'],
    ['fill', 'url(javascript:alert(1))'],
    ['fill', 'red;background:url(//evil.example)'],
    ['fill', '"><script>alert(1)</script>'],
    ['stroke', 'expression(alert(1))'],
    ['textColor', 'rgb(calc(1),2,3)'],
    ['fill', '#12345'],
    ['fill', 7],
    ['fontFamily', 'x;}body{display:none'],
    ['fontFamily', 'a"b'],
    ['fontFamily', "a'b"],
    ['fontFamily', 'url(x)'],
    ['fontFamily', 'A'.repeat(81)],
    ['fontWeight', '1000'],
    ['fontStyle', 'evil'],
    ['textDecoration', 'blink; x'],
    ['blendMode', 'plus-darker'],
    ['xlinkHref', 'https://evil.example/x.png'],
    ['xlinkHref', 'javascript:alert(1)'],
    ['xlinkHref', `data:image/svg+xml;base64,${svg}`],
    ['xlinkHref', `data:image/png;base64,${svg}`],
    ['xlinkHref', `data:image/png,${svg}`],
    ['xlinkHref', png.replace('png', 'jpeg')],
    ['xlinkHref', `${png}"onerror="alert(1)`],
    ['xlinkHref', header(60_000, 60_000)],
    ['xlinkHref', header(4096, 4097)],
    ['xlinkHref', header(0, 5)],
    ['text', 'a\u0000b'],
    ['text', 'x'.repeat(501)],
    ['text', { toString: 'x' }],
    ['x', Number.NaN],
    ['x', '10'],
    ['x', undefined],
    ['y', 1e9],
    ['width', -1],
    ['height', Infinity],
    ['fontSize', 0],
    ['fontSize', 100_000],
    ['strokeWidth', 5000],
    ['rotate', 1e6],
    ['type', 'script'],
    ['type', undefined],
    ['uuid', 'a b'],
    ['uuid', ''],
    ['uuid', undefined],
    ['path', [{ x1: 0 }]],
    ['path', 'M0 0'],
    ['path', Array.from({ length: 2001 }, () => ({ x1: 0, y1: 0, x2: 0, y2: 0, x: 0, y: 0 }))],
    ['boxId', "' or 1=1"],
    ['role', 'admin'],
    ['closed', 'yes'],
  ])('refused: %s', async (field, value) => {
    const { stockId } = await stockOf()
    await save(stockId, 'Ground', [object({ uuid: 'kept' })])
    await expect(save(stockId, 'Ground', [object(), object({ [field]: value })])).rejects.toMatchObject({
      fields: [{ code: 1005, field: `objects.1.${field}` }],
    })
    expect((await read(stockId)).maps['Ground']?.map((entry) => entry.uuid)).toEqual(['kept'])
  })

  test.each([[null], ['text'], [7], [[]]])('an object that is none: %j', (given) => {
    expect(cleanMapObjects([given]).problems.map(({ field }) => field)).toEqual(['type', 'uuid', 'x', 'y'])
  })

  test('unknown fields are dropped, on the object and on its points', async () => {
    const { stockId } = await stockOf()
    await save(stockId, 'Ground', [
      object({
        onclick: 'alert(1)',
        style: 'x',
        path: [{ x1: 0, y1: 0, x2: 1, y2: 1, x: 2, y: 2, evil: 1 }],
      }),
    ])
    expect((await read(stockId)).text).not.toMatch(/onclick|alert|style|evil/)
  })

  test('pictures that would fill a phone together are too many; the same one again costs nothing', () => {
    const images = (widths: readonly number[]) =>
      cleanMapObjects(widths.map((width) => object({ type: 'image', xlinkHref: header(width, 4096) })))
    expect(images([4096, 4095, 4094, 4096, 4096]).problems).toEqual([])
    expect(images([4096, 4095, 4094, 4093]).problems).toEqual([{ index: 3, field: 'xlinkHref' }])
  })

  test('one uuid, one object', () => {
    expect(cleanMapObjects([object({ uuid: 'same' }), object({ uuid: 'same' })]).problems).toEqual([
      { index: 1, field: 'uuid' },
    ])
  })

  test.each(['', '   ', 'x'.repeat(61), 'a\nb', '__proto__'])('a map named %j is refused', async (name) => {
    const { stockId } = await stockOf()
    await expect(save(stockId, name, [])).rejects.toMatchObject({ code: 1005, field: 'mapId' })
  })

  test('too many objects, too large, unknown stock', async () => {
    const { stockId } = await stockOf()
    await expect(
      save(
        stockId,
        'Ground',
        Array.from({ length: 12_001 }, () => object()),
      ),
    ).rejects.toMatchObject({ code: 9113 })
    const large = `${png}${'A'.repeat(2_200_000)}`
    await expect(
      save(
        stockId,
        'Ground',
        [1, 2, 3, 4].map(() => object({ xlinkHref: large })),
      ),
    ).rejects.toMatchObject({ code: 9113 })
    await expect(save(newId(), 'Ground', [])).rejects.toMatchObject({ code: 6006 })
  })

  test('600 boxes on two floors, bound by their numbers: every box is found, once', async () => {
    const numbers = ['YA', 'YB'].map((prefix) =>
      Array.from({ length: 300 }, (_, index) => `${prefix}${101 + index}`),
    )
    const stock = await stockOf({ boxes: numbers.flat().map((unitNumber) => ({ unitNumber, size: 3 })) })
    for (const [floor, its] of numbers.entries())
      await save(stock.stockId, `Floor ${floor + 1}`, [
        object({ type: 'rectangle', role: 'wall' }),
        ...its.map((text) => object({ text })),
      ])
    const { maps } = await read(stock.stockId)
    expect(Object.keys(maps)).toEqual(['Floor 1', 'Floor 2'])
    const bound = Object.values(maps)
      .flat()
      .flatMap((entry) => (entry.boxId ? [entry.boxId] : []))
    expect(new Set(bound)).toEqual(new Set(stock.boxes.map((box) => box.id)))
    expect(bound).toHaveLength(600)
  })
})

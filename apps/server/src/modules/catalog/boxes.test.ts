import {
  createBox,
  createBoxSeries,
  deleteBox,
  importBoxes,
  previewBulk,
  previewImport,
  regroupBoxes,
  updateBox,
  updateBoxes,
} from '@stowage/api/boxes'
import { listBoxes } from '@stowage/api/catalog'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallCompany, createSmallStock, createTenant } from '../../testing/small-stock.ts'
import { createCatalog, type Catalog } from './index.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog }>
let stockId: string
let boxes: readonly { readonly id: string; readonly unitNumber: string }[]

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
  await createSmallCompany(parts())
})
afterAll(async () => {
  await server.close()
  await database.drop()
})
beforeEach(async () => {
  ;({ stockId, boxes } = await createSmallStock(parts()))
})

const parts = () => ({ platform: server.platform, catalog: server.modules.catalog })
const sofia = () => server.person('super')
const box = (unitNumber: string): string => boxes.find((one) => one.unitNumber === unitNumber)?.id ?? ''
const actsOn = async (id: string) =>
  await server.platform.db
    .selectFrom('audit')
    .select(['action', 'actor_id as actor', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
const listed = async (query: Record<string, string> = {}) => {
  const { body } = await sofia().call(listBoxes, { query: { stockId, sort: 'number', ...query } })
  return 'items' in body ? body.items : body
}
const numbers = async () => (await listed()).map(({ unitNumber }) => unitNumber)
const put = async (id: string, body: Record<string, unknown>) =>
  await sofia().call(updateBox, { params: { id }, body })

/** Somebody rents or has reserved a box, as booking does it. */
async function hold(boxId: string, kind: 'reservation' | 'contract'): Promise<void> {
  const accountId = await createTenant(server.platform)
  const holderId = newId()
  await server.platform.transact(async (tx) => {
    await server.modules.catalog.lockBox(tx, boxId)
    const takenAt = server.platform.clock.now()
    const claim = { boxId, stockId, kind, holderId, accountId, takenAt, lapsesAt: null }
    await server.modules.catalog.claimBox(tx, claim)
  })
}

test('a box is made with its category and price, the next number where none is given, and is on the lists', async () => {
  const made = await sofia().call(createBox, {
    body: { stockId, size: 4.5, lockId: '1:01:07', description: ' by the stairs ' },
  })
  expect(made).toMatchObject({
    status: 200,
    body: {
      unitNumber: '001',
      number: '001',
      size: 4.5,
      sizeGroup: 's',
      monthRate: 4500,
      category: 'All',
      lockId: '1:01:07',
      updated: null,
    },
  })
  expect(made.body.description).toBe('by the stairs')
  expect((await sofia().call(createBox, { body: { stockId, size: 1 } })).body.unitNumber).toBe('002')
  const raw = await sofia().send('POST', 'boxes', { stockId, size: 2, number: 'YC9' })
  expect(raw.body).toMatchObject({ UnitNumber: 'YC9', floor: 3, PhysicalSize: 2, MonthRate: 2000 })
  expect(await numbers()).toContain('YC9')
  expect(await actsOn(made.body.id)).toMatchObject([{ action: 'box-created', after: { size: 4.5 } }])
  expect((await actsOn(made.body.id))[0]?.actor).toContain('super')
})

test.each([
  ['nothing', {}, { size: 1003, stockId: 1003 }],
  ['a size between', { size: 1.25 }, { size: 1005 }],
  ['a size of 93', { size: 93 }, { size: 1005 }],
  ['a size in words', { size: 'big' }, { size: 1005 }],
  ['a lock of four digits', { lockId: '1:01:1' }, { lockId: 1005 }],
  ['a lock with 00', { lockId: '1:00:01' }, { lockId: 6013 }],
  ['a description of 501', { description: 'x'.repeat(501) }, { description: 1004 }],
  ['a number of 31', { UnitNumber: 'x'.repeat(31) }, { UnitNumber: 1004 }],
  ['a rate below nothing', { ownRate: -1 }, { ownRate: 1005 }],
  ['half a floor', { floor: 1.5 }, { floor: 1005 }],
])('bad input: %s', async (_name, body, expected) => {
  const whole = Object.keys(body).length === 0 ? {} : { stockId, size: 3, ...body }
  const reply = await sofia().send('POST', 'boxes', whole)
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

test('a number or a lock that is in use is refused with its field, a lock of a door too', async () => {
  const make = async (body: object) => await sofia().call(createBox, { body: { stockId, size: 3, ...body } })
  const number = await make({ unitNumber: 'YA001' })
  expect(number).toMatchObject({ status: 409, code: 9000 })
  expect(number.errors[0]).toMatchObject({ field: 'UnitNumber' })
  expect(number.errors[0]?.message).not.toContain('e-mail')
  expect(await make({ lockId: '1:01:01' })).toMatchObject({ status: 409, code: 6011 })
  expect(await make({ lockId: '1:01:90' })).toMatchObject({ code: 6011 })
  expect(await make({ stockId: newId() })).toMatchObject({ status: 404, code: 6006 })
})

test('only a superUser writes; others are told so', async () => {
  for (const [who, status, code] of [
    [undefined, 401, 9003],
    ['client', 403, 9103],
    ['manager', 403, 9103],
    ['admin', 403, 9103],
  ] as const) {
    const person = server.person(who)
    for (const [method, url] of [
      ['POST', 'boxes'],
      ['PUT', `boxes/${box('YA001')}`],
      ['DELETE', `boxes/${box('YA001')}`],
      ['POST', 'boxes/series'],
      ['POST', 'boxes/import/preview'],
      ['POST', 'boxes/import'],
      ['POST', 'boxes/bulk/preview'],
      ['PUT', 'boxes/bulk'],
    ] as const)
      expect([method, url, await person.send(method, url, {})]).toMatchObject([method, url, { status, code }])
  }
  expect(await server.person('manager').call(regroupBoxes)).toMatchObject({ status: 403 })
  expect(await server.person('admin').call(regroupBoxes)).toMatchObject({ status: 200, body: { boxes: 0 } })
})

test('a change of size brings category and price; what is not sent stays; the audit says what', async () => {
  const id = box('YA002')
  const changed = await put(id, { size: 10, updated: null })
  expect(changed.body).toMatchObject({ size: 10, monthRate: 10_000, lockId: '1:01:02', floor: 1 })
  expect((await put(id, { ownRate: 777, stockId })).body).toMatchObject({ ownRate: 777, monthRate: 777 })
  expect((await put(id, { ownRate: null, lockId: '', unitNumber: 'YB9' })).body).toMatchObject({
    monthRate: 10_000,
    lockId: null,
    unitNumber: 'YB9',
    floor: 2,
  })
  expect(await actsOn(id)).toMatchObject([
    { action: 'box-changed', before: { size: 6.5, monthRate: 6500 }, after: { size: 10, monthRate: 10_000 } },
    { after: { ownRate: 777 } },
    {
      before: { unitNumber: 'YA002', lockId: '1:01:02', ownRate: 777 },
      after: { unitNumber: 'YB9', lockId: null },
    },
  ])
  const before = (await actsOn(id)).length
  expect((await put(id, { unitNumber: ' YB9 ', size: 10 })).status).toBe(200)
  expect(await actsOn(id)).toHaveLength(before)
})

test('a change is refused for a box that is not there, another stock, taken numbers and locks', async () => {
  const id = box('YA002')
  expect(await put(newId(), { size: 3 })).toMatchObject({ status: 404, code: 6005 })
  expect(await put(id, { stockId: newId() })).toMatchObject({ status: 400, code: 6007 })
  expect(await put(id, { unitNumber: 'YA001' })).toMatchObject({ status: 409, code: 9000 })
  expect(await put(id, { lockId: '1:01:01' })).toMatchObject({ status: 409, code: 6011 })
  expect(await put(id, { lockId: '1:01:90' })).toMatchObject({ code: 6011 })
  expect(await put(id, { lockId: '1:00:01' })).toMatchObject({ status: 400, code: 6013 })
  expect(await put(id, { lockId: 'x' })).toMatchObject({ status: 400, code: 1005 })
  expect(await actsOn(id)).toEqual([])
})

test('the second of two editors is told, with the box as it is now', async () => {
  const id = box('YA001')
  const first = await put(id, { description: 'damp', updated: null })
  expect(first.status).toBe(200)
  const second = await put(id, { size: 3, updated: null })
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({
    _id: id,
    UnitNumber: 'YA001',
    description: 'damp',
    size: 2,
  })
  expect(await put(id, { size: 3, updated: first.body.updated })).toMatchObject({ status: 200 })
})

test('a box of an external stock keeps the number and size of its source', async () => {
  const outside = await createSmallStock(parts(), {
    stock: { isExternal: true },
    boxes: [{ unitNumber: 'E1', size: 3.7, externalId: 'unit-77' }],
  })
  expect(await put('unit-77', { size: 4 })).toMatchObject({ status: 400, code: 1005 })
  expect(await put('unit-77', { unitNumber: 'E2' })).toMatchObject({ code: 1005 })
  expect((await put('unit-77', { lockId: '1:01:05', stockId: outside.stockId })).body).toMatchObject({
    id: outside.boxes[0]?.id,
    unitId: 'unit-77',
    lockId: '1:01:05',
    size: 3.7,
  })
})

test('a box that is sent back whole, as the specification sends it, is changed where it differs', async () => {
  const outside = await createSmallStock(parts(), {
    stock: { isExternal: true },
    boxes: [{ unitNumber: 'E1', size: 3.7, height: 2.4, externalId: 'unit-78' }],
  })
  const id = outside.boxes[0]?.id ?? ''
  const [given] = (await sofia().send('GET', `boxes?stockId=${outside.stockId}`)).body as object[]
  const sent = await sofia().send('PUT', `boxes/${id}`, {
    ...given,
    lockId: '1:01:06',
    stockId: outside.stockId,
  })
  expect(sent).toMatchObject({
    status: 200,
    body: { size: 3.7, lockId: '1:01:06', Height: 2.4, UnitNumber: 'E1' },
  })
  expect(await put(box('YA001'), { size: 3.7 })).toMatchObject({
    status: 400,
    code: 1005,
    errors: [{ field: 'size' }],
  })
  expect(await put(box('YA001'), { size: 93 })).toMatchObject({ status: 400, code: 1005 })
  expect(await put(box('YA001'), { size: -1 })).toMatchObject({ status: 400, code: 1005 })
})

test('a free box is deleted and its number free again; one that is held is not, and the sentence says why', async () => {
  const remove = async (id: string) => await sofia().call(deleteBox, { params: { id } })
  await hold(box('YA001'), 'contract')
  await hold(box('YA002'), 'reservation')
  const rented = await remove(box('YA001'))
  expect(rented).toMatchObject({ status: 409, code: 9110 })
  expect(rented.errors[0]?.message).toMatch(/1 contract/)
  expect((await remove(box('YA002'))).errors[0]?.message).toMatch(/1 reservation/)
  expect(await remove(box('YB003'))).toMatchObject({ status: 200 })
  expect(await numbers()).not.toContain('YB003')
  expect(await remove(box('YB003'))).toMatchObject({ status: 404, code: 6005 })
  expect(await sofia().call(createBox, { body: { stockId, size: 3, unitNumber: 'YB003' } })).toMatchObject({
    status: 200,
  })
  expect((await actsOn(box('YB003')))[0]).toMatchObject({
    action: 'box-deleted',
    before: { unitNumber: 'YB003' },
  })
})

test('a series is made whole or not at all', async () => {
  const make = async (series: string, more: object = {}) =>
    await sofia().call(createBoxSeries, { body: { stockId, series, size: 4, floor: 2, ...more } })
  expect(await make('A001–A120')).toMatchObject({ status: 200, body: { boxes: 120 } })
  const items = await listed({ number: 'A1' })
  expect(items.filter(({ unitNumber }) => /^A1\d\d$/.test(unitNumber))).toHaveLength(21)
  expect(items.find(({ unitNumber }) => unitNumber === 'A120')).toMatchObject({
    size: 4,
    floor: 2,
    monthRate: 4000,
  })
  expect(await make('A120–A125')).toMatchObject({ status: 409, code: 9000, errors: [{ field: 'series' }] })
  expect(await numbers()).not.toContain('A121')
  expect(await make('B001')).toMatchObject({ status: 400, code: 1005 })
  expect(await make('C1–C1001')).toMatchObject({ status: 400, code: 1004 })
  expect(await make('D1–D2', { size: 0 })).toMatchObject({ code: 1005, errors: [{ field: 'size' }] })
  expect((await actsOn(stockId)).at(-1)).toMatchObject({ action: 'boxes-created', after: { count: 120 } })
})

test('two people who make the same series at once: one of them does', async () => {
  const series = { body: { stockId, series: 'R1–R50', size: 4 } }
  const both = await Promise.all([
    sofia().call(createBoxSeries, series),
    sofia().call(createBoxSeries, series),
  ])
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
  expect((await numbers()).filter((number) => number.startsWith('R'))).toHaveLength(50)
})

test('a table is looked at before anything is written, and every row says what is wrong', async () => {
  const csv = [
    'Number;Size;Floor;Lock;Own rate;Description;Tenant',
    'YA001;4;1;;;;Anna',
    'N1;4,5;2;1:02:01;99,90;"=cmd|calc";',
    'N1;4;;1:02:01;;;',
    ';3;;;;;',
    'N2;4,3;;1:01:01;-1;;',
    'N3;93;;1:00:01;;;',
  ].join('\r\n')
  const before = await numbers()
  const preview = await sofia().call(previewImport, { body: { stockId, csv } })
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({ problem: null, unread: ['Tenant'] })
  expect(
    preview.body.rows.map(({ line, unitNumber, problems }) => [
      line,
      unitNumber,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ]),
  ).toEqual([
    [2, 'YA001', 'unitNumber 9000'],
    [3, 'N1'],
    [4, 'N1', 'unitNumber 9000', 'lockId 6011'],
    [5, '001'],
    [6, 'N2', 'size 1005', 'ownRate 1005', 'lockId 6011'],
    [7, 'N3', 'size 1005', 'lockId 6013'],
  ])
  expect(preview.body.rows[1]).toMatchObject({
    monthRate: 9990,
    ownRate: 9990,
    category: 'All',
    description: '=cmd|calc',
  })
  expect(preview.body.rows[3]).toMatchObject({ monthRate: 3000 })
  expect(
    preview.body.rows.flatMap(({ problems }) => problems).every(({ message }) => message.length > 5),
  ).toBe(true)

  const refused = await sofia().call(importBoxes, { body: { stockId, csv } })
  expect(refused.status).toBe(400)
  expect(refused.errors.map(({ field, errorCode }) => `${field} ${errorCode}`)).toContain('rows.6.size 1005')
  expect(await numbers()).toEqual(before)

  const good = 'Номер;Размер, м²;Замок\nN1;4,5;1:02:01\nN2;5;\n'
  expect(await sofia().call(importBoxes, { body: { stockId, csv: good } })).toMatchObject({
    status: 200,
    body: { boxes: 2 },
  })
  expect((await listed({ lock: '1:02:01' }))[0]).toMatchObject({ unitNumber: 'N1', monthRate: 4500 })
  // The second click brings the same table: nothing twice.
  expect(await sofia().call(importBoxes, { body: { stockId, csv: good } })).toMatchObject({
    status: 400,
    code: 9000,
  })
  expect((await numbers()).length).toBe(before.length + 2)
})

test('a table that is none is said to be none', async () => {
  const look = async (csv: string) => await sofia().call(previewImport, { body: { stockId, csv } })
  expect((await look('number;floor\nA;1')).body).toMatchObject({ problem: 'noSize', rows: [] })
  expect((await look('size\n')).body).toMatchObject({ problem: 'empty' })
  expect(await look('   ')).toMatchObject({ status: 400, code: 1003 })
  expect(await sofia().call(previewImport, { body: { stockId: newId(), csv: 'size\n3' } })).toMatchObject({
    code: 6006,
  })
  expect(await sofia().call(importBoxes, { body: { stockId, csv: 'floor\n1' } })).toMatchObject({
    status: 400,
    code: 1003,
  })
})

const chosen = async (...unitNumbers: string[]) =>
  (await listed())
    .filter(({ unitNumber }) => unitNumbers.includes(unitNumber))
    .map(({ id, updated }) => ({ id, updated: updated ?? null }))

test('a change of several boxes shows what it changes, then does just that', async () => {
  const wish = {
    stockId,
    boxes: await chosen('YA001', 'YA002', 'YB003'),
    changes: { ownRate: 12_345, description: 'new door', lockId: '1:01:98' },
  }
  const preview = await sofia().call(previewBulk, { body: wish })
  expect(
    preview.body.boxes.map(({ unitNumber, before, after }) => [unitNumber, before.lockId, after.lockId]),
  ).toEqual([
    ['YA001', '1:01:01', '1:01:98'],
    ['YA002', '1:01:02', '1:01:99'],
    ['YB003', null, '1:02:01'],
  ])
  expect(preview.body.boxes[0]).toMatchObject({
    before: { ownRate: null, monthRate: 2000, description: null },
    after: { ownRate: 12_345, monthRate: 12_345, description: 'new door' },
    problems: [],
  })
  expect((await listed({ number: 'YA001' }))[0]).toMatchObject({ monthRate: 2000 })

  expect(await sofia().call(updateBoxes, { body: wish })).toMatchObject({ status: 200, body: { boxes: 3 } })
  expect((await listed({ number: 'YB003' }))[0]).toMatchObject({
    monthRate: 12_345,
    lockId: '1:02:01',
    ownRate: 12_345,
  })
  expect((await actsOn(stockId)).at(-1)).toMatchObject({
    action: 'boxes-changed',
    before: [{ unitNumber: 'YA001', monthRate: 2000 }, {}, {}],
    after: [{ unitNumber: 'YA001', monthRate: 12_345, lockId: '1:01:98' }, {}, {}],
  })
})

test('locks may change places among the chosen; one that a stranger has is refused whole', async () => {
  const wish = async (lockId: string) => ({
    stockId,
    boxes: await chosen('YA001', 'YA002'),
    changes: { lockId },
  })
  // 01 and 02 become 02 and 03: the second gets a new one, the first what the second had.
  expect(await sofia().call(updateBoxes, { body: await wish('1:01:02') })).toMatchObject({
    body: { boxes: 2 },
  })
  expect((await listed({ number: 'YA0' })).map(({ lockId }) => lockId)).toEqual(['1:01:02', '1:01:03'])
  const clash = await wish('1:01:89')
  const preview = await sofia().call(previewBulk, { body: clash })
  expect(preview.body.boxes.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], [6011]])
  expect(await sofia().call(updateBoxes, { body: clash })).toMatchObject({ status: 409, code: 6011 })
  expect(await sofia().call(updateBoxes, { body: await wish('9:99:99') })).toMatchObject({
    status: 400,
    code: 1004,
  })
  expect((await listed({ number: 'YA0' })).map(({ lockId }) => lockId)).toEqual(['1:01:02', '1:01:03'])
})

test('a selection that has changed meanwhile is refused whole, with the boxes as they are', async () => {
  const wish = { stockId, boxes: await chosen('YA001', 'YA002'), changes: { description: 'x' } }
  await put(box('YA002'), { description: 'somebody was faster' })
  const refused = await sofia().call(updateBoxes, { body: wish })
  expect(refused).toMatchObject({ status: 409, code: 9109 })
  expect(refused.errors[0]?.present).toMatchObject({
    boxes: [{ UnitNumber: 'YA001' }, { UnitNumber: 'YA002', before: { description: 'somebody was faster' } }],
  })
  expect((await listed({ number: 'YA001' }))[0]).toMatchObject({ description: null })
  await sofia().call(deleteBox, { params: { id: box('YA002') } })
  expect(await sofia().call(updateBoxes, { body: wish })).toMatchObject({ status: 404, code: 6005 })
  const nobody = { ...wish, boxes: [] }
  expect(await sofia().call(updateBoxes, { body: nobody })).toMatchObject({ status: 400, code: 1003 })
})

test('the table is narrowed, sorted and counted by the server', async () => {
  await hold(box('YA001'), 'contract')
  await hold(box('YB003'), 'reservation')
  await sofia().call(createBoxSeries, { body: { stockId, series: 'Z1–Z12', size: 1 } })
  const page = async (query: Record<string, string>) => {
    const { body } = await sofia().call(listBoxes, { query: { stockId, page: '1', ...query } })
    return body as Extract<typeof body, { counts: object }>
  }
  expect(await page({ number: 'Y' })).toMatchObject({
    total: 3,
    counts: { all: 3, free: 1, occupied: 1, reserved: 1, debt: 0, unpriced: 0 },
  })
  expect(await page({ state: 'occupied' })).toMatchObject({ total: 1, items: [{ unitNumber: 'YA001' }] })
  expect((await page({ state: 'free' })).total).toBe(14)
  const order = async (sort: string) =>
    (await page({ number: 'Z', sort })).items.map(({ unitNumber }) => unitNumber)
  expect(await order('number')).toEqual(['Z1', 'Z2', 'Z3', 'Z4', 'Z5', 'Z6', 'Z7', 'Z8', 'Z9'])
  expect((await page({ sort: '-rate' })).items[0]).toMatchObject({ unitNumber: 'KB004' })
  expect((await page({ sort: '-number' })).items[0]).toMatchObject({ unitNumber: 'Z12' })
  for (const sort of ['lock', '-state', 'client', '-size'])
    expect((await page({ sort })).items).toHaveLength(9)
  expect((await sofia().send('GET', `boxes?stockId=${stockId}&sort=evil`)).status).toBe(400)
  expect((await sofia().send('GET', `boxes?stockId=${stockId}&state=evil`)).status).toBe(400)
})

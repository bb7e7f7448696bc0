import {
  createBox,
  createBoxSeries,
  deleteBox,
  previewBulk,
  regroupBoxes,
  updateBoxes,
} from '@stowage/api/boxes'
import { listBoxes } from '@stowage/api/catalog'
import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { boxesOf } from '../../testing/boxes-of-stock.ts'
import { openCatalogDesk } from '../../testing/catalog-desk.ts'
import type { SmallStock } from '../../testing/small-stock.ts'

const desk = await openCatalogDesk()
const { server, sofia, actsOn } = desk
let stock: SmallStock
let stockId: string
const { box, numbers, put } = boxesOf(desk, () => stock)
beforeEach(async () => {
  stock = await desk.smallStock()
  stockId = stock.stockId
})

const hold = async (boxId: string, kind: 'reservation' | 'contract') => await desk.rent(stockId, boxId, kind)

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
  expect((await actsOn(made.body.id))[0]?.actor_id).toContain('super')
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
  const outside = await desk.smallStock({
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

test('what a source says of a box and asks for it is not changed here, and without a price it is for nobody', async () => {
  const outside = await desk.smallStock({
    stock: { isExternal: true },
    boxes: [
      { unitNumber: 'E1', size: 4, height: 2.4, ownRate: 5000, externalId: 'unit-91' },
      { unitNumber: 'E2', size: 4, externalId: 'unit-92' },
    ],
  })
  const { db } = server.platform
  await db
    .updateTable('box')
    .set({ source_state: 'free', month_rate: sql`own_rate` })
    .where('stock_id', '=', outside.stockId)
    .execute()
  const rates = async () => {
    const rows = db.selectFrom('box').select('month_rate as rate').where('stock_id', '=', outside.stockId)
    return (await rows.orderBy('unit_number').execute()).map(({ rate }) => rate)
  }
  expect(await rates()).toEqual([5000, null])
  for (const change of [{ ownRate: 4000 }, { ownRate: null }, { height: 2 }, { width: 1 }, { depth: 1 }]) {
    const refused = await put('unit-91', change)
    expect(refused).toMatchObject({ status: 409, code: 9112 })
    expect(refused.errors[0]?.field?.toLowerCase()).toBe(Object.keys(change)[0]?.toLowerCase())
    expect(refused.errors[0]?.message).toMatch(/^The box comes from an external system/)
  }
  expect(await put('unit-92', { lockId: '1:01:07' })).toMatchObject({ status: 200 })
  const boxes = outside.boxes.map(({ id }) => ({ id, updated: null }))
  const { stockId: there } = outside
  const changes = { ownRate: 4000 }
  expect(await sofia().call(updateBoxes, { body: { stockId: there, boxes, changes } })).toMatchObject({
    status: 409,
    code: 9112,
  })
  expect(
    (
      await sofia().call(previewBulk, {
        body: { stockId: there, boxes, changes: { description: 'dry' } },
      })
    ).body.boxes.map(({ after }) => after.monthRate),
  ).toEqual([5000, null])
  expect(await sofia().call(regroupBoxes)).toMatchObject({ status: 200 })
  expect(await rates()).toEqual([5000, null])
})

test('a box that is sent back whole, as the specification sends it, is changed where it differs', async () => {
  const outside = await desk.smallStock({
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

test('a number of the source that boxes of two stocks have is none of them until the stock is named', async () => {
  const other = await desk.smallStock()
  const twin = other.boxes.find(({ unitNumber }) => unitNumber === 'YA001')?.id ?? ''
  const { db } = server.platform
  const unitId = newId().slice(0, 8)
  await db
    .updateTable('box')
    .set({ external_id: unitId })
    .where('id', 'in', [box('YA001'), twin])
    .execute()
  const told = { status: 400, code: 6003, errors: [{ field: 'stockId' }] }
  const refused = await put(unitId, { description: 'which one?' })
  expect(refused).toMatchObject(told)
  expect(refused.errors[0]?.message).toMatch(/Boxes of several warehouses/)
  const remove = async (stock?: string) =>
    await sofia().call(deleteBox, {
      params: { id: unitId },
      query: stock === undefined ? {} : { stockId: stock },
    })
  expect(await remove()).toMatchObject(told)
  const elsewhere = (await desk.smallStock()).stockId
  expect(await put(unitId, { description: 'x', stockId: elsewhere })).toMatchObject({ code: 6005 })
  expect(await put(unitId, { description: 'this one', stockId })).toMatchObject({
    status: 200,
    body: { id: box('YA001') },
  })
  expect([await actsOn(box('YA001')), await actsOn(twin)].map((acts) => acts.length)).toEqual([1, 0])
  expect(await remove(other.stockId)).toMatchObject({ status: 200 })
  expect(await put(unitId, { description: 'the only one left' })).toMatchObject({
    body: { id: box('YA001') },
  })
  // Our own id is the box that has it, whatever a source calls another one.
  await db
    .updateTable('box')
    .set({ external_id: box('YA001') })
    .where('id', '=', box('YA002'))
    .execute()
  expect(await put(box('YA001'), { description: 'own' })).toMatchObject({ body: { id: box('YA001') } })
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

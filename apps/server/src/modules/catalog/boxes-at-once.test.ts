import {
  createBoxSeries,
  deleteBox,
  importBoxes,
  previewBulk,
  previewImport,
  updateBoxes,
} from '@stowage/api/boxes'
import { errorText } from '@stowage/texts/errors/index.ts'
import { newId } from '../../platform/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { boxesOf } from '../../testing/boxes-of-stock.ts'
import { openCatalogDesk } from '../../testing/catalog-desk.ts'
import type { SmallStock } from '../../testing/small-stock.ts'
import { toldBoxes } from './told-boxes.ts'

const desk = await openCatalogDesk()
const { sofia, actsOn } = desk
let stock: SmallStock
let stockId: string
const { box, listed, numbers, put } = boxesOf(desk, () => stock)
beforeEach(async () => {
  stock = await desk.smallStock()
  stockId = stock.stockId
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
  const taken = { field: 'series', message: expect.stringContaining('A120') }
  expect(await make('A120–A125')).toMatchObject({ status: 409, code: 9000, errors: [taken] })
  expect(await numbers()).not.toContain('A121')
  expect(await make('B001')).toMatchObject({ status: 400, code: 1005 })
  expect(await make('C1–C1001')).toMatchObject({ status: 400, code: 1004 })
  expect(await make('D1–D2', { size: 0 })).toMatchObject({ code: 1005, errors: [{ field: 'size' }] })
  const { action, after } = (await actsOn(stockId)).at(-1)!
  const { count, boxes: made } = after as { count: number; boxes: Record<string, object> }
  expect([action, count, Object.keys(made).length]).toEqual(['boxes-created', 120, 120])
  expect(made['A120']).toEqual({
    id: items.find(({ unitNumber }) => unitNumber === 'A120')?.id,
    size: 4,
    floor: 2,
    monthRate: 4000,
  })
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

  const said = preview.body.rows.flatMap(({ line, problems }) =>
    problems.map(({ field, message }) => `${line} ${field}: ${message}`),
  )
  expect(said).toContain('2 unitNumber: ' + errorText(9000, 'en', { subject: 'box' }))
  expect(said).toContain('4 unitNumber: ' + errorText(9000, 'en', { subject: 'twice', line: 3 }))
  expect(said).toContain('4 lockId: ' + errorText(6011, 'en', { subject: 'twice', line: 3 }))
  expect(said).toContain('6 lockId: ' + errorText(6011, 'en'))
  expect(said.find((text) => text.startsWith('7 size'))).toMatch(/1 to 92.*0\.5/)

  // The column of tenants is said to be ignored: without a word it is asked about first.
  const asked = await sofia().call(importBoxes, { body: { stockId, csv } })
  expect(asked.errors.map(({ errorCode }) => errorCode)).toEqual([9215])
  const columns = [{ head: 'Tenant', as: null }]
  const refused = await sofia().call(importBoxes, { body: { stockId, csv, columns } })
  expect(refused.errors.find(({ field }) => field === 'rows.4.unitNumber')?.message).toBe(
    errorText(9000, 'en', { subject: 'twice', line: 3 }),
  )
  expect(refused.status).toBe(400)
  expect(refused.errors.map(({ field, errorCode }) => `${field} ${errorCode}`)).toContain('rows.6.size 1005')
  expect(await numbers()).toEqual(before)

  const good = 'Номер;Размер, м²;Замок\nN1;4,5;1:02:01\nN2;5;\n'
  expect(await sofia().call(importBoxes, { body: { stockId, csv: good } })).toMatchObject({
    status: 200,
    body: { boxes: 2 },
  })
  expect((await listed({ lock: '1:02:01' }))[0]).toMatchObject({ unitNumber: 'N1', monthRate: 4500 })
  expect((await actsOn(stockId)).at(-1)).toMatchObject({
    action: 'boxes-created',
    after: {
      count: 2,
      boxes: { N1: { size: 4.5, lockId: '1:02:01', monthRate: 4500 }, N2: { size: 5, monthRate: 5000 } },
    },
  })
  // The second click brings the same table: nothing twice.
  expect(await sofia().call(importBoxes, { body: { stockId, csv: good } })).toMatchObject({
    status: 409,
    code: 9000,
  })
  expect((await numbers()).length).toBe(before.length + 2)
})

test('of two people who bring the same table at once the second is told its rows', async () => {
  const table = { body: { stockId, csv: 'Number;Size;Lock\nT1;4;1:03:01\nT2;4;1:03:02\n' } }
  const both = await Promise.all([sofia().call(importBoxes, table), sofia().call(importBoxes, table)])
  const refused = both.find(({ status }) => status !== 200)
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
  expect(refused?.errors.map(({ field, errorCode }) => `${field} ${errorCode}`)).toEqual([
    'rows.2.unitNumber 9000',
    'rows.2.lockId 6011',
    'rows.3.unitNumber 9000',
    'rows.3.lockId 6011',
  ])
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
    before: {
      boxes: {
        YA001: { monthRate: 2000, ownRate: null, lockId: '1:01:01', description: null },
        YA002: {},
        YB003: { lockId: null },
      },
    },
    after: {
      count: 3,
      boxes: {
        YA001: { monthRate: 12_345, ownRate: 12_345, lockId: '1:01:98', description: 'new door' },
        YA002: {},
        YB003: { lockId: '1:02:01' },
      },
    },
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

test('the trail of very many boxes lists a thousand of them and says how many more, with long texts cut', () => {
  const many = Array.from({ length: 1003 }, (_one, index) => ({
    unitNumber: `X${index}`,
    description: 'x'.repeat(500),
  }))
  const { boxes: listedOnes, notListed } = toldBoxes(many)
  expect([Object.keys(listedOnes).length, notListed]).toEqual([1000, 3])
  expect(listedOnes['X0']).toEqual({ description: `${'x'.repeat(100)}…` })
  expect(toldBoxes(many.slice(0, 1000))).not.toHaveProperty('notListed')
})

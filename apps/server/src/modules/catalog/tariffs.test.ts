import { addTariffPresets, createTariff, deleteTariff, listTariffs, updateTariff } from '@stowage/api/tariffs'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'

const { server, sofia, actsOn, smallStock } = await openEmptyCatalog()
const stockWithout = async (): Promise<string> => {
  const { stockId } = await smallStock()
  await server.platform.db.deleteFrom('tariff').where('stock_id', '=', stockId).execute()
  return stockId
}
const body = (stockId: string, changes: object = {}) => ({
  stockId,
  alias: 'summer',
  nameRu: 'Лето',
  nameEn: 'Summer',
  nameDe: 'Sommer',
  namePl: 'Lato',
  minMonths: 3,
  maxMonths: 6,
  minStayMonths: 2,
  noticeDays: 0,
  steps: [{ fromMonth: 3, percent: 12.5 }],
  firstMonthMinMonths: 2,
  firstMonthPrices: { EUR: 100, PLN: 400 },
  earlyLeave: 'minimumStay' as const,
  ...changes,
})
const aliases = async (stockId: string) =>
  (await sofia().call(listTariffs, { query: { stockId } })).body.map(({ alias }) => alias)

test('a new stock has the five of the specification, all off; nothing is offered', async () => {
  const { stockId } = await smallStock()
  const { body: tariffs } = await sofia().call(listTariffs, { query: { stockId } })
  expect(tariffs.map(({ alias, isOn }) => [alias, isOn])).toEqual([
    ['basic', false],
    ['smart', false],
    ['max', false],
    ['week', false],
    ['top-box', false],
  ])
  expect(tariffs.find(({ alias }) => alias === 'smart')).toMatchObject({
    minMonths: 6,
    maxMonths: 11,
    steps: [{ fromMonth: 6, percent: 30 }],
    firstMonthPrices: { EUR: 100 },
    earlyLeave: 'minimumStay',
  })
  expect((await server.modules.catalog.stockTerms(stockId))?.tariffs).toEqual([])
})

test('a stock of before gets those it lacks, once', async () => {
  const stockId = await stockWithout()
  await sofia().call(createTariff, { body: body(stockId, { alias: 'max' }) })
  const added = await sofia().call(addTariffPresets, { body: { stockId } })
  expect(added.body.map(({ alias }) => alias)).toEqual(['max', 'basic', 'smart', 'week', 'top-box'])
  expect(added.body[0]).toMatchObject({ nameEn: 'Summer' })
  const again = await sofia().call(addTariffPresets, { body: { stockId } })
  expect(again.body).toEqual(added.body)
})

test('made, switched on, changed, switched off and deleted; what is offered follows, and each act is in the audit', async () => {
  const stockId = await stockWithout()
  const offered = async () => (await server.modules.catalog.stockTerms(stockId))?.tariffs
  const made = await sofia().call(createTariff, { body: body(stockId) })
  expect(made).toMatchObject({ status: 200, body: { alias: 'summer', isOn: false, updated: null } })
  const { id } = made.body
  const put = async (change: object) => await sofia().call(updateTariff, { params: { id }, body: change })
  expect(await offered()).toEqual([])
  expect((await put({ isOn: true })).body).toMatchObject({ isOn: true, nameDe: 'Sommer' })
  expect(await offered()).toEqual([
    {
      id,
      alias: 'summer',
      name: { ru: 'Лето', en: 'Summer', de: 'Sommer', pl: 'Lato' },
      term: { minMonths: 3, maxMonths: 6 },
      minStayMonths: 2,
      noticeDays: 0,
      steps: [{ fromMonth: 3, percent: 12.5 }],
      firstMonth: { minMonths: 2, prices: { EUR: 100, PLN: 400 } },
      earlyLeave: 'minimumStay',
    },
  ])
  await put({ noticeDays: 10, minMonths: null, maxMonths: null })
  expect(await offered()).toMatchObject([{ term: null, noticeDays: 10 }])
  await put({ isOn: false })
  expect(await offered()).toEqual([])
  expect(await sofia().call(deleteTariff, { params: { id } })).toMatchObject({ status: 200 })
  expect(await sofia().call(deleteTariff, { params: { id } })).toMatchObject({ status: 404, code: 9104 })
  expect(await put({ isOn: true })).toMatchObject({ code: 9104 })
  expect(await aliases(stockId)).toEqual([])
  expect((await actsOn(id)).map(({ action }) => action)).toEqual([
    'tariff-created',
    'tariff-switched-on',
    'tariff-changed',
    'tariff-switched-off',
    'tariff-deleted',
  ])
})

test('a change that changes nothing leaves no trace', async () => {
  const stockId = await stockWithout()
  const { body: tariff } = await sofia().call(createTariff, { body: body(stockId) })
  const again = await sofia().call(updateTariff, {
    params: { id: tariff.id },
    body: { steps: tariff.steps, firstMonthPrices: { PLN: 400, EUR: 100 } },
  })
  expect(again.body).toEqual(tariff)
  expect(await actsOn(tariff.id)).toHaveLength(1)
})

test('the second of two editors is told, with the record as it is now', async () => {
  const { body: tariff } = await sofia().call(createTariff, { body: body(await stockWithout()) })
  const params = { id: tariff.id }
  const change = (nameEn: string) => ({ params, body: { nameEn, updated: tariff.updated ?? null } })
  expect(await sofia().call(updateTariff, change('Winter'))).toMatchObject({ status: 200 })
  const second = await sofia().call(updateTariff, change('Autumn'))
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({ nameEn: 'Winter' })
})

test('one alias in a stock, the same in another', async () => {
  const [here, there] = [await stockWithout(), await stockWithout()]
  await sofia().call(createTariff, { body: body(here) })
  const twice = await sofia().call(createTariff, { body: body(here) })
  expect(twice).toMatchObject({ status: 409, code: 9000 })
  expect(twice.errors[0]?.field).toBe('alias')
  expect(await sofia().call(createTariff, { body: body(there) })).toMatchObject({ status: 200 })
})

test.each<[string, object, object]>([
  ['no name', { nameRu: ' ', namePl: undefined }, { nameRu: 1003, namePl: 1003 }],
  ['a name of 41', { nameEn: 'x'.repeat(41) }, { nameEn: 1004 }],
  ['an alias in capitals', { alias: 'Summer sale' }, { alias: 1005 }],
  ['half a range', { maxMonths: null }, { maxMonths: 1003 }],
  ['a range the wrong way round', { minMonths: 7 }, { maxMonths: 1005 }],
  ['no months', { minMonths: 0 }, { minMonths: 1005 }],
  ['121 months', { maxMonths: 121 }, { maxMonths: 1005 }],
  ['a stay beyond the shortest term', { minStayMonths: 4 }, { minStayMonths: 1005 }],
  ['half a year of notice and a day', { noticeDays: 181 }, { noticeDays: 1005 }],
  ['more than all', { steps: [{ fromMonth: 1, percent: 100.01 }] }, { 'steps.0.percent': 1005 }],
  ['a month twice', { steps: [1, 1].map((fromMonth) => ({ fromMonth, percent: 5 })) }, { steps: 1005 }],
  [
    'thirteen steps',
    { steps: Array.from({ length: 13 }, (_, at) => ({ fromMonth: at + 1, percent: 5 })) },
    { steps: 1004 },
  ],
  ['a first month without a price', { firstMonthPrices: {} }, { firstMonthPrices: 1003 }],
  ['a price without its months', { firstMonthMinMonths: null }, { firstMonthMinMonths: 1003 }],
  ['a price below nothing', { firstMonthPrices: { EUR: -1 } }, { 'firstMonthPrices.EUR': 1005 }],
  ['another currency', { firstMonthPrices: { GBP: 100 } }, { firstMonthPrices: 1005 }],
  ['another rule for leaving', { earlyLeave: 'free' }, { earlyLeave: 1005 }],
])('bad input: %s', async (_name, changes, expected) => {
  const reply = await sofia().send('POST', 'tariffs', body(await stockWithout(), changes))
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

test('a stock that is not there has no tariffs and gets none', async () => {
  const stockId = newId()
  expect(await sofia().call(listTariffs, { query: { stockId } })).toMatchObject({ status: 404, code: 6006 })
  expect(await sofia().call(listTariffs, { query: {} })).toMatchObject({ status: 400, code: 6003 })
  expect(await sofia().call(createTariff, { body: body(stockId) })).toMatchObject({ code: 6006 })
  expect(await sofia().call(addTariffPresets, { body: { stockId } })).toMatchObject({ code: 6006 })
})

import { createCity, deleteCity, listStocks } from '@stowage/api/catalog'
import {
  createSeller,
  createStock,
  deleteSeller,
  deleteStock,
  getStock,
  listSellers,
  updateSeller,
  updateStock,
} from '@stowage/api/stocks'
import { wireFields } from '@stowage/api/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallCompany, createSmallStock, createTenant } from '../../testing/small-stock.ts'
import { createCatalog, type Catalog } from './index.ts'
import { freeCode } from './set-up-stock.ts'

let database: TestDatabase
let server: SmallServer<{ catalog: Catalog }>

beforeAll(async () => {
  database = await createTestDatabase()
  server = await createSmallServer(database.url, (platform) => ({ catalog: createCatalog(platform) }))
  await createSmallCompany(parts())
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const parts = () => ({ platform: server.platform, catalog: server.modules.catalog })
const sofia = () => server.person('super')
const smallStock = async (stock?: Parameters<typeof createSmallStock>[1]) =>
  await createSmallStock(parts(), stock)
const actsOn = async (id: string) =>
  await server.platform.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'actor_id'])
    .where('subject_id', '=', id)
    .where('action', '<>', 'boxes-created')
    .orderBy('id')
    .execute()
const settings = async (id: string, as = 'super') =>
  (await server.person(as).call(getStock, { params: { id } })).body
const change = async (id: string, body: Parameters<typeof sendChange>[1]) => await sendChange(id, body)
const sendChange = async (id: string, body: Record<string, unknown>) =>
  await sofia().call(updateStock, { params: { id }, body })

const seller = {
  name: 'Stowage Polska sp. z o.o.',
  address: 'Prosta 1, Warszawa',
  country: 'PL',
  email: 'biuro@stowage.example',
  phone: '+48 22 1',
}
async function place() {
  const [{ body: city }, { body: sold }] = [
    await sofia().call(createCity, { body: { city: 'Warszawa', country: 'PL' } }),
    await sofia().call(createSeller, { body: seller }),
  ]
  return { cityId: city.id, sellerId: sold.id }
}
const form = {
  name: 'Wola',
  address: 'Wolska 10',
  zip: '01-211',
  phone: '+48 22 100',
  currency: 'PLN' as const,
  maxContractDuration: 24,
  timeZone: 'Europe/Warsaw',
}

describe('a new stock', () => {
  test('is in the lists at once, with what was not said set; its secrets are kept and told to nobody', async () => {
    const at = await place()
    const made = await sofia().call(createStock, {
      body: {
        ...form,
        ...at,
        name: '  Wola ',
        wifiNetworkName: 'wola-guests',
        wifiPassword: 'long-enough-word',
        dbServer: 'sm.wola.example',
        dbPassword: 'secret-password',
        internalEquipments: [{ id: '1:01:01', name: 'Brama', kind: 'gate' }],
      },
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Wola',
        code: 'WOLA',
        openingTime: '09:00',
        closingTime: '21:00',
        hasBoxes: true,
        legalUsersVatRate: 20,
        depositMonths: 0,
        refundUnusedTime: true,
        runningContracts: 0,
        dbHasSecret: true,
        internalEquipments: [{ id: '1:01:01', kind: 'gate', isExit: false }],
      },
    })
    expect(made.raw).not.toContain('secret-password')
    const { id } = made.body
    const listed = (await server.person().call(listStocks)).body.find((one) => one.id === id)
    expect(listed).toMatchObject({ name: 'Wola', currency: 'PLN' })
    expect(listed).not.toHaveProperty('wifiNetworkName')
    const [act] = await actsOn(id)
    expect(act).toMatchObject({ action: 'stock-created', actor_id: 'super'.padEnd(26, '0') })
    expect(JSON.stringify(act)).not.toMatch(/secret-password|long-enough-word/)
    const { db_password_sealed: kept } = await server.platform.db
      .selectFrom('stock')
      .select('db_password_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).not.toBeNull()
    expect(kept).not.toContain('secret-password')
  })

  test('gets the next code of its name, and the time zone of its city', async () => {
    const at = await place()
    const { timeZone: _known, ...bare } = form
    const first = await sofia().call(createStock, { body: { ...form, ...at, name: 'Praga' } })
    const second = await sofia().call(createStock, { body: { ...bare, ...at, name: 'Praga' } })
    expect([first.body.code, second.body.code, second.body.timeZone]).toEqual([
      'PRAG',
      'PRAG2',
      'Europe/Warsaw',
    ])
  })

  test.each([
    ['Łódź Centrum', 'ODZC'],
    ['Щёлково', 'SHEL'],
    ['24/7', '247'],
    ['京', 'ST'],
  ])('a code from the name %s is %s', (name, code) => {
    expect(freeCode(name, new Set())).toBe(code)
    expect(freeCode(name, new Set([code, `${code}2`]))).toBe(`${code}3`)
  })

  test('twice with one key is one stock', async () => {
    const at = await place()
    const send = async () =>
      await sofia().call(createStock, { body: { ...form, ...at, name: 'Once only' }, key: 'once-only' })
    const [one, two] = [await send(), await send()]
    expect(two.body.id).toBe(one.body.id)
    expect((await settings(one.body.id)).code).toBe('ONCE')
  })

  test.each([
    [
      'nothing',
      {},
      {
        name: 1003,
        cityId: 1003,
        address: 1003,
        zip: 1003,
        phone: 1003,
        currency: 1003,
        maxContractDuration: 1003,
      },
    ],
    ['a name of 3', { name: 'abc' }, { name: 1004 }],
    ['a name of 255', { name: 'x'.repeat(255) }, { name: 1004 }],
    ['an address of 129', { address: 'x'.repeat(129) }, { address: 1004 }],
    ['a postcode of 3', { zip: '101' }, { zip: 1004 }],
    ['a postcode of 17', { zip: '1'.repeat(17) }, { zip: 1004 }],
    ['a phone of 2', { phone: '12' }, { phone: 1004 }],
    ['letters for a phone', { phone: '+49 call' }, { phone: 1005 }],
    ['a currency we do not have', { currency: 'GBP' }, { currency: 1005 }],
    ['0 months', { maxContractDuration: 0 }, { maxContractDuration: 1005 }],
    ['1000 months', { maxContractDuration: 1000 }, { maxContractDuration: 1005 }],
    ['a Wi-Fi name of 5', { wifiNetworkName: 'abcde' }, { wifiNetworkName: 1004 }],
    ['a Wi-Fi password of 9', { wifiPassword: '123456789' }, { wifiPassword: 1004 }],
    ['a Wi-Fi password of 101', { wifiPassword: 'x'.repeat(101) }, { wifiPassword: 1004 }],
    ['25 hours', { openingTime: '25:00' }, { openingTime: 1005 }],
    ['half a place', { latitude: 52 }, { longitude: 1003 }],
    ['101 percent', { discount: 101 }, { discount: 1005 }],
    ['three decimals', { legalUsersVATRate: 7.125 }, { legalUsersVATRate: 1005 }],
    ['a penalty of 6 a day', { invoiceNotPaidFeePercent: 6 }, { invoiceNotPaidFeePercent: 1005 }],
    ['money below zero', { insuranceMonthlyAmount: -1 }, { insuranceMonthlyAmount: 1005 }],
    ['half a cent', { insuranceMonthlyAmount: 0.5 }, { insuranceMonthlyAmount: 1005 }],
    ['13 months of deposit', { depositMonths: 13 }, { depositMonths: 1005 }],
    ['a code in words', { code: 'my stock' }, { code: 1005 }],
    ['a port too high', { servicePort: 65536 }, { servicePort: 1005 }],
    [
      'an equipment id in another form',
      { internalEquipments: [{ id: '11:01:01', name: 'A' }] },
      { 'internalEquipments.0.id': 1005 },
    ],
    [
      'the broadcast address',
      { internalEquipments: [{ id: '1:00:01', name: 'A' }] },
      { 'internalEquipments.0.id': 6013 },
    ],
    [
      'equipment without a name',
      { internalEquipments: [{ id: '1:01:01', name: ' ' }] },
      { 'internalEquipments.0.name': 1003 },
    ],
  ])('bad input: %s', async (name, body, expected) => {
    const whole = name === 'nothing' ? {} : { ...form, cityId: newId(), sellerId: newId() }
    const reply = await sofia().send('POST', 'stocks', { ...whole, ...body })
    expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(
      expected,
    )
  })

  test.each([
    ['the same equipment twice', { internalEquipments: ['1:01:01', '1:01:01'] }, 6011],
    ['a time zone of nowhere', { timeZone: 'Europe/Nowhere' }, 1005],
    ['a router by name', { routerIp: 'router.example' }, 1005],
    ['a router on this machine', { routerIp: '127.0.0.1' }, 9114],
    ['a router in the cloud’s inside', { routerIp: '169.254.169.254' }, 9114],
    ['a router in the operator’s network', { routerIp: '10.0.0.7' }, 9114],
    ['a database on this machine', { dbServer: 'localhost' }, 9114],
    ['a database in the operator’s network', { dbServer: '192.168.1.4' }, 9114],
    ['a database that is an address', { dbServer: 'https://evil.example/' }, 1005],
    ['a script for the offline app', { offlineAppUrl: 'javascript:alert(1)' }, 1005],
    ['a file for the offline app', { offlineAppUrl: 'file:///etc/passwd' }, 1005],
  ])('refuses %s', async (_name, given, code) => {
    const at = await place()
    const { internalEquipments: ids, ...rest } = given as { internalEquipments?: string[] }
    const list = ids && { internalEquipments: ids.map((id) => ({ id, name: 'Door' })) }
    const reply = await sofia().send('POST', 'stocks', { ...form, ...at, ...rest, ...list })
    expect([reply.code, reply.errors[0]?.field]).toEqual([
      code,
      ids ? 'internalEquipments.1.id' : Object.keys(given)[0],
    ])
  })

  test('is in a city and sells for a seller that are there', async () => {
    const at = await place()
    await sofia().call(deleteCity, { params: { id: at.cityId } })
    expect((await sofia().call(createStock, { body: { ...form, ...at } })).errors[0]).toMatchObject({
      errorCode: 1005,
      field: 'cityId',
    })
    const other = await place()
    expect(await sofia().call(deleteSeller, { params: { id: other.sellerId } })).toMatchObject({
      status: 200,
    })
    expect((await sofia().call(createStock, { body: { ...form, ...other } })).errors[0]).toMatchObject({
      errorCode: 1005,
      field: 'sellerId',
    })
  })
})

describe('one stock', () => {
  test('shows each reader what his role allows', async () => {
    const { stockId } = await smallStock()
    expect(await settings(stockId)).toMatchObject({
      routerIp: '192.0.2.77',
      servicePort: 40123,
      dbServer: 'secret-server',
      dbUsername: 'secret-user',
      wifiPassword: 'secret-wifi-password',
      dbHasSecret: true,
    })
    const admin = await server.get(`stocks/${stockId}`, 'admin')
    expect(admin.json()).toMatchObject({
      wifiPassword: 'secret-wifi-password',
      internalEquipments: [{ id: '1:01:90' }],
    })
    expect(admin.body).not.toMatch(/routerIp|servicePort|"db|secret-(server|name|user|password)/)
    expect((await server.get(`stocks/${stockId}`, `admin@${stockId}`)).statusCode).toBe(200)
    expect((await server.get(`stocks/${stockId}`, `admin@${newId()}`)).json()).toMatchObject({
      errors: [{ errorCode: 6006 }],
    })
    expect((await server.get(`stocks/${stockId}`, 'manager')).statusCode).toBe(403)
    expect((await server.get(`stocks/${stockId}`, 'client')).statusCode).toBe(403)
    expect((await server.get(`stocks/${stockId}`)).statusCode).toBe(401)
    expect((await server.get(`stocks/${newId()}`, 'super')).json()).toMatchObject({
      errors: [{ errorCode: 6006 }],
    })
  })
})

describe('changing a stock', () => {
  test('one section leaves all others as they are, and says who applied it', async () => {
    const { stockId } = await smallStock()
    const before = await settings(stockId)
    const fees = { invoiceNotPaidFeePercent: 0.5, daysWithoutFee: 3, contractEndedFee: 1 }
    expect((await change(stockId, { discount: 2 })).body).toMatchObject({ discount: 2 })
    expect((await change(stockId, fees)).body).toMatchObject(fees)
    const insurance = { insuranceCoverageAmount: 15_000_000, insuranceMonthlyAmount: 25_000 }
    expect((await change(stockId, insurance)).body).toMatchObject(insurance)
    const after = await settings(stockId)
    const { updated: _updated, applied, ...same } = after
    expect({ ...before, ...fees, ...insurance, discount: 2 }).toMatchObject(same)
    expect(applied.map(({ section }) => section).sort()).toEqual(['discount', 'fees', 'insurance'])
    expect(await actsOn(stockId)).toMatchObject([
      { action: 'stock-created' },
      { action: 'stock-discount-set', before: { discount: 0 }, after: { discount: 2 } },
      { action: 'stock-fees-set', after: fees },
      { action: 'stock-insurance-set', after: insurance },
    ])
    expect((await server.person().call(listStocks)).body.find(({ id }) => id === stockId)).toMatchObject({
      discount: 2,
    })
  })

  test('changes that change nothing leave no trace', async () => {
    const { stockId } = await smallStock()
    const { updated } = await settings(stockId)
    expect(
      (await change(stockId, { discount: 0, legalUsersVatRate: 19, name: 'Berlin Mitte' })).body,
    ).toMatchObject({ updated: updated ?? null })
    expect(await actsOn(stockId)).toHaveLength(1)
  })

  test('VAT begins today where the stock is; what was before stays known', async () => {
    // Noon in London is the next day already where the day begins first.
    const { stockId } = await smallStock({
      stock: {
        timeZone: 'Pacific/Kiritimati',
        vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 7 }],
      },
    })
    const today = server.platform.clock
      .now()
      .toZonedDateTimeISO('Pacific/Kiritimati')
      .toPlainDate()
      .toString()
    const set = async (legalUsersVatRate: number) =>
      (await change(stockId, { legalUsersVatRate, individualUsersVatRate: 7 })).body
    expect((await set(21)).vatRates).toEqual([
      { validFrom: '2020-01-01', legal: 19, individual: 7 },
      { validFrom: today, legal: 21, individual: 7 },
    ])
    // Twice on one day is the second.
    expect(await set(22)).toMatchObject({
      legalUsersVatRate: 22,
      vatRates: [{}, { validFrom: today, legal: 22 }],
    })
    expect((await actsOn(stockId)).at(-1)).toMatchObject({
      action: 'stock-vat-set',
      before: { vat: { legalPercent: 21 } },
      after: { vat: { legalPercent: 22, validFrom: today } },
    })
  })

  test('equipment is unique with the locks of the boxes; what a box has is not taken', async () => {
    const { stockId } = await smallStock()
    const gate = { id: '1:01:90', name: 'Tor', kind: 'gate' as const, isExit: true, requiresOnSite: false }
    const door = { id: '1:01:91', name: 'Tür', kind: 'door' as const, isExit: false, requiresOnSite: true }
    const set = async (...internalEquipments: object[]) => await change(stockId, { internalEquipments })
    expect((await set(door, gate)).body.internalEquipments).toEqual([door, gate])
    expect(await set(gate, { ...door, id: '1:01:01' })).toMatchObject({
      status: 409,
      errors: [{ errorCode: 6011, field: 'internalEquipments.1.id' }],
    })
    expect((await settings(stockId)).internalEquipments).toEqual([door, gate])
    expect((await set()).body.internalEquipments).toEqual([])
  })

  test('the second of two editors is told, with the stock as it is now', async () => {
    const { stockId } = await smallStock()
    const { updated } = await settings(stockId)
    const both = { updated: updated ?? null }
    expect(await change(stockId, { ...both, discount: 1 })).toMatchObject({ status: 200 })
    const second = await change(stockId, { ...both, discount: 3 })
    expect(second).toMatchObject({ status: 409, code: 9109 })
    expect(second.errors[0]?.present).toMatchObject({ discount: 1 })
    expect(second.raw).not.toMatch(/secret-password|sealed/)
  })

  test('the database’s password is written, replaced and taken away, and never read', async () => {
    const { stockId } = await smallStock()
    const sealed = async () =>
      (
        await server.platform.db
          .selectFrom('stock')
          .select('db_password_sealed as sealed')
          .where('id', '=', stockId)
          .executeTakeFirstOrThrow()
      ).sealed
    const first = await sealed()
    await change(stockId, { dbPassword: '' })
    expect(await sealed()).toBe(first)
    await change(stockId, { dbPassword: 'another-secret-password' })
    expect(await sealed()).not.toBe(first)
    expect((await change(stockId, { dbPassword: null })).body.dbHasSecret).toBe(false)
    expect(await sealed()).toBeNull()
    const trail = JSON.stringify(await actsOn(stockId))
    expect(trail).toContain('"databaseSecret":"changed"')
    expect(trail).not.toContain('another-secret-password')
  })

  test('a place has both of its figures or none, also when only one of them is taken away', async () => {
    const { stockId } = await smallStock({ stock: { latitude: 52.5, longitude: 13.4 } })
    expect((await change(stockId, { latitude: null })).errors[0]).toMatchObject({
      errorCode: 1003,
      field: 'latitude',
    })
    expect((await change(stockId, { latitude: null, longitude: null })).body).toMatchObject({
      latitude: null,
    })
  })

  test('fields that are sent empty are taken away', async () => {
    const { stockId } = await smallStock()
    const after = await change(stockId, { wifiNetworkName: '', wifiPassword: null, routerIp: '' })
    expect(after.body).toMatchObject({ wifiNetworkName: null, wifiPassword: null, routerIp: null })
  })

  test('a new currency: prices follow the price list, amounts in the old one go', async () => {
    const { stockId } = await smallStock({ stock: { insuranceMonthlyAmount: 500 } })
    const after = await change(stockId, { currency: 'PLN' })
    expect(after).toMatchObject({ status: 200, body: { currency: 'PLN', insuranceMonthlyAmount: 0 } })
    const rates = await server.platform.db
      .selectFrom('box')
      .select('month_rate')
      .where('stock_id', '=', stockId)
      .execute()
    // The only category is priced in euros.
    expect(rates.map((row) => row.month_rate)).toEqual([null, null, null, null])
  })

  test('a currency and a seller are not taken from under a running contract; the sentence says how many', async () => {
    const { stockId, boxes } = await smallStock()
    await rent(stockId, boxes[0]!.id, 'contract')
    const other = await place()
    for (const body of [{ currency: 'PLN' as const }, { sellerId: other.sellerId }]) {
      const refused = await change(stockId, body)
      expect(refused).toMatchObject({ status: 409, code: 9115 })
      expect(refused.errors[0]?.message).toContain('1 contract is still open here')
      expect(refused.errors[0]?.field).toBe(Object.keys(body)[0])
    }
    expect((await settings(stockId)).runningContracts).toBe(1)
  })

  test('of an external stock only its source changes what it is', async () => {
    const { stockId, cityId } = await smallStock({ stock: { isExternal: true } })
    const other = await place()
    for (const body of [
      { cityId: other.cityId },
      { address: 'Elsewhere 1' },
      { zip: '99999' },
      { phone: '+49 1' },
      { hasBoxes: false },
      { currency: 'USD' as const },
    ])
      expect((await change(stockId, body)).errors[0]).toMatchObject({
        errorCode: 9112,
        field: Object.keys(body)[0],
      })
    // The whole stock as a form sends it, with what is read-only as it is.
    const { address, zip, phone } = await settings(stockId)
    expect(
      await change(stockId, { address, zip, phone, cityId, name: 'New name', discount: 1 }),
    ).toMatchObject({
      status: 200,
      body: { name: 'New name', discount: 1 },
    })
  })

  test('whatever stands in a field is taken or refused with that field, and never breaks anything', async () => {
    const { stockId } = await smallStock()
    const fields = wireFields(updateStock.body).map(({ wire }) => wire)
    expect(fields.length).toBeGreaterThan(40)
    const odd = [null, true, 0, -1, 1e12, 0.5, 'x', '', [], [null], {}, 'a\u0000b', '\ud800', 'ё'.repeat(300)]
    for (const field of fields)
      for (const value of odd) {
        const reply = await sofia().send('PUT', `stocks/${stockId}`, { [field]: value })
        const told = [field, value, reply.status, reply.errors]
        expect(reply.status, JSON.stringify(told)).toBeLessThan(500)
        if (reply.status !== 200 && field !== 'updated')
          expect(
            reply.errors.every(
              (error) => error.field?.split('.')[0] === (error.field === 'longitude' ? 'longitude' : field),
            ),
            JSON.stringify(told),
          ).toBe(true)
      }
  })

  test.each([
    ['a code in use', 'code', async () => ({ code: (await settings((await smallStock()).stockId)).code })],
    ['a city that is not there', 'cityId', async () => await Promise.resolve({ cityId: newId() })],
    ['a seller that is not there', 'sellerId', async () => await Promise.resolve({ sellerId: newId() })],
  ])('refuses %s', async (_name, field, body) => {
    const { stockId } = await smallStock()
    expect((await change(stockId, await body())).errors[0]).toMatchObject({ errorCode: 1005, field })
  })

  test('is for a superUser, and for a stock that is there', async () => {
    const { stockId } = await smallStock()
    for (const [who, status] of [
      ['admin', 403],
      ['manager', 403],
      ['client', 403],
      [undefined, 401],
    ] as const)
      for (const [method, url, body] of [
        ['PUT', `stocks/${stockId}`, { discount: 5 }],
        ['POST', 'stocks', form],
        ['DELETE', `stocks/${stockId}`, undefined],
        ['GET', 'sellers', undefined],
      ] as const)
        expect([who, url, (await server.person(who).send(method, url, body)).status]).toEqual([
          who,
          url,
          status,
        ])
    expect(await change(newId(), { discount: 5 })).toMatchObject({ status: 404, code: 6006 })
    expect((await settings(stockId)).discount).toBe(0)
  })
})

describe('deleting a stock', () => {
  test('takes it and its boxes out of the lists', async () => {
    const { stockId, boxes } = await smallStock()
    expect(await sofia().call(deleteStock, { params: { id: stockId } })).toMatchObject({
      status: 200,
      body: {},
    })
    expect((await server.person().call(listStocks)).body.map(({ id }) => id)).not.toContain(stockId)
    expect(await server.modules.catalog.stockTerms(stockId)).toBeUndefined()
    expect(await sofia().call(getStock, { params: { id: stockId } })).toMatchObject({
      status: 404,
      code: 6006,
    })
    expect(await sofia().call(deleteStock, { params: { id: stockId } })).toMatchObject({ code: 6006 })
    const box = await server.platform.transact(
      async (tx) => await server.modules.catalog.lockBox(tx, boxes[0]!.id),
    )
    expect(box).toBeUndefined()
    expect((await actsOn(stockId)).at(-1)).toMatchObject({
      action: 'stock-deleted',
      before: { name: 'Berlin Mitte' },
    })
    expect(JSON.stringify(await actsOn(stockId))).not.toContain('secret-wifi-password')
  })

  test.each([
    ['contract', '1 contract is still open'],
    ['reservation', '1 reservation is still live'],
  ] as const)('is refused while there is a %s', async (kind, sentence) => {
    const { stockId, boxes } = await smallStock()
    await rent(stockId, boxes[1]!.id, kind)
    const refused = await sofia().call(deleteStock, { params: { id: stockId } })
    expect(refused).toMatchObject({ status: 409, code: 9110 })
    expect(refused.errors[0]?.message).toContain(sentence)
    // Refused is refused: its boxes are there.
    expect((await settings(stockId)).offers.reduce((sum, { total }) => sum + total, 0)).toBe(4)
  })

  test('a booking that is under way comes first', async () => {
    const { stockId, boxes } = await smallStock()
    const accountId = await createTenant(server.platform)
    const claimed = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const booking = server.platform.transact(async (tx) => {
      await claim(tx, { stockId, boxId: boxes[0]!.id, accountId, kind: 'contract' })
      claimed.resolve()
      await mayCommit.promise
    })
    await claimed.promise
    const deleting = sofia().call(deleteStock, { params: { id: stockId } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    mayCommit.resolve()
    await booking
    expect(await deleting).toMatchObject({ status: 409, code: 9110 })
    expect((await settings(stockId)).runningContracts).toBe(1)
  })

  test('is refused while staff work there only', async () => {
    const { stockId } = await smallStock()
    const id = await createTenant(server.platform)
    await server.platform.db
      .updateTable('account')
      .set({ platform_role: 'staff', stock_id: stockId })
      .where('id', '=', id)
      .execute()
    expect((await sofia().call(deleteStock, { params: { id: stockId } })).errors[0]?.message).toContain(
      '1 staff account works here only',
    )
  })
})

describe('sellers', () => {
  test('are made, changed and deleted, each act in the audit; stocks show them', async () => {
    const made = await sofia().call(createSeller, {
      body: { ...seller, taxNumber: '', vatId: 'PL1234567890' },
    })
    expect(made).toMatchObject({ status: 200, body: { taxNumber: null, vatId: 'PL1234567890', stocks: 0 } })
    const { id } = made.body
    expect((await sofia().call(listSellers)).body.map((one) => one.id)).toContain(id)
    const changed = await sofia().call(updateSeller, {
      params: { id },
      body: { iban: 'PL61109010140000071219812874', updated: null },
    })
    expect(changed.body).toMatchObject({ name: seller.name, iban: 'PL61109010140000071219812874' })
    const stale = await sofia().call(updateSeller, { params: { id }, body: { name: 'Late', updated: null } })
    expect(stale).toMatchObject({ status: 409, code: 9109 })
    expect(stale.errors[0]?.present).toMatchObject({ iban: 'PL61109010140000071219812874' })
    expect(await sofia().call(deleteSeller, { params: { id } })).toMatchObject({ status: 200 })
    expect(await sofia().call(updateSeller, { params: { id }, body: { name: 'Gone' } })).toMatchObject({
      code: 9104,
    })
    expect((await actsOn(id)).map(({ action }) => action)).toEqual([
      'seller-created',
      'seller-changed',
      'seller-deleted',
    ])
  })

  test('a new name is what the stocks print from then on', async () => {
    const { stockId, sellerId } = await smallStock()
    expect((await server.modules.catalog.stockTerms(stockId))?.seller.name).toBe('Stowage Berlin GmbH')
    await sofia().call(updateSeller, { params: { id: sellerId }, body: { name: 'Stowage Nord GmbH' } })
    expect((await server.modules.catalog.stockTerms(stockId))?.seller.name).toBe('Stowage Nord GmbH')
  })

  test('one that a stock sells for is not deleted', async () => {
    const { sellerId } = await smallStock()
    const refused = await sofia().call(deleteSeller, { params: { id: sellerId } })
    expect(refused).toMatchObject({ status: 409, code: 9110 })
    expect(refused.errors[0]?.message).toContain('1 warehouse sells for it')
  })

  test.each([
    ['nothing', {}, { name: 1003, address: 1003, country: 1003, email: 1000, phone: 1003 }],
    ['a country in words', { ...seller, country: 'Poland' }, { country: 1005 }],
    ['no e-mail address', { ...seller, email: 'office' }, { email: 1001 }],
    ['a BIC of 7', { ...seller, bic: 'ABCDEFG' }, { bic: 1004 }],
    ['a VAT id of 31', { ...seller, VATId: 'x'.repeat(31) }, { VATId: 1004 }],
  ])('bad input: %s', async (_name, body, expected) => {
    const reply = await sofia().send('POST', 'sellers', body)
    expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(
      expected,
    )
  })
})

/** Somebody holds a box. */
async function rent(stockId: string, boxId: string, kind: 'contract' | 'reservation'): Promise<void> {
  const accountId = await createTenant(server.platform)
  await server.platform.transact(async (tx) => await claim(tx, { stockId, boxId, accountId, kind }))
}

async function claim(
  tx: Tx,
  held: { stockId: string; boxId: string; accountId: string; kind: 'contract' | 'reservation' },
): Promise<void> {
  await server.modules.catalog.lockBox(tx, held.boxId)
  const takenAt = server.platform.clock.now()
  await server.modules.catalog.claimBox(tx, { ...held, holderId: newId(), takenAt, lapsesAt: null })
}

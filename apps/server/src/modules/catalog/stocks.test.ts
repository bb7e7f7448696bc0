import { deleteCity, listStocks } from '@stowage/api/catalog'
import { createStock, deleteSeller } from '@stowage/api/stocks'
import { newId } from '../../platform/ids.ts'
import { freeCode } from './set-up-stock.ts'
import { describe, expect, test } from 'vitest'
import { form, openStockDesk } from '../../testing/stock-desk.ts'

const { server, sofia, smallStock, actsOn, settings, place } = await openStockDesk()

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
        riseNoticeDays: 60,
        riseCapPercent: 15,
        kycDaysVerified: 30,
        kycDaysRejected: 7,
        kycDaysLeft: 30,
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

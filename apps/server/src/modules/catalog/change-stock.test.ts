import { listStocks } from '@stowage/api/catalog'
import { updateStock } from '@stowage/api/stocks'
import { wireFields } from '@stowage/api/wire'
import { newId } from '../../platform/ids.ts'
import { describe, expect, test } from 'vitest'
import { form, openStockDesk } from '../../testing/stock-desk.ts'
import { createTenant } from '../../testing/small-stock.ts'

const { server, sofia, smallStock, rent, actsOn, settings, place } = await openStockDesk()

const change = async (id: string, body: Record<string, unknown>) =>
  await sofia().call(updateStock, { params: { id }, body })

/** An invoice that somebody who has left did not pay. */
async function owe(stockId: string, sellerId: string): Promise<void> {
  const { db, clock } = server.platform
  const [id, account_id] = [newId(), await createTenant(server.platform)]
  const day = Temporal.PlainDate.from('2026-10-01')
  const of = { account_id, stock_id: stockId, seller_id: sellerId, currency: 'EUR', created_at: clock.now() }
  await db
    .insertInto('billing_plan')
    .values({ id, contract_id: id, ...of, anchor_day: day, period_months: 1, terms: '{}', print: '{}' })
    .execute()
  const days = { issued_on: day, due_on: day, accounting_date: day, document_date: day }
  const sums = { net: 100, vat: 20, gross: 120 }
  await db
    .insertInto('document')
    .values({
      id,
      kind: 'invoice',
      contract_id: id,
      plan_id: id,
      status: 'open',
      ...of,
      ...days,
      ...sums,
      snapshot: '{}',
    })
    .execute()
}

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

  test('its numbers and ticks may come in the query, where everything is text; the body wins', async () => {
    const { stockId } = await smallStock()
    const put = async (query: string, body?: object) =>
      await sofia().send('PUT', `stocks/${stockId}?${query}`, body)
    expect(await put('discount=2.5&daysWithoutFee=4&hasBoxes=false&legalUsersVATRate=19')).toMatchObject({
      status: 200,
      body: { discount: 2.5, daysWithoutFee: 4, hasBoxes: false, legalUsersVATRate: 19 },
    })
    expect((await put('discount=3', { discount: 1 })).body).toMatchObject({ discount: 1 })
    for (const wrong of [
      'discount=much',
      'discount=',
      'discount=0x1',
      'hasBoxes=perhaps',
      'discount=1&discount=2',
    ])
      expect([wrong, (await put(wrong)).errors[0]?.field]).toEqual([wrong, wrong.split('=')[0]])
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

  test('a password that is kept goes to no other machine than the one it was entered for', async () => {
    const { stockId } = await smallStock()
    await change(stockId, { dbServer: 'sm.wola.example', dbPort: 5432, dbPassword: 'secret-password' })
    const missing = { status: 400, errors: [{ errorCode: 1003, field: 'dbPassword' }] }
    expect(await change(stockId, { dbServer: 'sm.attacker.example' })).toMatchObject(missing)
    expect(await change(stockId, { dbPort: 5433 })).toMatchObject(missing)
    expect((await settings(stockId)).dbServer).toBe('sm.wola.example')
    // Nor by a detour.
    expect((await change(stockId, { dbServer: null })).status).toBe(200)
    expect(await change(stockId, { dbServer: 'sm.attacker.example' })).toMatchObject(missing)
    const anew = { dbServer: 'sm2.wola.example', dbPassword: 'another-secret' }
    expect((await change(stockId, anew)).status).toBe(200)
    const without = { dbServer: 'sm3.wola.example', dbPassword: null }
    expect((await change(stockId, without)).status).toBe(200)
    expect((await change(stockId, { dbServer: 'sm4.wola.example' })).status).toBe(200)
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

  test('who bills its tenants does not change under them: external or not stays while anything runs or is owed', async () => {
    for (const isExternal of [false, true]) {
      const { stockId, boxes } = await smallStock({ stock: { isExternal } })
      await rent(stockId, boxes[0]!.id, 'contract')
      const refused = await change(stockId, { isExternal: !isExternal })
      expect(refused).toMatchObject({ status: 409, code: 9115, errors: [{ field: 'isExternal' }] })
      expect(refused.errors[0]?.message).toContain('1 contract is still open here')
      expect((await settings(stockId)).isExternal).toBe(isExternal)
    }
    const reserved = await smallStock()
    await rent(reserved.stockId, reserved.boxes[0]!.id, 'reservation')
    const message = (await change(reserved.stockId, { isExternal: true })).errors[0]?.message
    expect(message).toMatch(/^Whether the warehouse comes from the external system.*1 reservation is/)
    const { stockId, sellerId } = await smallStock()
    await owe(stockId, sellerId)
    expect((await change(stockId, { isExternal: true })).errors[0]?.message).toContain(
      '1 invoice is not paid',
    )
    await server.platform.db.updateTable('document').set({ status: 'void' }).execute()
    expect((await change(stockId, { isExternal: true })).body).toMatchObject({ isExternal: true })
    expect((await change(stockId, { isExternal: false })).body).toMatchObject({ isExternal: false })
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
    // With a password that is kept, another machine would ask for that.
    await change(stockId, { dbPassword: null })
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

import { beforeAll, describe, expect, test } from 'vitest'
import { getCompany, listCategories, listCities, listStocks } from '@stowage/api/catalog'
import type { Answer, AnyEndpoint } from '@stowage/api/endpoint'
import { fromWire } from '@stowage/api/wire'
import * as z from 'zod/mini'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'
import { createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { stockChanged, vatPercent, type NewBox, type NewStock } from './index.ts'

const cabinet = {
  name: 'roubles',
  url: 'http://pay.example',
  login: 'x',
  password: 'x',
  secretWord: 'x',
  currency: 'RUB' as const,
}
const { server, smallStock } = await openEmptyCatalog({ payKeeper: [cabinet] })
const system = { actorId: null }

beforeAll(async () => {
  await server.platform.transact(async (tx) => {
    await server.modules.catalog.createCategory(tx, system, {
      name: 'All',
      alias: 'all',
      description: 'd',
      minSize: 1,
      maxSize: 20,
      prices: { EUR: 1999, RUB: 100_000 },
    })
  })
})

const stockOf = async (stock: Partial<NewStock> = {}, boxes?: readonly NewBox[]): Promise<SmallStock> =>
  await smallStock({ stock, ...(boxes ? { boxes } : {}) })

async function answer<E extends AnyEndpoint>(
  endpoint: E,
  url: string,
  as?: string,
): Promise<{ value: Answer<E>; text: string; headers: Record<string, unknown> }> {
  const reply = await server.get(url, as)
  expect(reply.statusCode).toBe(200)
  return {
    value: z.parse(endpoint.answer, fromWire(endpoint.answer, reply.json())) as Answer<E>,
    text: reply.body,
    headers: reply.headers,
  }
}
const stocks = async (as?: string): Promise<Answer<typeof listStocks>> =>
  (await answer(listStocks, 'stocks', as)).value
const one = async (stockId: string, as?: string): Promise<Answer<typeof listStocks>[number] | undefined> =>
  (await stocks(as)).find((stock) => stock.id === stockId)

describe('secrets of a stock by role (permissions.json, decisions 10)', () => {
  const wifi = ['wifiNetworkName', 'wifiPassword', 'offlineAppUrl']
  const inside = ['code', 'sellerId', 'externalId', 'internalEquipments']
  const technical = ['routerIp', 'servicePort', 'dbServer', 'dbPort', 'dbName', 'dbUsername']
  const every = [...wifi, ...inside, ...technical]

  test.each([
    [undefined, []],
    ['client', []],
    ['manager', [...wifi, ...inside]],
    ['admin', [...wifi, ...inside]],
    ['super', every],
  ] as const)('%s sees %j', async (as, seen) => {
    const { stockId } = await stockOf()
    const stock = (await one(stockId, as))! as Record<string, unknown>
    expect(every.filter((field) => field in stock)).toEqual(
      every.filter((field) => (seen as readonly string[]).includes(field)),
    )
    const { text, headers } = await answer(listStocks, 'stocks', as)
    if (seen.length === 0) expect(text).not.toMatch(/secret|192\.0\.2\.77|40123/)
    // The password of the external database is in no answer, in no shape.
    expect(text).not.toContain('secret-password')
    expect(text).not.toMatch(/password_?sealed|dbPassword/i)
    expect(headers['cache-control']).toBe(seen.length === 0 ? 'no-cache' : 'no-store')
  })

  test('staff tied to a stock see that one only; elsewhere they would see no connection', async () => {
    const [mine, theirs] = [await stockOf(), await stockOf()]
    expect((await stocks(`manager@${mine.stockId}`)).map((stock) => stock.id)).toEqual([mine.stockId])
    expect((await one(mine.stockId, `manager@${mine.stockId}`))?.wifiPassword).toBe('secret-wifi-password')
    expect(await server.modules.catalog.describeStock(theirs.stockId, 'colleague')).not.toHaveProperty(
      'wifiPassword',
    )
    const tenant = await server.modules.catalog.describeStock(theirs.stockId, 'tenant')
    expect(tenant).toMatchObject({
      wifiNetworkName: 'secret-wifi',
      offlineAppUrl: 'http://secret-offline.example',
    })
    for (const field of [...inside, ...technical]) expect(tenant).not.toHaveProperty(field)
    expect(await server.modules.catalog.describeStock(newId(), 'superUser')).toBeUndefined()
  })

  test('the database password is sealed at rest, bound to its stock', async () => {
    const { stockId } = await stockOf()
    const row = await server.platform.db
      .selectFrom('stock')
      .select('db_password_sealed')
      .where('id', '=', stockId)
      .executeTakeFirstOrThrow()
    expect(row.db_password_sealed).toMatch(/^[\w-]{40,}$/)
    const notes = await server.platform.db
      .selectFrom('audit')
      .select('after')
      .where('subject_id', '=', stockId)
      .execute()
    expect(JSON.stringify(notes)).not.toMatch(/secret-password|secret-wifi-password/)
  })
})

describe('what a stock offers', () => {
  test('free and total per size group, the lowest gross price of what is free', async () => {
    const stock = await stockOf({}, [
      { size: 2 },
      { size: 3 },
      { size: 3, ownRate: 1 },
      { size: 6 },
      { size: 40, unitNumber: 'YB1' },
      { size: 4, unitNumber: 'YA1' },
    ])
    expect((await one(stock.stockId))?.offers).toEqual([
      { sizeGroup: 's', total: 4, free: 4, priceFrom: 1 },
      { sizeGroup: 'm', total: 1, free: 1, priceFrom: 14_273 },
      { sizeGroup: 'xl', total: 1, free: 0, priceFrom: null },
    ])
    expect((await one(stock.stockId))?.floors).toBe(2)
    const account = await createTenant(server.platform)
    const claim = async (index: number): Promise<void> =>
      await server.platform.transact(
        async (tx) =>
          await server.modules.catalog.claimBox(tx, {
            boxId: stock.boxes[index]!.id,
            stockId: stock.stockId,
            kind: 'contract',
            holderId: newId(),
            accountId: account,
            takenAt: server.platform.clock.now(),
            lapsesAt: null,
          }),
      )
    const before = await answer(listStocks, 'stocks')
    await claim(2)
    await claim(3)
    // 2 × 19.99 = 39.98, with 19 % (7.5962 → 7.60) 47.58
    expect((await one(stock.stockId))?.offers).toEqual([
      { sizeGroup: 's', total: 4, free: 3, priceFrom: 4758 },
      { sizeGroup: 'm', total: 1, free: 0, priceFrom: null },
      { sizeGroup: 'xl', total: 1, free: 0, priceFrom: null },
    ])
    expect((await answer(listStocks, 'stocks')).headers['etag']).not.toBe(before.headers['etag'])
  })

  test('paying by card where a cabinet of the currency is set up', async () => {
    const [euros, roubles] = [await stockOf(), await stockOf({ currency: 'RUB', timeZone: 'Europe/Moscow' })]
    expect([(await one(euros.stockId))?.onlinePayment, (await one(roubles.stockId))?.onlinePayment]).toEqual([
      false,
      true,
    ])
  })

  test('VAT as of today at the stock, for both classes', async () => {
    const rate = (from: string, legalPercent: number, individualPercent: number) => ({
      validFrom: Temporal.PlainDate.from(from),
      legalPercent,
      individualPercent,
    })
    const { stockId } = await stockOf({
      timeZone: 'Asia/Kamchatka',
      vat: [rate('2020-01-01', 19, 18), rate('2027-01-01', 22, 21)],
    })
    const none = await stockOf({ vat: [] })
    try {
      for (const [instant, legal, individual] of [
        ['2026-12-31T11:59:00Z', 19, 18],
        ['2026-12-31T12:00:01Z', 22, 21],
      ] as const) {
        server.platform.clock.follow(Date.parse(instant) - Date.now())
        expect(await one(stockId)).toMatchObject({
          legalUsersVatRate: legal,
          individualUsersVatRate: individual,
        })
        expect(await one(stockId, 'super')).toMatchObject({
          legalUsersVatRate: legal,
          individualUsersVatRate: individual,
        })
      }
      expect(await one(none.stockId)).toMatchObject({ legalUsersVatRate: 20, individualUsersVatRate: 20 })
    } finally {
      server.platform.clock.follow(0)
    }
    const terms = (await server.modules.catalog.stockTerms(stockId))!
    expect(vatPercent(terms, 'legal', Temporal.PlainDate.from('2027-01-01'))).toBe(22)
    expect(vatPercent(terms, 'individual', Temporal.PlainDate.from('2019-12-31'))).toBe(20)
  })

  test('304 for who has the list', async () => {
    await stockOf()
    const { headers } = await answer(listStocks, 'stocks')
    expect(
      (await server.get('stocks', 'client', { 'if-none-match': String(headers['etag']) })).statusCode,
    ).toBe(304)
    // The shape of staff is no public list, whatever tag they bring.
    expect(
      (await server.get('stocks', 'super', { 'if-none-match': String(headers['etag']) })).statusCode,
    ).toBe(200)
  })
})

test('terms come from memory, and follow a change of the stock', async () => {
  const { stockId } = await stockOf({
    depositMonths: 2,
    insuranceMonthlyAmount: 500,
    insuranceCoverageAmount: 100_000,
  })
  const terms = await server.modules.catalog.stockTerms(stockId)
  expect(terms).toMatchObject({
    currency: 'EUR',
    openingTime: '09:00',
    closingTime: '21:00',
    depositMonths: 2,
    insuranceMonthly: { amount: 500, currency: 'EUR' },
    insuranceCoverage: { amount: 100_000, currency: 'EUR' },
    city: 'Berlin',
    country: 'DE',
    seller: { name: 'Stowage Berlin GmbH', country: 'DE', exemptionText: null },
    equipment: [{ id: '1:01:90', isExit: true, requiresOnSite: false }],
    penaltyCapPercent: 100,
    refundUnusedTime: true,
  })
  let statements = 0
  const count = (): unknown => (statements += 1)
  server.platform.pool.on('acquire', count)
  expect(await server.modules.catalog.stockTerms(stockId)).toBe(terms)
  expect(await server.modules.catalog.stockTerms('unknown')).toBeUndefined()
  server.platform.pool.off('acquire', count)
  expect(statements).toBe(0)
  await server.platform.transact(async (tx) => {
    await tx.updateTable('stock').set({ discount: 3 }).where('id', '=', stockId).execute()
    publish(
      tx,
      fact(stockChanged, {
        aggregate: `stock:${stockId}`,
        stockId,
        at: server.platform.clock.now(),
        payload: { stockId },
      }),
    )
  })
  expect(await server.modules.catalog.stockTerms(stockId)).toMatchObject({ discount: 3 })
})

test.each([
  [{ code: 'lower' }, 1005, 'code'],
  [{ timeZone: 'Berlin' }, 1005, 'timeZone'],
  [{ timeZone: '+02:00' }, 1005, 'timeZone'],
  [{ openingTime: '25:00' }, 1005, 'openingTime'],
  [{ cityId: newId() }, 1005, 'cityId'],
  [
    {
      equipment: [
        { id: '1:01:01', name: 'a', kind: 'door' as const },
        { id: '1:01:01', name: 'b', kind: 'door' as const },
      ],
    },
    6011,
    'internalEquipments.1.id',
  ],
  [{ equipment: [{ id: '1:01:00', name: 'a', kind: 'door' as const }] }, 6013, 'internalEquipments.0.id'],
])('a stock refused: %j', async (given, code, field) => {
  await expect(stockOf(given)).rejects.toMatchObject({ code, field })
})

test('cities by size, the smallest first, with a tag', async () => {
  for (const [city, size] of [
    ['Large', 300],
    ['Small', 1],
    ['Middle', 20],
  ] as const) {
    await server.platform.transact(
      async (tx) =>
        await server.modules.catalog.createCity(tx, system, {
          city,
          country: 'PL',
          size,
          latitude: 52.2,
          longitude: 21,
        }),
    )
  }
  const { value, headers } = await answer(listCities, 'cities')
  expect(value.map((city) => city.size)).toEqual(value.map((city) => city.size).toSorted((a, b) => a - b))
  expect(value[0]).toMatchObject({ city: 'Small', country: 'PL', latitude: 52.2 })
  expect(
    (await server.get('cities', undefined, { 'if-none-match': String(headers['etag']) })).statusCode,
  ).toBe(304)
})

test('categories are public', async () => {
  const { value } = await answer(listCategories, 'boxcategories')
  expect(value[0]).toMatchObject({
    alias: 'all',
    minSize: 1,
    maxSize: 20,
    pricePerMeterQuadratic: null,
    prices: [{ currency: 'EUR', pricePerMeterQuadratic: 1999, confirmed: true }, { currency: 'RUB' }],
  })
})

test('the company: a name before anything is set, then what was set, what is not given stays; the clock beside it', async () => {
  expect((await answer(getCompany, 'company')).value).toMatchObject({
    name: 'Stowage',
    officeHours: [],
    signUpEnabled: true,
    demo: false,
    clockOffsetMs: 0,
  })
  const { catalog } = server.modules
  const document = { key: 'lease', title: { en: 'Lease' }, url: '/lease.pdf', version: '1' }
  await server.platform.transact(
    async (tx) =>
      await catalog.setCompany(tx, system, {
        name: 'Lager AG',
        supportPhone: '+49 1',
        officeHours: [{ days: 'Mo–Fr', from: '09:00', to: '18:00' }],
        legalDocuments: [document],
      }),
  )
  await server.platform.transact(async (tx) => await catalog.setCompany(tx, system, { signUpEnabled: false }))
  server.platform.clock.follow(86_400_000)
  try {
    const before = Date.now()
    const { value, headers } = await answer(getCompany, 'company')
    expect(value).toMatchObject({
      name: 'Lager AG',
      supportPhone: '+49 1',
      signUpEnabled: false,
      reportsEnabled: true,
      legalDocuments: [document],
      clockOffsetMs: 86_400_000,
    })
    const businessNow = Date.parse(value.businessNow) - 86_400_000
    expect(businessNow).toBeGreaterThanOrEqual(before)
    expect(businessNow).toBeLessThanOrEqual(Date.now())
    expect(headers['cache-control']).toBe('no-store')
  } finally {
    server.platform.clock.follow(0)
  }
})

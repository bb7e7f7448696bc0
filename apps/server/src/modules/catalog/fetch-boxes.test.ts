import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchBoxes, listBoxes } from '@stowage/api/catalog'
import { BoxListItem } from '@stowage/api/entities'
import { fromWire, wireFields } from '@stowage/api/wire'
import { grossOf } from '@stowage/domain/rate'
import { money } from '@stowage/domain/money'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { newId } from '../../platform/ids.ts'
import { createSmallServer, type SmallServer } from '../../testing/small-server.ts'
import { createSmallStock, createTenant, type SmallStock } from '../../testing/small-stock.ts'
import { boxFields } from './box-list-view.ts'
import { createCatalog, type Catalog } from './index.ts'

type Server = SmallServer<{ catalog: Catalog }>
const start = async (url: string): Promise<Server> => await createSmallServer(url, (platform) => ({ catalog: createCatalog(platform) }))

let database: TestDatabase
let server: Server
let other: Server

beforeAll(async () => {
  database = await createTestDatabase()
  server = await start(database.url)
  other = await start(database.url)
  await server.platform.transact(async (tx) => {
    await server.modules.catalog.createCategory(tx, { actorId: null }, { name: 'All', alias: 'all', description: '', minSize: 1, maxSize: 20, prices: { EUR: 1999 } })
  })
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.drop()
})

const stockOf = async (wish?: Parameters<typeof createSmallStock>[1]): Promise<SmallStock> => await createSmallStock({ platform: server.platform, catalog: server.modules.catalog }, wish)

async function claim(on: Server, stock: SmallStock, index: number, kind: 'reservation' | 'contract' = 'contract', accountId?: string): Promise<string> {
  const holderId = newId()
  const holder = accountId ?? (await createTenant(on.platform))
  await on.platform.transact(async (tx) => {
    await on.modules.catalog.claimBox(tx, { boxId: stock.boxes[index]!.id, stockId: stock.stockId, kind, holderId, accountId: holder, takenAt: on.platform.clock.now(), lapsesAt: null })
  })
  return holderId
}

type Item = z.output<typeof BoxListItem>
async function list(on: Server, stockId: string, as?: string): Promise<{ etag: string; items: Item[]; text: string; headers: Record<string, unknown> }> {
  const reply = await on.get(`boxes/fetch?stockId=${stockId}`, as)
  expect(reply.statusCode).toBe(200)
  return { etag: String(reply.headers.etag), items: z.parse(fetchBoxes.answer, fromWire(fetchBoxes.answer, reply.json())), text: reply.body, headers: reply.headers }
}

/** A contract with a tenant behind it, in debt: everything that a visitor must not see. */
async function rent(stock: SmallStock, index: number): Promise<{ contractId: string; tenant: string }> {
  const { platform } = server
  const tenant = await createTenant(platform)
  const contractId = await claim(server, stock, index, 'contract', tenant)
  const day = Temporal.PlainDate.from('2026-01-01')
  await platform.db
    .insertInto('contract')
    .values({
      id: contractId, number: `secret-number-${contractId}`, status: 'active', box_id: stock.boxes[index]!.id, stock_id: stock.stockId, account_id: tenant, start_day: day, period_months: 1, currency: 'EUR', month_rate: 1, price: '{}', lease: '{}', answers: '{}',
      payment_method: 'manual', booked_at: platform.clock.now(), booked_by_id: tenant,
    })
    .execute()
  await platform.db
    .insertInto('billing_plan')
    .values({ id: contractId, contract_id: contractId, account_id: tenant, stock_id: stock.stockId, seller_id: stock.sellerId, currency: 'EUR', anchor_day: day, period_months: 1, terms: '{}', print: '{}', created_at: platform.clock.now() })
    .execute()
  await platform.db
    .insertInto('document')
    .values({
      id: newId(), kind: 'invoice', contract_id: contractId, plan_id: contractId, account_id: tenant, stock_id: stock.stockId, seller_id: stock.sellerId, status: 'open', issued_on: day, due_on: day, accounting_date: day, document_date: day,
      period_from: day, period_to: day, currency: 'EUR', net: 100, vat: 19, gross: 119, snapshot: '{}', created_at: platform.clock.now(),
    })
    .execute()
  await platform.db.insertInto('lock_state').values({ stock_id: stock.stockId, lock_id: '1:01:01', state: 'opened', since: platform.clock.now() }).execute()
  return { contractId, tenant }
}

describe('who sees what of the list', () => {
  const wireNames = new Map(wireFields(BoxListItem).map((field) => [field.clean, field.wire]))
  const keys = (shape: keyof typeof boxFields): string[] => boxFields[shape].map((field) => wireNames.get(field)!).sort()

  test('the staff shape has every declared field, so that no field is forgotten', () => {
    expect(keys('staff')).toEqual([...wireNames.values()].sort())
  })

  test.each([
    [undefined, 'public'], ['client', 'public'], ['manager', 'watch'], ['admin', 'staff'], ['super', 'staff'], ['admin@elsewhere', 'public'], ['manager@elsewhere', 'public'], ['forged token', 'public'],
  ] as const)('%s gets the %s shape, with a tenant in debt behind the door', async (as, shape) => {
    const stock = await stockOf()
    const { contractId, tenant } = await rent(stock, 0)
    const { text, items, headers } = await list(server, stock.stockId, as)
    for (const item of JSON.parse(text) as object[]) expect(Object.keys(item).sort()).toEqual(keys(shape))
    const rented = items.find((item) => item.unitNumber === 'YA001')!
    expect(rented).toMatchObject({ isOccupied: true, isReserved: false })
    if (shape === 'staff') {
      expect(rented).toMatchObject({ lockStatus: 'opened', lockId: '1:01:01', contractId, contractNumber: `secret-number-${contractId}`, userInfo: { id: tenant, fullName: 'Secret-Tenant Müller' }, inDebt: true, category: 'All' })
      expect(headers['cache-control']).toBe('no-store')
    } else {
      for (const secret of ['secret', 'Secret', contractId, tenant, 'Müller', '1:01:01']) expect(text).not.toContain(secret)
      expect(headers['cache-control']).toBe('no-cache')
      if (shape === 'watch') expect(rented.lockStatus).toBe('opened')
    }
    expect(headers['vary']).toMatch(/Authorization/i)
  })

  test('asking as staff first leaves nothing of it for a visitor, with the tag of the staff list too', async () => {
    const stock = await stockOf()
    await rent(stock, 0)
    const staff = await list(server, stock.stockId, 'super')
    const visitor = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, { 'if-none-match': staff.etag })
    expect(visitor.statusCode).toBe(200)
    expect(visitor.body).not.toMatch(/secret/i)
  })
})

test('numbers of the list: sizes ascending, month rate, gross, free and taken', async () => {
  const stock = await stockOf({ boxes: [{ unitNumber: 'B', size: 6.5 }, { unitNumber: 'A', size: 6.5 }, { unitNumber: 'YC1', size: 2 }, { unitNumber: 'huge', size: 40, height: 2.5, width: 4, depth: 4 }, { unitNumber: 'own', size: 8, ownRate: 12_345 }] })
  await claim(server, stock, 1, 'reservation')
  const { items } = await list(server, stock.stockId)
  expect(items.map((item) => item.unitNumber)).toEqual(['YC1', 'A', 'B', 'own', 'huge'])
  // 6.5 × 19.99 = 129.935 → 129.94; 19 % of it 24.6886 → 24.69
  expect(items[1]).toEqual({ id: stock.boxes[1]!.id, unitNumber: 'A', size: 6.5, sizeGroup: 'm', floor: null, monthRate: 12_994, grossRate: 15_463, isOccupied: false, isReserved: true, height: null, width: null, depth: null })
  expect(items[0]).toMatchObject({ sizeGroup: 's', floor: 3, isReserved: false })
  expect(items[3]).toMatchObject({ monthRate: 12_345, sizeGroup: 'm' })
  // No category for 40 m²: no price, listed all the same.
  expect(items[4]).toMatchObject({ monthRate: null, grossRate: null, sizeGroup: 'xl', height: 2.5 })
})

test('the gross price in SQL is the domain’s, to the cent', async () => {
  const rates = Array.from({ length: 400 }, (_, index) => index * 7 + 1)
  for (const percent of [0, 7.7, 19, 20, 8.25]) {
    const stock = await stockOf({ stock: { vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 0, individualPercent: percent }] }, boxes: rates.map((ownRate) => ({ size: 3, ownRate })) })
    const { items } = await list(server, stock.stockId)
    expect(items).toHaveLength(rates.length)
    for (const { monthRate, grossRate } of items) expect(grossRate).toBe(grossOf(money(monthRate!, 'EUR'), percent).amount)
  }
})

describe('kept bytes', () => {
  test('the same list has one tag; who has it gets 304 and nothing else', async () => {
    const stock = await stockOf()
    const first = await list(server, stock.stockId)
    for (const tag of [first.etag, first.etag.replace('W/', ''), `"x", ${first.etag}`, '*']) {
      const again = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, { 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(first.etag)
    }
    const changed = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, { 'if-none-match': 'W/"other"' })
    expect(changed.statusCode).toBe(200)
    // Another process has made the same list by itself: a client that changes servers keeps what it has.
    expect((await list(other, stock.stockId)).etag).toBe(first.etag)
  })

  test.each([
    ['br', 'br'], ['gzip, deflate, br, zstd', 'br'], ['gzip', 'gzip'], ['br;q=0, gzip;q=0.5', 'gzip'], ['identity', undefined], ['gzip;q=0', undefined], ['*', 'br'], [undefined, undefined],
  ])('Accept-Encoding %s → %s', async (header, encoding) => {
    const stock = await stockOf({ boxes: Array.from({ length: 20 }, () => ({ size: 3 })) })
    const plain = (await list(server, stock.stockId)).text
    const packed = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, header === undefined ? {} : { 'accept-encoding': header })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers['content-type']).toBe('application/json; charset=utf-8')
    const bytes = packed.rawPayload
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(text.toString()).toBe(plain)
  })

  test('made once however many ask, and again only after a change', async () => {
    const stock = await stockOf()
    const ask = async (): Promise<unknown> => await server.get(`boxes/fetch?stockId=${stock.stockId}`)
    await server.get('stocks')
    let statements = 0
    const count = (): unknown => (statements += 1)
    server.platform.pool.on('acquire', count)
    try {
      await Promise.all(Array.from({ length: 50 }, ask))
      await ask()
      expect(statements).toBe(1)
      await claim(server, stock, 0)
      statements = 0
      await Promise.all([ask(), ask()])
      expect(statements).toBe(1)
    } finally {
      server.platform.pool.off('acquire', count)
    }
  })

  test('after the commit of a booking no list of before is given out, whoever asks meanwhile', async () => {
    const stock = await stockOf({ boxes: Array.from({ length: 40 }, () => ({ size: 3 })) })
    let asking = true
    const crowd = (async () => {
      // Kept answers need no I/O: without a turn of the loop the crowd would keep the bookings from running.
      for (; asking; await turn()) await Promise.all(Array.from({ length: 5 }, async () => await list(server, stock.stockId)))
    })()
    try {
      for (let index = 0; index < 40; index += 1) {
        await claim(server, stock, index)
        const { items } = await list(server, stock.stockId)
        expect(items.filter((item) => item.isOccupied)).toHaveLength(index + 1)
      }
    } finally {
      asking = false
      await crowd
    }
  })

  test('a booking in another process is seen within a second', async () => {
    const stock = await stockOf()
    const before = await list(server, stock.stockId)
    await list(other, stock.stockId)
    const began = performance.now()
    await claim(other, stock, 2)
    let seen: Awaited<ReturnType<typeof list>>
    do {
      await turn()
      seen = await list(server, stock.stockId)
    } while (seen.etag === before.etag && performance.now() - began < 3000)
    expect(performance.now() - began).toBeLessThan(1000)
    expect(seen.items.find((item) => item.unitNumber === 'YB003')?.isOccupied).toBe(true)
  })

  test('a released box is free again, in both processes', async () => {
    const stock = await stockOf()
    const holder = await claim(server, stock, 0)
    expect((await list(server, stock.stockId)).items[0]?.isOccupied).toBe(true)
    await server.platform.transact(async (tx) => await server.modules.catalog.releaseClaim(tx, holder, server.platform.clock.now()))
    expect((await list(server, stock.stockId)).items[0]?.isOccupied).toBe(false)
    await expect.poll(async () => (await list(other, stock.stockId)).items[0]?.isOccupied, { timeout: 1000 }).toBe(false)
  })

  test('a lock that moves leaves the visitors’ bytes alone and renews the list of staff', async () => {
    const stock = await stockOf()
    await list(server, stock.stockId)
    expect((await list(server, stock.stockId, 'super')).items[0]?.lockStatus).toBe('unavailable')
    await server.platform.db.insertInto('lock_state').values({ stock_id: stock.stockId, lock_id: '1:01:01', state: 'closed', since: server.platform.clock.now() }).execute()
    expect((await list(server, stock.stockId, 'super')).items[0]?.lockStatus).toBe('unavailable')
    const kept = server.platform.db.selectFrom('box').select('id').where('stock_id', '=', stock.stockId)
    // Behind the module's back: the visitors' list must not notice, because nothing of the catalogue has been said to change.
    await server.platform.db.updateTable('box').set({ description: 'changed behind the back', floor: 9 }).where('id', 'in', kept).execute()
    server.modules.catalog.heard?.({ id: 1, type: 'lock-changed', aggregate: `lock:${stock.stockId}:1:01:01`, stockId: stock.stockId, payload: {}, at: server.platform.clock.now() })
    expect((await list(server, stock.stockId, 'super')).items[0]).toMatchObject({ lockStatus: 'closed', floor: 9 })
    expect((await list(server, stock.stockId, 'manager')).items[0]?.lockStatus).toBe('closed')
    expect((await list(server, stock.stockId)).items[0]?.floor).toBe(1)
  })

  test('a VAT rate that begins at midnight of the stock changes the prices, with nothing else happening', async () => {
    const stock = await stockOf({
      boxes: [{ size: 5, ownRate: 10_000 }],
      stock: { vat: [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 19 }, { validFrom: Temporal.PlainDate.from('2027-01-01'), legalPercent: 21, individualPercent: 21 }] },
    })
    const at = async (instant: string): Promise<number | null | undefined> => {
      server.platform.clock.follow(Date.parse(instant) - Date.now())
      return (await list(server, stock.stockId)).items[0]?.grossRate
    }
    try {
      expect(await at('2026-12-31T22:59:00Z')).toBe(11_900)
      expect(await at('2026-12-31T23:00:30Z')).toBe(12_100)
      // And back, when the clock is moved back.
      expect(await at('2026-12-31T22:59:00Z')).toBe(11_900)
    } finally {
      server.platform.clock.follow(0)
    }
  })
})

test('asking wrongly', async () => {
  const none = await server.get('boxes/fetch')
  expect([none.statusCode, none.json()]).toMatchObject([400, { errors: [{ errorCode: 6003 }] }])
  for (const id of [newId(), 'x', "' or 1=1", '0']) {
    const unknown = await server.get(`boxes/fetch?stockId=${encodeURIComponent(id)}`)
    expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { errors: [{ errorCode: 6006 }] }])
  }
})

describe('the staff list with searches', () => {
  const search = async (stockId: string, query: string, as = 'super'): Promise<{ status: number; code?: number; body: { items: Item[]; total: number; page: number; pageSize: number } | Item[] }> => {
    const reply = await server.get(`boxes?method=all&stockId=${stockId}${query}`, as)
    const body: unknown = reply.json()
    if (reply.statusCode !== 200) return { status: reply.statusCode, code: (body as { errors: { errorCode: number }[] }).errors[0]!.errorCode, body: [] }
    return { status: 200, body: z.parse(listBoxes.answer, fromWire(listBoxes.answer, body)) as never }
  }
  const numbers = (body: Awaited<ReturnType<typeof search>>['body']): string[] => (Array.isArray(body) ? body : body.items).map((item) => item.unitNumber)

  test('an array without page, nine a page with it, the same filters in both', async () => {
    const stock = await stockOf({ boxes: Array.from({ length: 25 }, (_, index) => ({ unitNumber: `YA${String(index).padStart(3, '0')}`, size: index < 20 ? 3 : 6.5, lockId: `1:02:${String(index + 1).padStart(2, '0')}` })) })
    const all = await search(stock.stockId, '')
    expect(numbers(all.body)).toHaveLength(25)
    const third = await search(stock.stockId, '&page=3')
    expect(third.body).toMatchObject({ total: 25, page: 3, pageSize: 9 })
    expect(numbers(third.body)).toEqual(numbers(all.body).slice(18))
    expect((await search(stock.stockId, '&page=4')).body).toMatchObject({ items: [], total: 25 })
    expect(numbers((await search(stock.stockId, '&number=ya01')).body)).toHaveLength(10)
    expect((await search(stock.stockId, '&size=6,5&page=1')).body).toMatchObject({ total: 5 })
    expect(numbers((await search(stock.stockId, '&lock=02:07')).body)).toEqual(['YA006'])
    for (const nothing of ['&size=large', '&number=%25', '&number=_', "&number='", '&lock=\\']) expect(numbers((await search(stock.stockId, nothing)).body)).toEqual([])
    expect(await search(stock.stockId, '&page=0')).toMatchObject({ status: 400, code: 1005 })
  })

  test('only for who reads boxes of that stock', async () => {
    const stock = await stockOf()
    expect(await search(stock.stockId, '', 'admin')).toMatchObject({ status: 200 })
    expect(await search(stock.stockId, '', `admin@${stock.stockId}`)).toMatchObject({ status: 200 })
    expect(await search(stock.stockId, '', `admin@${newId()}`)).toMatchObject({ status: 404, code: 6006 })
    expect(await search(stock.stockId, '', 'manager')).toMatchObject({ status: 403, code: 9103 })
    expect(await search(stock.stockId, '', 'client')).toMatchObject({ status: 403, code: 9103 })
    expect(await search(stock.stockId, '', 'nobody')).toMatchObject({ status: 401, code: 9003 })
    expect(await search(newId(), '')).toMatchObject({ status: 404, code: 6006 })
    expect(await search('', '')).toMatchObject({ status: 400, code: 6003 })
  })
})

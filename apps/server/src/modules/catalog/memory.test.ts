import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openTwoCatalogs } from '../../testing/two-catalogs.ts'

const { server, other, stockOf, claim, list } = await openTwoCatalogs()

describe('the list as kept bytes', () => {
  test('the same list has one tag; who has it gets 304 and nothing else', async () => {
    const stock = await stockOf()
    const first = await list(server, stock.stockId)
    for (const tag of [first.etag, first.etag.replace('W/', ''), `"x", ${first.etag}`, '*']) {
      const again = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, {
        'if-none-match': tag,
      })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers.etag).toBe(first.etag)
    }
    const changed = await server.get(`boxes/fetch?stockId=${stock.stockId}`, undefined, {
      'if-none-match': 'W/"other"',
    })
    expect(changed.statusCode).toBe(200)
    // Another process has made the same list by itself: a client that changes servers keeps what it has.
    expect((await list(other, stock.stockId)).etag).toBe(first.etag)
  })

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['*', 'br'],
    [undefined, undefined],
  ])('Accept-Encoding %s → %s', async (header, encoding) => {
    const stock = await stockOf({ boxes: Array.from({ length: 20 }, () => ({ size: 3 })) })
    const plain = (await list(server, stock.stockId)).text
    const packed = await server.get(
      `boxes/fetch?stockId=${stock.stockId}`,
      undefined,
      header === undefined ? {} : { 'accept-encoding': header },
    )
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers['content-type']).toBe('application/json; charset=utf-8')
    const bytes = packed.rawPayload
    const text =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
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
      for (; asking; await turn())
        await Promise.all(Array.from({ length: 5 }, async () => await list(server, stock.stockId)))
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

  test('a booking in another process is seen here as soon as it says so: nothing else is looked for', async () => {
    const stock = await stockOf()
    const before = await list(server, stock.stockId)
    await list(other, stock.stockId)
    await claim(other, stock, 2)
    // Neither asks on its own what the other wrote (`isQuiet`), so seeing it at all is having been told.
    await expect
      .poll(async () => (await list(server, stock.stockId)).etag, { interval: 20 })
      .not.toBe(before.etag)
    const seen = await list(server, stock.stockId)
    expect(seen.items.find((item) => item.unitNumber === 'YB003')?.isOccupied).toBe(true)
  })

  test('a released box is free again, in both processes', async () => {
    const stock = await stockOf()
    const holder = await claim(server, stock, 0)
    expect((await list(server, stock.stockId)).items[0]?.isOccupied).toBe(true)
    await server.platform.transact(
      async (tx) => await server.modules.catalog.releaseClaim(tx, holder, server.platform.clock.now()),
    )
    expect((await list(server, stock.stockId)).items[0]?.isOccupied).toBe(false)
    await expect.poll(async () => (await list(other, stock.stockId)).items[0]?.isOccupied).toBe(false)
  })

  test('a lock that moves leaves the visitors’ bytes alone and renews the list of staff', async () => {
    const stock = await stockOf()
    await list(server, stock.stockId)
    expect((await list(server, stock.stockId, 'super')).items[0]?.lockStatus).toBe('unavailable')
    await server.platform.db
      .insertInto('lock_state')
      .values({
        stock_id: stock.stockId,
        lock_id: '1:01:01',
        state: 'closed',
        since: server.platform.clock.now(),
      })
      .execute()
    expect((await list(server, stock.stockId, 'super')).items[0]?.lockStatus).toBe('unavailable')
    const kept = server.platform.db.selectFrom('box').select('id').where('stock_id', '=', stock.stockId)
    // Behind the module's back: the visitors' list must not notice, because nothing of the catalogue has been said to change.
    await server.platform.db
      .updateTable('box')
      .set({ description: 'changed behind the back', floor: 9 })
      .where('id', 'in', kept)
      .execute()
    server.modules.catalog.heard?.({
      id: 1,
      type: 'lock-changed',
      aggregate: `lock:${stock.stockId}:1:01:01`,
      stockId: stock.stockId,
      payload: {},
      at: server.platform.clock.now(),
    })
    expect((await list(server, stock.stockId, 'super')).items[0]).toMatchObject({
      lockStatus: 'closed',
      floor: 9,
    })
    expect((await list(server, stock.stockId, 'manager')).items[0]?.lockStatus).toBe('closed')
    expect((await list(server, stock.stockId)).items[0]?.floor).toBe(1)
  })

  test('a VAT rate that begins at midnight of the stock changes the prices, with nothing else happening', async () => {
    const stock = await stockOf({
      boxes: [{ size: 5, ownRate: 10_000 }],
      stock: {
        vat: [
          { validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 19, individualPercent: 19 },
          { validFrom: Temporal.PlainDate.from('2027-01-01'), legalPercent: 21, individualPercent: 21 },
        ],
      },
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

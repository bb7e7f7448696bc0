import { beforeEach, describe, expect, test } from 'vitest'
import type { Currency } from '@stowage/domain/money'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'
import type { SmallStock } from '../../testing/small-stock.ts'
import type { NewBox, NewCategory, NewStock } from './index.ts'

const { server, smallStock } = await openEmptyCatalog()
const system = { actorId: null }

beforeEach(async () => {
  await server.platform.db
    .updateTable('box')
    .set({ category_id: null, deleted_at: server.platform.clock.now() })
    .execute()
  await server.platform.db.deleteFrom('box_category').execute()
})

const stockOf = async (boxes: readonly NewBox[] = [], stock: Partial<NewStock> = {}): Promise<SmallStock> =>
  await smallStock({ boxes, stock })
const add = async (
  stockId: string,
  boxes: readonly NewBox[],
): Promise<readonly { id: string; unitNumber: string }[]> =>
  await server.platform.transact(
    async (tx) => await server.modules.catalog.createBoxes(tx, system, stockId, boxes),
  )
const category = async (
  given: Partial<NewCategory> & { alias: string; minSize: number; maxSize: number },
): Promise<string> =>
  await server.platform.transact(
    async (tx) =>
      await server.modules.catalog.createCategory(tx, system, {
        name: given.alias,
        description: '',
        ...given,
      }),
  )

async function boxesOf(
  stockId: string,
): Promise<{ unitNumber: string; category: string | null; monthRate: number | null }[]> {
  return await server.platform.db
    .selectFrom('box')
    .leftJoin('box_category', 'box_category.id', 'box.category_id')
    .select(['unit_number as unitNumber', 'box_category.alias as category', 'month_rate as monthRate'])
    .where('stock_id', '=', stockId)
    .orderBy('unit_number')
    .execute()
}

describe('the category of a box', () => {
  test('min ≤ size ≤ max, the narrower range first, then the older; none: no price, listed all the same', async () => {
    await category({ alias: 'wide', minSize: 1, maxSize: 30, prices: { EUR: 1000 } })
    await category({ alias: 'older', minSize: 5, maxSize: 10, prices: { EUR: 2000 } })
    await category({ alias: 'younger', minSize: 6, maxSize: 11, prices: { EUR: 3000 } })
    const { stockId } = await stockOf([
      { unitNumber: 'A', size: 5 },
      { unitNumber: 'B', size: 10 },
      { unitNumber: 'C', size: 10.5 },
      { unitNumber: 'D', size: 30 },
      { unitNumber: 'E', size: 30.5 },
    ])
    expect(await boxesOf(stockId)).toEqual([
      { unitNumber: 'A', category: 'older', monthRate: 10_000 },
      { unitNumber: 'B', category: 'older', monthRate: 20_000 },
      { unitNumber: 'C', category: 'younger', monthRate: 31_500 },
      { unitNumber: 'D', category: 'wide', monthRate: 30_000 },
      { unitNumber: 'E', category: null, monthRate: null },
    ])
    const listed = (await server.get(`boxes/fetch?stockId=${stockId}`)).json<
      { UnitNumber: string; MonthRate: number | null }[]
    >()
    expect(listed.at(-1)).toMatchObject({ UnitNumber: 'E', MonthRate: null })
  })

  test('the month rate is rounded to the minor unit, halves up', async () => {
    await category({ alias: 'all', minSize: 1, maxSize: 92, prices: { EUR: 1999 } })
    const { stockId } = await stockOf([
      { unitNumber: 'A', size: 1.5 },
      { unitNumber: 'B', size: 2.5 },
      { unitNumber: 'C', size: 3 },
    ])
    // 2998.5 → 2999; 4997.5 → 4998 (a float would say 4997.5 too, an even rule 4998 and 2998).
    expect((await boxesOf(stockId)).map((box) => box.monthRate)).toEqual([2999, 4998, 5997])
  })

  test('a category made later brings boxes their price at once, except those with a rate of their own', async () => {
    const { stockId } = await stockOf([
      { unitNumber: 'A', size: 4 },
      { unitNumber: 'B', size: 4, ownRate: 777 },
    ])
    expect((await boxesOf(stockId)).map((box) => box.monthRate)).toEqual([null, 777])
    const before = (await server.get(`boxes/fetch?stockId=${stockId}`)).headers.etag
    await category({ alias: 'four', minSize: 4, maxSize: 4, prices: { EUR: 1001 } })
    expect(await boxesOf(stockId)).toEqual([
      { unitNumber: 'A', category: 'four', monthRate: 4004 },
      { unitNumber: 'B', category: 'four', monthRate: 777 },
    ])
    expect((await server.get(`boxes/fetch?stockId=${stockId}`)).headers.etag).not.toBe(before)
  })

  test('each stock is priced in its own currency; the base price stands in, to be confirmed', async () => {
    const euros = await stockOf([{ size: 2 }])
    const roubles = await stockOf([{ size: 2 }], { currency: 'RUB', timeZone: 'Europe/Moscow' })
    await category({ alias: 'both', minSize: 1, maxSize: 5, basePrice: 500, prices: { RUB: 90_000 } })
    const zlotys = await stockOf([{ size: 2 }], { currency: 'PLN', timeZone: 'Europe/Warsaw' })
    const rates = [
      await boxesOf(euros.stockId),
      await boxesOf(roubles.stockId),
      await boxesOf(zlotys.stockId),
    ].map(([box]) => box?.monthRate)
    expect(rates).toEqual([1000, 180_000, 1000])
    const [listed] = (await server.get('boxcategories')).json<
      {
        alias: string
        pricePerMeterQuadratic: number
        prices: { currency: Currency; pricePerMeterQuadratic: number; confirmed: boolean }[]
      }[]
    >()
    expect(listed).toMatchObject({ alias: 'both', pricePerMeterQuadratic: 500 })
    expect(listed?.prices).toEqual(
      expect.arrayContaining([
        { currency: 'RUB', pricePerMeterQuadratic: 90_000, confirmed: true },
        { currency: 'PLN', pricePerMeterQuadratic: 500, confirmed: false },
      ]),
    )
  })

  test('regrouping follows a changed price list, says so once per stock, and is idle the second time', async () => {
    const id = await category({ alias: 'all', minSize: 1, maxSize: 20, prices: { EUR: 1000 } })
    const { stockId } = await stockOf(Array.from({ length: 30 }, (_, index) => ({ size: 1 + index / 2 })))
    await server.platform.db
      .updateTable('category_price')
      .set({ price_per_m2: 1100 })
      .where('category_id', '=', id)
      .execute()
    const regroup = async (): Promise<number> =>
      await server.platform.transact(async (tx) => await server.modules.catalog.regroupBoxes(tx, system))
    const lastEvent = async (): Promise<number> =>
      (
        await server.platform.db
          .selectFrom('event')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id
    const since = await lastEvent()
    expect(await regroup()).toBe(30)
    expect(
      await server.platform.db
        .selectFrom('event')
        .select(['type', 'stock_id'])
        .where('id', '>', since)
        .orderBy('id')
        .execute(),
    ).toEqual([
      { type: 'stock-changed', stock_id: stockId },
      { type: 'categories-changed', stock_id: null },
    ])
    expect(await regroup()).toBe(0)
    expect(await boxesOf(stockId)).toContainEqual(expect.objectContaining({ monthRate: 1100 }))
    // Which ones, and what they cost before: by size, because all of one size in a stock change together.
    const { before, after } = await server.platform.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'boxes-regrouped')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { code } = await server.platform.db
      .selectFrom('stock')
      .select('code')
      .where('id', '=', stockId)
      .executeTakeFirstOrThrow()
    const name = `${code} 1.5`
    expect(before).toMatchObject({ boxes: { [name]: { category: 'all', monthRate: 1500 } } })
    expect(after).toMatchObject({
      count: 30,
      boxes: { [name]: { category: 'all', monthRate: 1650, count: 1 } },
    })
  })

  test('a box made while a category is being made has its price, whoever is first', async () => {
    const { stockId } = await stockOf([])
    await Promise.all([
      add(stockId, [{ unitNumber: 'A', size: 3 }]),
      category({ alias: 'three', minSize: 3, maxSize: 3, prices: { EUR: 1000 } }),
      add(stockId, [{ unitNumber: 'B', size: 3 }]),
    ])
    expect((await boxesOf(stockId)).map((box) => box.monthRate)).toEqual([3000, 3000])
  })

  test.each([
    [{ alias: 'x', minSize: 5, maxSize: 4 }, 'maxSize'],
    [{ alias: 'x', minSize: 1, maxSize: 4, prices: { EUR: -1 } }, 'pricePerMeterQuadratic'],
    [{ alias: 'x', minSize: 1, maxSize: 4, prices: { EUR: 1.5 } }, 'pricePerMeterQuadratic'],
  ])('refused: %j', async (given, field) => {
    await expect(category(given)).rejects.toMatchObject({ code: 1005, field })
  })

  test('two categories do not share an alias', async () => {
    await category({ alias: 'same', minSize: 1, maxSize: 2 })
    await expect(category({ alias: 'same', minSize: 3, maxSize: 4 })).rejects.toMatchObject({
      code: 9000,
      field: 'alias',
    })
  })
})

describe('making boxes', () => {
  test('without a number: the next free one; the floor from the number', async () => {
    const { stockId } = await stockOf([{ unitNumber: '007', size: 2 }])
    const made = await add(stockId, [
      { size: 2 },
      { unitNumber: 'YB1', size: 2 },
      { unitNumber: null, size: 3 },
      { unitNumber: 'cellar', size: 2, floor: -1 },
    ])
    expect(made.map((box) => box.unitNumber)).toEqual(['008', 'YB1', '009', 'cellar'])
    const floors = await server.platform.db
      .selectFrom('box')
      .select(['unit_number', 'floor'])
      .where(
        'id',
        'in',
        made.map((box) => box.id),
      )
      .orderBy('unit_number')
      .execute()
    expect(floors.map((box) => box.floor)).toEqual([null, null, 2, -1])
  })

  test('two at once do not get one number', async () => {
    const { stockId } = await stockOf([])
    const made = await Promise.all(Array.from({ length: 8 }, async () => await add(stockId, [{ size: 2 }])))
    expect(new Set(made.flat().map((box) => box.unitNumber)).size).toBe(8)
  })

  test.each([
    ['too small', { size: 0.5 }, 1005, 'size'],
    ['too large', { size: 92.5 }, 1005, 'size'],
    ['not a half', { size: 2.25 }, 1005, 'size'],
    ['no number', { size: Number.NaN }, 1005, 'size'],
    ['number in use', { size: 2, unitNumber: 'A1' }, 9000, 'UnitNumber'],
    ['lock of a box', { size: 2, lockId: '1:01:01' }, 6011, 'lockId'],
    ['lock of a door', { size: 2, lockId: '1:01:90' }, 6011, 'lockId'],
    ['broadcast address', { size: 2, lockId: '1:00:01' }, 6013, 'lockId'],
    ['no lock at all', { size: 2, lockId: '1:1:1' }, 1005, 'lockId'],
  ])('refused: %s', async (_name, box, code, field) => {
    const { stockId } = await stockOf([{ unitNumber: 'A1', size: 2, lockId: '1:01:01' }])
    await expect(add(stockId, [box])).rejects.toMatchObject({ code, field })
    expect(await boxesOf(stockId)).toHaveLength(1)
  })

  test('one bad box among many is named, and none is made', async () => {
    const { stockId } = await stockOf([])
    await expect(
      add(stockId, [{ size: 2 }, { size: 2, unitNumber: 'X' }, { size: 2, unitNumber: 'X' }]),
    ).rejects.toMatchObject({ code: 9000, field: 'boxes.2.UnitNumber' })
    expect(await boxesOf(stockId)).toEqual([])
  })

  test('an unknown stock is 6006', async () => {
    await expect(add(newId(), [{ size: 2 }])).rejects.toMatchObject({ code: 6006 })
  })

  test('sizes from outside are what they are', async () => {
    const { stockId } = await stockOf([{ size: 0.7 }, { size: 120.3 }], { isExternal: true })
    expect(await boxesOf(stockId)).toHaveLength(2)
  })

  test('600 boxes at once, with an audit record of it', async () => {
    const { stockId, boxes } = await stockOf(
      Array.from({ length: 600 }, (_, index) => ({ unitNumber: `YA${index}`, size: 1 + (index % 40) / 2 })),
    )
    expect(new Set(boxes.map((box) => box.id)).size).toBe(600)
    const records = await server.platform.db
      .selectFrom('audit')
      .select(['action', 'subject_type'])
      .where('stock_id', '=', stockId)
      .orderBy('id')
      .execute()
    expect(records).toEqual([
      { action: 'stock-created', subject_type: 'stock' },
      { action: 'boxes-created', subject_type: 'stock' },
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { listBoxes } from '@stowage/api/catalog'
import type { BoxListItem } from '@stowage/api/entities/catalog'
import { fromWire } from '@stowage/api/wire'
import * as z from 'zod/mini'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'

type Item = z.output<typeof BoxListItem>

const { server, smallStock: stockOf } = await openEmptyCatalog()

describe('the staff list with searches', () => {
  const search = async (
    stockId: string,
    query: string,
    as = 'super',
  ): Promise<{
    status: number
    code?: number
    body: { items: Item[]; total: number; page: number; pageSize: number } | Item[]
  }> => {
    const reply = await server.get(`boxes?method=all&stockId=${stockId}${query}`, as)
    const body: unknown = reply.json()
    if (reply.statusCode !== 200)
      return {
        status: reply.statusCode,
        code: (body as { errors: { errorCode: number }[] }).errors[0]!.errorCode,
        body: [],
      }
    return { status: 200, body: z.parse(listBoxes.answer, fromWire(listBoxes.answer, body)) as never }
  }
  const numbers = (body: Awaited<ReturnType<typeof search>>['body']): string[] =>
    (Array.isArray(body) ? body : body.items).map((item) => item.unitNumber)

  test('an array without page, nine a page with it, the same filters in both', async () => {
    const stock = await stockOf({
      boxes: Array.from({ length: 25 }, (_, index) => ({
        unitNumber: `YA${String(index).padStart(3, '0')}`,
        size: index < 20 ? 3 : 6.5,
        lockId: `1:02:${String(index + 1).padStart(2, '0')}`,
      })),
    })
    const all = await search(stock.stockId, '')
    expect(numbers(all.body)).toHaveLength(25)
    const third = await search(stock.stockId, '&page=3')
    expect(third.body).toMatchObject({ total: 25, page: 3, pageSize: 9 })
    expect(numbers(third.body)).toEqual(numbers(all.body).slice(18))
    expect((await search(stock.stockId, '&page=4')).body).toMatchObject({ items: [], total: 25 })
    expect(numbers((await search(stock.stockId, '&number=ya01')).body)).toHaveLength(10)
    expect((await search(stock.stockId, '&size=6,5&page=1')).body).toMatchObject({ total: 5 })
    expect(numbers((await search(stock.stockId, '&lock=02:07')).body)).toEqual(['YA006'])
    for (const nothing of ['&size=large', '&number=%25', '&number=_', "&number='", '&lock=\\'])
      expect(numbers((await search(stock.stockId, nothing)).body)).toEqual([])
    expect(await search(stock.stockId, '&page=0')).toMatchObject({ status: 400, code: 1005 })
  })

  test('each box has the names that the specification gives a box, its number in the source too', async () => {
    const { stockId, boxes } = await stockOf({
      stock: { isExternal: true },
      boxes: [{ unitNumber: 'E7', size: 3.7 }],
    })
    const rows = async () =>
      (await server.get(`boxes?method=all&stockId=${stockId}`, 'super')).json<Record<string, unknown>[]>()
    const id = boxes[0]!.id
    expect(await rows()).toMatchObject([
      {
        _id: id,
        UnitID: id,
        UnitNumber: 'E7',
        number: 'E7',
        size: 3.7,
        PhysicalSize: 3.7,
        isExternal: true,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ])
    await server.platform.db.updateTable('box').set({ external_id: 'U-7' }).where('id', '=', id).execute()
    expect(await rows()).toMatchObject([{ _id: id, UnitID: 'U-7' }])
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

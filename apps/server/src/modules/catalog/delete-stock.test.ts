import { listStocks } from '@stowage/api/catalog'
import { deleteStock, getStock } from '@stowage/api/stocks'
import { newId } from '../../platform/ids.ts'
import { createTenant } from '../../testing/small-stock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { describe, expect, test } from 'vitest'
import { openStockDesk } from '../../testing/stock-desk.ts'

const { server, sofia, smallStock, rent, actsOn, settings } = await openStockDesk()

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
    ['contract', 5000, 'This warehouse cannot be deleted yet: 1 contract is still open'],
    ['reservation', 9110, '1 reservation is still live'],
  ] as const)('is refused while there is a %s', async (kind, code, sentence) => {
    const { stockId, boxes } = await smallStock()
    await rent(stockId, boxes[1]!.id, kind)
    const refused = await sofia().call(deleteStock, { params: { id: stockId } })
    expect(refused).toMatchObject({ status: 409, code })
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
    expect(await deleting).toMatchObject({ status: 409, code: 5000 })
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

async function claim(
  tx: Tx,
  held: { stockId: string; boxId: string; accountId: string; kind: 'contract' | 'reservation' },
): Promise<void> {
  await server.modules.catalog.lockBox(tx, held.boxId)
  const takenAt = server.platform.clock.now()
  await server.modules.catalog.claimBox(tx, { ...held, holderId: newId(), takenAt, lapsesAt: null })
}

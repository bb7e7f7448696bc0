import { createSeller, updateStock } from '@stowage/api/stocks'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openCatalogDesk } from '../../testing/catalog-desk.ts'
import { createTenant } from '../../testing/small-stock.ts'

const { server, smallStock } = await openCatalogDesk()

/** A box that is taken, and the moment at which that counts. */
async function booking(stockId: string, boxId: string) {
  const { catalog } = server.modules
  const accountId = await createTenant(server.platform)
  const claimed = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const done = server.platform.transact(async (tx) => {
    await catalog.lockBox(tx, boxId)
    const takenAt = server.platform.clock.now()
    const holder = { holderId: newId(), accountId, takenAt, lapsesAt: null }
    await catalog.claimBox(tx, { stockId, boxId, kind: 'contract', ...holder })
    claimed.resolve()
    await mayCommit.promise
  })
  await claimed.promise
  return { done, commit: () => mayCommit.resolve() }
}

test.each(['currency', 'sellerId', 'isExternal'])(
  'a booking under way stands in the way of another %s',
  async (field) => {
    const { stockId, boxes } = await smallStock({ boxes: [{ unitNumber: 'YA001', size: 2 }] })
    const sofia = server.person('super')
    const about = { name: 'B', address: 'B 1', country: 'DE', email: 'b@stowage.example', phone: '+49 1' }
    const { body: other } = await sofia.call(createSeller, { body: about })
    const { done, commit } = await booking(stockId, boxes[0]!.id)
    const changing = sofia.send('PUT', updateStock.path.replace('{id}', stockId), {
      [field]: { currency: 'USD', sellerId: other.id, isExternal: true }[field],
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    commit()
    await done
    const refused = await changing
    expect([refused.status, refused.code, refused.errors[0]?.field]).toEqual([409, 9115, field])
  },
)

test.each([
  [{}, { insuranceMonthlyAmount: 0, insuranceCoverageAmount: 0 }],
  [{ insuranceMonthlyAmount: 900 }, { insuranceMonthlyAmount: 900, insuranceCoverageAmount: 0 }],
  [{ insuranceCoverageAmount: 90_000 }, { insuranceMonthlyAmount: 0, insuranceCoverageAmount: 90_000 }],
])('amounts of the old currency are none of the new one, sent with it: %j', async (sent, expected) => {
  const { stockId } = await smallStock({
    stock: { insuranceMonthlyAmount: 500, insuranceCoverageAmount: 50_000 },
  })
  const url = updateStock.path.replace('{id}', stockId)
  expect(await server.person('super').send('PUT', url, { currency: 'RUB', ...sent })).toMatchObject({
    status: 200,
    body: expected,
  })
})

import { listStocks } from '@stowage/api/catalog'
import { listDemand } from '@stowage/api/support'
import { afterAll, expect, test } from 'vitest'
import { openExternalStock } from './external-stock.fixture.ts'

const { people, stockId, read, close } = await openExternalStock('2026-11-26T10:00:00Z')
afterAll(close)

test('what is let, held or closed over there is offered to nobody: not as a free box of the stock, not to who waits', async () => {
  await read()
  const stock = (await people.visitor.call(listStocks)).body.find(({ id }) => id === stockId)
  const offers = stock?.offers ?? []
  expect(offers.reduce((sum, { total }) => sum + total, 0)).toBe(4)
  const offered = offers.filter(({ free, priceFrom }) => free > 0 || priceFrom !== null)
  expect(offered).toMatchObject([{ free: 1, priceFrom: expect.any(Number) }])
  const body = { name: 'Wera Wartet', email: 'wera@tenants.example', privacy: true, stock: stockId }
  expect((await people.visitor.send('POST', 'availability-requests', body)).status).toBe(200)
  expect((await people.sofia.call(listDemand)).body).toMatchObject([
    { stock: { id: stockId }, waiting: 1, free: 1 },
  ])
})

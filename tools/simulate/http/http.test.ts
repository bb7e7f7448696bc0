import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { simulateHttp } from './run.ts'

// A short one of `npm run simulate -- --http`: the product over a network, its processes killed on the way.
test('60 days of 7 tenants over HTTP, killed twice, and every invariant holds after each day', async () => {
  const { done, fault } = await simulateHttp(
    'http-1',
    { days: 60, tenants: 7, kills: 2 },
    await createTestDatabase(),
  )
  expect(fault).toBeNull()
  for (const what of ['book', 'mark as paid', 'pay by card', 'close'])
    expect(done[what] ?? 0, what).toBeGreaterThan(0)
}, 300_000)

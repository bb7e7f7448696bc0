import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { simulateHttp } from './run.ts'

// Two short ones of `npm run simulate -- --http`: the product over a network, its processes killed on the way.
test.each([
  ['http-1', 6],
  ['http-2', 8],
])(
  '%s: 60 days of %d tenants over HTTP, killed twice, and every invariant holds after each day',
  async (seed, tenants) => {
    const { done, fault } = await simulateHttp(
      seed,
      { days: 60, tenants, kills: 2 },
      await createTestDatabase(),
    )
    expect(fault).toBeNull()
    for (const what of ['book', 'mark as paid', 'pay by card', 'close'])
      expect(done[what] ?? 0, what).toBeGreaterThan(0)
  },
  300_000,
)

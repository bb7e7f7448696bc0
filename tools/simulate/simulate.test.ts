import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

// Short ones of the thousand of `npm run simulate`.
test.each(['seed-12', 'seed-39'])(
  '%s: tenants book, pay, extend, leave and are settled, and every invariant holds after each day',
  (seed) => {
    const { counts, fault } = simulate(seed, { days: 365, tenants: 40 })
    expect(fault).toBeNull()
    // What only some tariffs ask for is in the one or in the other.
    const { bound, firstMonthsLost, ...everywhere } = counts
    for (const [what, count] of Object.entries(everywhere)) expect(count, what).toBeGreaterThan(0)
    expect(bound + firstMonthsLost).toBeGreaterThan(0)
  },
)

test('the same seed goes the same way', () => {
  const short = { days: 90, tenants: 20 }
  expect(simulate('again', short)).toEqual(simulate('again', short))
  expect(simulate('again', short)).not.toEqual(simulate('another', short))
})

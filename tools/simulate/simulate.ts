import { chargeMonthEnd } from './bill.ts'
import { liveDay } from './behave.ts'
import { openHouse, type Counts } from './house.ts'
import { proveBook, proveParts, proveTenant } from './prove-day.ts'

export interface Simulated {
  readonly counts: Counts
  /** What does not hold, with the day and the tenant, so that the same seed goes to the same step again; null: everything held. */
  readonly fault: string | null
}

/** A stock, its tenants and their money over so many days by the rules of the domain alone, all invariants after each day. */
export function simulate(
  seed: string,
  { days, tenants }: { readonly days: number; readonly tenants: number },
): Simulated {
  const house = openHouse(seed, tenants)
  let step = ''
  try {
    for (let day = 1; day <= days; day += 1) {
      house.today = house.today.add({ days: 1 })
      const isMonthEnd = house.today.day === 1
      step = `day ${day} (${house.today.toString()})`
      if (isMonthEnd) chargeMonthEnd(house)
      for (const tenant of house.tenants) {
        step = `day ${day} (${house.today.toString()}), tenant ${tenant.id}`
        const isTouched = liveDay(house, tenant)
        if (isTouched || isMonthEnd) proveTenant(tenant)
      }
      proveBook(house)
    }
    step = 'the end'
    proveParts(house)
    for (const tenant of house.tenants) proveTenant(tenant)
    return { counts: house.counts, fault: null }
  } catch (error) {
    return {
      counts: house.counts,
      fault: `${step}: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

import type { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { isTariffRule } from '@stowage/domain/tariff'
import type { StoredTerms } from '../billing/index.ts'

/** The tariff that a contract was concluded on, as its page tells it; null without one. */
export function tariffOf({ tariff, discount }: StoredTerms): Answer<typeof getContract>['tariff'] {
  if (tariff === undefined || !isTariffRule(discount)) return null
  const { name, minStayMonths, noticeDays, earlyLeave } = tariff
  return {
    name: { ...name },
    minStayMonths,
    noticeDays,
    earlyLeave,
    steps: discount.steps.map(({ fromMonth, percent }) => ({ fromMonth, percent })),
  }
}

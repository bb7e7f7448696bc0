/** What the wizard offers to choose: months and invoicing period (decision 14, specification 4 and 5). Safe for the browser. */
import { limits } from './limits.ts'

/** 1 … min(11, the stock's maxContractDuration) months. */
export function durationChoices(maxContractDuration: number): number[] {
  const longest = Math.min(limits.booking.maxMonths, Math.floor(maxContractDuration))
  return Array.from({ length: Math.max(0, longest) }, (_, index) => index + limits.booking.minMonths)
}

/** Monthly, or the whole duration at once; the second only where the duration is above 1. */
export function periodChoices(durationMonths: number): number[] {
  return durationMonths > 1 ? [1, durationMonths] : [1]
}

export function isDurationOffered(months: number, maxContractDuration: number): boolean {
  return durationChoices(maxContractDuration).includes(months)
}

export function isPeriodOffered(periodMonths: number, durationMonths: number): boolean {
  return periodChoices(durationMonths).includes(periodMonths)
}

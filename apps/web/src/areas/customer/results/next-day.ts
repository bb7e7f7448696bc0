import { lastPaidDay, type Contract } from '../../../features/contracts/index.ts'

/**
 * The day that a payment brings nearer: the doors open, for a booking whose rental is still to begin; the last paid day,
 * once it runs or for a later invoice. Null where that day is past: old debt was paid, and nothing comes of it.
 * @param today in the stock's zone
 */
export function nextDay(
  contract: Pick<Contract, 'startDate' | 'paidUntil'>,
  { isBooking, today }: { readonly isBooking: boolean; readonly today: string },
): { readonly kind: 'access' | 'paidUntil'; readonly day: string } | null {
  if (isBooking && today <= contract.startDate) return { kind: 'access', day: contract.startDate }
  const until = lastPaidDay(contract)
  return until === null || until < today ? null : { kind: 'paidUntil', day: until }
}

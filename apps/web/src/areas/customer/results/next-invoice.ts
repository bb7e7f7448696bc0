import { limits } from '@stowage/domain/limits'
import type { Contract } from '../../../features/contracts/index.ts'
import { addDays } from '../../../ui/days.ts'

/**
 * The invoice after what is paid: issued 7 days ahead (decision 18); none when the term is paid to its end, and none of a
 * day that is past: that one has been sent.
 */
export function nextInvoice(
  {
    paidUntil,
    startDate,
    endDate,
    periodGross,
  }: Pick<Contract, 'paidUntil' | 'startDate' | 'endDate' | 'periodGross'>,
  today: string,
): {
  issued: string
  amount: number
} | null {
  if (paidUntil == null || paidUntil <= startDate || (endDate != null && paidUntil >= endDate)) return null
  const issued = addDays(paidUntil, -limits.invoice.issuedDaysAhead)
  return issued < today ? null : { issued, amount: periodGross }
}

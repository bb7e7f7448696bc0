import { limits } from '@stowage/domain/limits'
import type { Contract } from '../../../features/contracts/index.ts'
import { addDays } from '../../../ui/days.ts'

/** The invoice after what is paid: issued 7 days ahead (decision 18); none when the term is paid to its end. */
export function nextInvoice({
  paidUntil,
  startDate,
  endDate,
  periodGross,
}: Pick<Contract, 'paidUntil' | 'startDate' | 'endDate' | 'periodGross'>): {
  issued: string
  amount: number
} | null {
  if (paidUntil == null || paidUntil <= startDate || (endDate != null && paidUntil >= endDate)) return null
  return { issued: addDays(paidUntil, -limits.invoice.issuedDaysAhead), amount: periodGross }
}

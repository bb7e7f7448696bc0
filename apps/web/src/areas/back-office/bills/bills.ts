import type { Answer } from '@stowage/api/endpoint'
import { isDay } from '@stowage/api/fields'
import type { listMonthlyBills } from '@stowage/api/monthly-bills'
import { addMonths } from '../../../ui/index.ts'

export type Bill = Answer<typeof listMonthlyBills>[number]

/** What the address asks for; both or nothing. */
export interface WantedBills {
  readonly stockId: string
  /** YYYY-MM */
  readonly month: string
}

export const pageSize = 100

export function wantedBills(search: {
  readonly stockId?: string | undefined
  readonly month?: string | undefined
}): WantedBills | null {
  const { stockId = '', month = '' } = search
  return stockId !== '' && isDay(`${month}-01`) ? { stockId, month } : null
}

/** Bills are looked at when a month is over (specification 9). @param today YYYY-MM-DD */
export const previousMonth = (today: string): string => addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)

/** A page of what the call answered at once, as the tables take it. */
export function pageOf(bills: readonly Bill[], page: number) {
  return {
    items: bills.slice((page - 1) * pageSize, page * pageSize),
    total: bills.length,
    pageSize,
  }
}

/** What the documents come to, currency by currency: a credit note takes away (its amounts are below zero). */
export function sumsOf(
  bills: readonly Bill[],
): readonly { readonly amount: number; readonly currency: string }[] {
  const sums = new Map<string, number>()
  for (const { amount, currency, documentType } of bills)
    // A final statement sums up the others.
    if (documentType !== 'Statement') sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** The accountant's address stays on this device, for this person alone. */
const keyOf = (userId: string): string => `monthlyBillsEmail.${userId}`

export function rememberedEmail(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? ''
  } catch {
    return ''
  }
}

export function rememberEmail(userId: string, email: string): void {
  try {
    localStorage.setItem(keyOf(userId), email)
  } catch {
    // Without room it has to be typed again.
  }
}

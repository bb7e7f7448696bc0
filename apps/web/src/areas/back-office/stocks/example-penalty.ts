interface Fees {
  readonly invoiceNotPaidFeePercent: number
  readonly daysWithoutFee: number
  readonly penaltyCapPercent: number
}

/** What an invoice would cost that stays unpaid for so many days: each day after the free ones, up to the cap (decision 19). */
export function examplePenalty(fees: Fees, amount: number, daysLate: number): number {
  const days = Math.max(0, daysLate - fees.daysWithoutFee)
  const percent = Math.min(days * fees.invoiceNotPaidFeePercent, fees.penaltyCapPercent)
  return Number.isFinite(percent) ? Math.round((amount * percent) / 100) : 0
}

import { money, type Currency } from '@stowage/domain/money'
import { formatMoney } from '@stowage/texts/format.ts'
import { mailTexts } from '@stowage/texts/mail/index.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { accountForBooking } from '../accounts/index.ts'
import { keepAppeal } from './keep-appeal.ts'
import { lateBooking } from './late-payment-view.ts'

/**
 * Money that came after its booking had ended reaches staff where they answer everything else: somebody has paid and has no box.
 * In the tenant's language, as he will speak when they call him.
 */
export async function keepLatePayment(
  tx: Tx,
  late: {
    readonly contractId: string
    readonly accountId: string
    readonly stockId: string
    readonly paymentId: string
    readonly amount: number
    readonly kept: number
    readonly currency: Currency
  },
  at: Temporal.Instant,
): Promise<void> {
  const account = await accountForBooking(tx, late.accountId)
  const booking = await lateBooking(tx, late.contractId)
  if (!account || !booking) return
  const language = (['ru', 'en', 'de', 'pl'] as const).find((known) => known === account.language) ?? 'ru'
  const sum = (amount: number): string => formatMoney(money(amount, late.currency), language)
  await keepAppeal(tx, {
    accountId: account.id,
    name: account.displayName,
    email: account.email,
    phone: account.phone,
    type: 'message',
    message: mailTexts(language)('paymentCameTooLate.forStaff', {
      unit: booking.unitNumber,
      number: booking.contractNumber,
      amount: sum(late.amount),
      kept: sum(late.kept),
      isFree: booking.isFree ? 'yes' : 'no',
    }),
    details: { paymentId: late.paymentId },
    stockId: late.stockId,
    cityId: null,
    sizeGroup: null,
    language,
    at,
  })
}

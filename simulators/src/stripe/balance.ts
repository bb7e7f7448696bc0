import type { Books } from './books.ts'
import { newId } from './ids.ts'
import type { BalanceTransaction } from './records.ts'

/** What a dispute costs, in minor units. */
export const DISPUTE_FEE = 2000

/** Books money that reached or left the account. `fee` is kept by the service. */
export function bookBalance(
  books: Books,
  given: Pick<BalanceTransaction, 'amount' | 'currency' | 'type' | 'reporting_category' | 'source'> & {
    fee?: number
  },
): BalanceTransaction {
  const { fee = 0, ...rest } = given
  return books.balances.add({
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: books.seconds(),
    balance_type: 'payments',
    created: books.seconds(),
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: given.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: given.amount - fee,
    status: 'available',
    ...rest,
  })
}

/** 1.5 % and 25 minor units of a card or PayPal payment, 35 of a direct debit. */
export function chargeFee(amount: number, type: string): number {
  return type === 'sepa_debit' ? 35 : Math.round(amount * 0.015) + 25
}

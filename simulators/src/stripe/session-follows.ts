import { emit, type StripeAccount } from './account.ts'
import type { CheckoutSession, PaymentIntent } from './records.ts'

/** The session in which an intent is paid; undefined: none. */
export function sessionOf(account: StripeAccount, intentId: string): CheckoutSession | undefined {
  return account.books.sessions
    .all()
    .findLast((session) => session.payment_intent === intentId || session.setup_intent === intentId)
}

/** A debit begun in a session has been decided days later: the session tells it as well. */
export function sessionFollows(account: StripeAccount, intent: PaymentIntent): void {
  const session = sessionOf(account, intent.id)
  if (session?.status !== 'complete') return
  if (intent.status === 'succeeded') {
    session.payment_status = 'paid'
    emit(account, 'checkout.session.async_payment_succeeded', session)
  } else emit(account, 'checkout.session.async_payment_failed', session)
}

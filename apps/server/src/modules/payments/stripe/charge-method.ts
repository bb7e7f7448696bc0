import type { Stripe } from 'stripe'
import { ProcessorError, type PayOrder } from '../processor.ts'
import { call, find } from './connect-stripe.ts'
import { sdk } from './load-sdk.ts'
import { nameOf } from './page-fields.ts'
import { idOf } from './read-method.ts'
import { ours } from './read-payment.ts'

/**
 * Debits a saved method without its payer. A decline is no error here: Stripe has made a payment of it, under whose name the
 * reason stands. The key is the order's, so that it is one payment however often it is sent.
 * @returns Stripe's name of the payment
 * @throws ProcessorError `refused` before the bank was asked: the method is gone, or the request is wrong
 */
export async function chargeMethod(stripe: Stripe, methodId: string, order: PayOrder): Promise<string> {
  const method = await find(`GET payment_methods/${methodId}`, () => stripe.paymentMethods.retrieve(methodId))
  const customer = idOf(method?.customer)
  if (!method || customer === null)
    throw new ProcessorError('refused', `the method ${methodId} is not there any more`, {
      reason: 'invalid_account',
    })
  return await call('POST payment_intents', async () => {
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount: order.amount.amount,
          currency: order.amount.currency.toLowerCase(),
          customer,
          payment_method: methodId,
          allowed_payment_method_types: [method.type],
          off_session: true,
          confirm: true,
          // Nobody is sent there; but PayPal's kind of method is not confirmed without it.
          return_url: order.returnUrl,
          description: nameOf(order),
          metadata: { [ours.payment]: order.paymentId, [ours.account]: order.accountId },
        },
        { idempotencyKey: `${order.paymentId}:charge` },
      )
      return intent.id
    } catch (error) {
      const begun = error instanceof sdk().errors.StripeError ? error.payment_intent?.id : undefined
      if (error instanceof sdk().errors.StripeCardError && begun !== undefined) return begun
      throw error
    }
  })
}

import type { PaymentPurpose } from '@stowage/api/billing'
import type { activateSubscription as endpoint } from '@stowage/api/subscriptions'
import { money, type Currency } from '@stowage/domain/money'
import { subscriptionLife } from '@stowage/domain/subscription-life'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Payments } from '../payments/index.ts'
import { findDocument, unsettledPayment } from './billing-store.ts'
import { payable } from './document-view.ts'
import { subscriptionActivated } from './events.ts'
import { chosenMethod, receiptLines } from './pay-document.ts'
import {
  changeSubscription,
  insertSubscription,
  lockLiveSubscription,
  type SubscriptionRecord,
} from './subscription-store.ts'
import { activationFacts } from './subscription-view.ts'
import { tell } from './tell.ts'

/** A card is saved with a payment only: where nothing is owed, with the smallest one, which becomes the tenant's balance. */
export const SMALLEST = 100

/**
 * Switches automatic payments on, or gives them another card: a page that pays what the contract owes now and has the card
 * saved. They are on as soon as that payment has come and the processor keeps the card; not a moment earlier.
 */
export async function activateSubscription(
  platform: Platform,
  payments: Payments,
  call: Call<typeof endpoint, Actor>,
): Promise<{ paymentId: string; redirectionUrl: string }> {
  const { actor, params } = call
  const { db, clock } = platform
  const facts = await activationFacts(db, params.contractId)
  if (facts?.accountId !== actor.id) fail(9104)
  if (!facts.isRunning || facts.documentId === null) fail(9120, { params: { by: 'notRunning' } })
  const place = { stockId: facts.stockId, currency: facts.currency as Currency }
  if (payments.offers(place).length === 0) fail(9120, { params: { by: 'noCards' } })
  const method = chosenMethod(payments, call.body.method, facts)
  if (facts.isUnderWay) fail(9119)
  // Money that is there and not in the book yet would be asked for a second time.
  if (await unsettledPayment(db, facts.documentId)) fail(9204, { params: { by: 'arriving' } })
  const document = (await payable(db, facts.documentId, actor)) ?? fail(9104)
  await platform.transact(async (tx) => {
    await insertSubscription(tx, { ...facts, contractId: params.contractId }, clock.now())
    note(
      tx,
      clock,
      { ...authorOf(call), onBehalfOf: actor.id },
      {
        action: 'subscription-asked',
        subjectType: 'contract',
        subjectId: params.contractId,
        stockId: facts.stockId,
        after: { amount: facts.debt || SMALLEST, currency: facts.currency },
      },
    )
  })
  const amount = facts.debt > 0 ? facts.debt : SMALLEST
  const started = await payments.collect({
    reference: `document:${document.id}`,
    accountId: actor.id,
    stockId: facts.stockId,
    amount: money(amount, facts.currency as Currency),
    serviceName: `${document.contractNumber} · ${document.unitNumber}`,
    cart: document.paid === 0 && amount === document.gross ? receiptLines(document, call.language) : [],
    email: document.email,
    phone: document.phone,
    language: call.language,
    createdById: actor.id,
    savesMethod: true,
    ...(method === undefined ? {} : { method }),
    purpose: (facts.debt > 0 ? 'cardAndDebts' : 'card') satisfies PaymentPurpose,
    ...(document.contractStatus === 'pending' && document.holdUntil ? { expiresAt: document.holdUntil } : {}),
  })
  // A debit that was begun meanwhile, of whichever invoice: whoever begins one looks for this page, under the same lock.
  const isDebited = await platform.transact(async (tx) => {
    await lockLiveSubscription(tx, params.contractId)
    const isUnderWay = (await activationFacts(tx, params.contractId))?.isUnderWay === true
    if (isUnderWay) await payments.giveUp(tx, `document:${document.id}`)
    return isUnderWay
  })
  if (isDebited) fail(9119)
  return { paymentId: started.paymentId, redirectionUrl: started.redirectionUrl }
}

/**
 * The processor keeps a card: the subscription that asked for it is on with it, and the former card is forgotten. Where
 * nobody wants it any more (cancelled meanwhile), the card is forgotten at once.
 */
export async function takeMethod(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  saved: { readonly documentId: string; readonly methodId: string; readonly at: Temporal.Instant },
): Promise<void> {
  const document = await findDocument(tx, saved.documentId)
  const subscription = document && (await lockLiveSubscription(tx, document.contractId))
  await useMethod(tx, payments, subscription, saved)
}

/** A method is there for a locked subscription: it is on with it from now on. */
export async function useMethod(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  subscription: SubscriptionRecord | undefined,
  saved: { readonly methodId: string; readonly at: Temporal.Instant },
): Promise<void> {
  if (!subscription || !subscriptionLife.allows(subscription.status, 'methodSaved'))
    return await payments.forgetMethod(tx, saved.methodId)
  if (subscription.methodId === saved.methodId) return
  if (subscription.methodId !== null) await payments.forgetMethod(tx, subscription.methodId)
  await changeSubscription(tx, subscription.id, {
    status: subscriptionLife.step(subscription.status, 'methodSaved'),
    methodId: saved.methodId,
    reason: null,
    activatedAt: saved.at,
  })
  tell(tx, subscriptionActivated, subscription, saved.at, { isOther: subscription.status !== 'starting' })
}

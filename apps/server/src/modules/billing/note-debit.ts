import { collectionPlan } from '@stowage/domain/bank-debit'
import {
  afterDecline,
  debitMoment,
  declineClass,
  MONEY_RETURNED,
  type AfterDecline,
} from '@stowage/domain/debit'
import { debitLife, subscriptionLife } from '@stowage/domain/subscription-life'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Payments } from '../payments/index.ts'
import { findDocument, type DocumentRow } from './billing-store.ts'
import { endSubscription } from './cancel-subscription.ts'
import {
  changeDebit,
  debitOfPayment,
  dropDebits,
  insertDebit,
  lockDebit,
  type DebitRow,
} from './debit-store.ts'
import { debitDeclined } from './events.ts'
import {
  changeSubscription,
  lockSubscription,
  subscriptionsOfMethod,
  type SubscriptionRecord,
} from './subscription-store.ts'
import { tell } from './tell.ts'

/** What never reached the bank is tried again after this. */
const SOON = { hours: 1 }

/** A payment that has come in: where it was a debit, that one is done. */
export async function noteDebitPaid(tx: Tx, paymentId: string, at: Temporal.Instant): Promise<void> {
  const named = await debitOfPayment(tx, paymentId)
  if (!named) return
  await lockSubscription(tx, named.subscriptionId)
  const debit = await lockDebit(tx, named.id)
  if (!debit || !debitLife.allows(debit.status, 'paid')) return
  await changeDebit(tx, debit.id, {
    status: debitLife.step(debit.status, 'paid'),
    reason: null,
    decidedAt: at,
  })
  // Declined first and taken after all (late news): the next try is not needed.
  await dropDebits(tx, { documentId: debit.documentId }, at)
}

interface Refused {
  readonly paymentId: string
  readonly reason: string | null
  readonly at: Temporal.Instant
  /** It went through the seller's own bank. */
  readonly isBank: boolean
}

/**
 * A payment that has failed: where it was a debit, the table of declines says what follows, and the tenant is told. Only
 * one that is `charging` is decided, so that the same news twice is once.
 */
export async function noteDebitFailed(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  refused: Refused,
): Promise<void> {
  const { paymentId, reason, at } = refused
  const named = await debitOfPayment(tx, paymentId)
  if (!named) return
  const subscription = await lockSubscription(tx, named.subscriptionId)
  const found = await lockDebit(tx, named.id)
  const document = await findDocument(tx, named.documentId)
  if (!subscription || !document || !found || !debitLife.allows(found.status, 'declined')) return
  await changeDebit(tx, found.id, {
    status: debitLife.step(found.status, 'declined'),
    reason,
    decidedAt: at,
  })
  const { next, nextOn } = await follow(tx, payments, { subscription, document, found }, refused)
  const isBank = declineClass(reason) !== 'unreached'
  const isOpen = document.status === 'open' && subscription.status === 'active'
  // What never reached the bank is nobody's news while it is tried again.
  if ((!isBank && !(isOpen && next.kind === 'stop')) || document.status !== 'open') return
  tellDeclined(tx, document, found, { reason, nextOn, isSuspended: isOff(next), at })
}

/** Does what the table of declines says: another try, a pause until another method is given, the end. */
async function follow(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  of: {
    readonly subscription: SubscriptionRecord
    readonly document: DocumentRow
    readonly found: DebitRow
  },
  { reason, at, isBank }: Refused,
): Promise<{ next: AfterDecline; nextOn: Temporal.PlainDate | null }> {
  const { subscription, document, found } = of
  const isOpen = document.status === 'open' && subscription.status === 'active'
  const declines = found.declines + (declineClass(reason) === 'unreached' ? 0 : 1)
  const next = isOpen
    ? afterDecline(reason, { declines, unreached: found.try - declines })
    : ({ kind: 'stop' } as const)
  const { timeZone } = document.snapshot
  let nextOn: Temporal.PlainDate | null = null
  if (next.kind === 'retry') {
    const day = later(found.firstOn.add({ days: next.daysAfterFirst }), found.dueOn.add({ days: 1 }))
    const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
    const plan = isBank ? collectionPlan(day, today, timeZone) : { day, from: debitMoment(day, timeZone) }
    nextOn = plan.day
    await planNext(tx, found, { declines, dueOn: plan.day, dueAt: plan.from }, at)
  }
  if (next.kind === 'soon')
    await planNext(tx, found, { declines, dueOn: found.dueOn, dueAt: at.add(SOON) }, at)
  if (next.kind === 'suspend') await suspend(tx, subscription, next.reason, at)
  if (next.kind === 'cancel') await endSubscription(tx, payments, subscription, 'revoked', at)
  return { next, nextOn }
}

const isOff = ({ kind }: AfterDecline): boolean => kind === 'suspend' || kind === 'cancel'

/**
 * A debit whose money went back to the payer: its invoice is open again, and the tenant is told. Where he has called it back he
 * pays it himself: it is not debited again, since whoever has called his money back would call it back for ever. Where his bank
 * says why it could not pay after all, it is a decline that came late, and the table of declines says what follows.
 * @throws Error while the debit is not noted as paid: this news has overtaken the payment's own, and comes again
 */
export async function noteDebitReturned(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  of: Refused & { readonly documentId: string },
): Promise<void> {
  const { at } = of
  const named = await debitOfPayment(tx, of.paymentId)
  if (named?.documentId !== of.documentId) return
  const subscription = await lockSubscription(tx, named.subscriptionId)
  const debit = await lockDebit(tx, named.id)
  const document = await findDocument(tx, named.documentId)
  if (debit?.status === 'charging')
    throw new Error(`debit ${debit.id} went back and is not noted as paid yet`)
  if (!debit || !document || !debitLife.allows(debit.status, 'returned')) return
  const reason = of.reason ?? MONEY_RETURNED
  await changeDebit(tx, debit.id, {
    status: debitLife.step(debit.status, 'returned'),
    reason,
    decidedAt: at,
  })
  const isCalledBack = reason === MONEY_RETURNED
  const { next, nextOn } =
    isCalledBack || !subscription
      ? { next: { kind: 'stop' } as const, nextOn: null }
      : await follow(tx, payments, { subscription, document, found: debit }, { ...of, reason })
  const isSuspended = subscription?.status !== 'active' || isOff(next)
  tellDeclined(tx, document, debit, { reason, nextOn, isSuspended, at })
}

function tellDeclined(
  tx: Tx,
  document: DocumentRow,
  debit: DebitRow,
  said: {
    readonly reason: string | null
    readonly nextOn: Temporal.PlainDate | null
    readonly isSuspended: boolean
    readonly at: Temporal.Instant
  },
): void {
  const { reason, nextOn, isSuspended, at } = said
  tell(tx, debitDeclined, document, at, {
    documentId: document.id,
    debitId: debit.id,
    amount: debit.amount,
    currency: debit.currency,
    reason,
    nextOn: nextOn?.toString() ?? null,
    isSuspended,
  })
}

async function planNext(
  tx: Tx,
  before: DebitRow,
  next: Pick<DebitRow, 'declines' | 'dueOn' | 'dueAt'>,
  at: Temporal.Instant,
): Promise<void> {
  const { subscriptionId, documentId, amount, currency, firstOn } = before
  await insertDebit(
    tx,
    { id: newId(), subscriptionId, documentId, amount, currency, firstOn, try: before.try + 1, ...next },
    at,
  )
}

/** The processor can charge the saved method no more (its mandate has ended): nothing is debited until there is another. */
export async function noteMethodLost(tx: Tx, methodId: string, at: Temporal.Instant): Promise<void> {
  for (const id of await subscriptionsOfMethod(tx, methodId)) {
    const subscription = await lockSubscription(tx, id)
    if (subscription?.methodId === methodId && subscription.status === 'active')
      await suspend(tx, subscription, 'hard', at)
  }
}

/** The method is not charged again; it is kept to be shown until another takes its place. */
async function suspend(
  tx: Tx,
  subscription: SubscriptionRecord,
  reason: string,
  at: Temporal.Instant,
): Promise<void> {
  await dropDebits(tx, { subscriptionId: subscription.id }, at)
  await changeSubscription(tx, subscription.id, {
    status: subscriptionLife.step(subscription.status, 'suspended'),
    reason,
  })
}

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(one, other) < 0 ? other : one

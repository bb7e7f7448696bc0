import { money, type Currency } from '@stowage/domain/money'
import { on, onEach, type Told } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Pace } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { personErased } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import {
  disputeHandled,
  paymentDisputed,
  paymentReceived,
  paymentRefunded,
  type Payments,
} from '../payments/index.ts'
import { chargeMonthEnds, chargePenalty, pastDueOf } from './charge-penalties.ts'
import { findDocument } from './billing-store.ts'
import { documentCredited, documentDisputed, documentSettled, documentVoided } from './events.ts'
import { issueDueInvoices } from './issue-due-invoices.ts'
import { paperRoutes } from './paper-routes.ts'
import { recurring } from './recurring.ts'
import { releaseRents } from './release-rent.ts'
import { reversePayment } from './reverse-payment.ts'
import { riseRoutes } from './rise-routes.ts'
import { billingRoutes } from './routes.ts'
import { settlePayment, type ReceivedPayment } from './settle-payment.ts'
import { settleTogether } from './settle-together.ts'
import { paidBeforePenalties } from './penalty-store.ts'
import { tell } from './tell.ts'
import { takeBackPenalties } from './take-back-penalties.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { erasePapers, erasePastPapers } from './erase-papers.ts'

export {
  creditNoteIssued,
  debitAnnounced,
  debitDeclined,
  documentCredited,
  documentIssued,
  documentDisputed,
  documentPaymentReversed,
  documentSettled,
  documentVoided,
  externalDatesAsked,
  type ExternalDates,
  monthlyBillsAsked,
  NOTHING_TO_PAY,
  PAID_BY_CREDIT,
  PAID_FROM_BALANCE,
  firstPaidInPart,
  riseAnnounced,
  riseWithdrawn,
  penaltyIssued,
  statementIssued,
  subscriptionActivated,
  subscriptionCancelled,
  transferChosen,
  voidDocumentPaid,
} from './events.ts'
export { serveRise } from './serve-rise.ts'
export { endPlan, extendPlan } from './extend-plan.ts'
export { movePlan, previewMove } from './move-plan.ts'
export { moveFirstDue } from './plan-store.ts'
export { openPlan, voidPlan, type OpenedPlan } from './open-plan.ts'
export { undoTakenPlan } from './undo-taken-plan.ts'
export { takeOverPlan } from './take-over-plan.ts'
export { readTerms, storeTerms, type DocumentSnapshot, type NewPlan, type StoredTerms } from './plan.ts'
export { numbersOf } from './closing-store.ts'
export { isBillingStopped, previewClosing, settleContract, type ClosingWish } from './settle-contract.ts'
export { lateFacts, readLate, unchargedMonths, type LateFacts } from './late-invoice-view.ts'
export { findLedgerFaults } from './ledger-fault-view.ts'
export { findDeferralFaults } from './release-rent.ts'
export { readBalance } from './balance.ts'
export { autoPayments } from './subscription-view.ts'
export { bundleWithin } from './bundle-month.ts'
export { countOfMonth } from './month-view.ts'
export { nextBilledDay, termsByLaw, vatOfStock, type DatedVat } from './plan-view.ts'
export { lockUndecided } from './billing-store.ts'
export { daysOfPlan } from './begin-term-store.ts'
export { isDocumentPaid } from './settlement-store.ts'
export { renderDocumentPdf } from './send-invoice-pdf.ts'

export interface Billing extends Module {
  /** Where the number of a document that a payment is for stands in a payment's reference. */
  documentOf(reference: string): string | undefined
}

const documentOf = (reference: string): string | undefined =>
  reference.startsWith('document:') ? reference.slice('document:'.length) : undefined

const receivedOf = ({ payload, at }: Told<PaymentNews>): ReceivedPayment | undefined => {
  const documentId = documentOf(payload.reference)
  if (documentId === undefined) return undefined
  const amount = money(payload.amount, payload.currency as Currency)
  return { paymentId: payload.paymentId, documentId, amount, processor: payload.processor, at }
}
type PaymentNews = NonNullable<(typeof paymentReceived)['payload']>

const idsOf = (received: readonly ReceivedPayment[]): string[] => received.map(({ paymentId }) => paymentId)

/** The billing module of one server: documents, what settles them, and the book under both. */
export function createBilling(
  platform: Platform,
  modules: { payments: Payments; catalog: Catalog },
): Billing {
  const debits = recurring(platform, modules.payments, documentOf)
  return {
    documentOf,
    routes: [
      ...billingRoutes(platform, modules),
      ...paperRoutes(platform, modules.catalog),
      ...riseRoutes(platform),
      ...subscriptionRoutes(platform, modules.payments),
    ],
    handlers: [
      onEach(
        paymentReceived,
        'billing settles payments',
        async (tx, fact) => {
          const received = receivedOf(fact)
          if (received === undefined) return
          await settlePayment(tx, { ...received, noticedAt: platform.clock.now() })
          await takeBackPenalties(tx, received.paymentId, platform.clock.now())
        },
        async (tx, facts) => {
          const received = facts.flatMap((fact) => receivedOf(fact) ?? [])
          const left = new Set(await settleTogether(tx, received).then(idsOf))
          const late = await paidBeforePenalties(tx, idsOf(received))
          for (const paymentId of late)
            if (!left.has(paymentId)) await takeBackPenalties(tx, paymentId, platform.clock.now())
          return facts.filter(({ payload }) => left.has(payload.paymentId))
        },
      ),
      on(paymentRefunded, 'billing reverses payments', async (tx, { payload, at }) => {
        const documentId = documentOf(payload.reference)
        if (documentId === undefined) return
        await reversePayment(tx, {
          paymentId: payload.paymentId,
          documentId,
          processor: payload.processor,
          refunded: money(payload.refunded, payload.currency as Currency),
          isAll: payload.isAll,
          at,
        })
      }),
      ...[paymentDisputed, disputeHandled].map((type) =>
        on(type, `billing tells of ${type.type}`, async (tx, { payload, at }) => {
          const document = await findDocument(tx, documentOf(payload.reference) ?? '')
          if (document)
            tell(tx, documentDisputed, document, at, {
              documentId: document.id,
              paymentId: payload.paymentId,
            })
        }),
      ),
      onEach(
        documentSettled,
        'billing charges penalties',
        async (tx, { payload }) =>
          void (await chargePenalty(tx, payload.documentId, 'today', platform.clock.now())),
        async (tx, facts) => {
          const late = await pastDueOf(
            tx,
            facts.map(({ payload }) => payload.documentId),
            platform.clock.now(),
          )
          return facts.filter(({ payload }) => late.has(payload.documentId))
        },
      ),
      // What is not owed any more is not to be paid any more, on a page that is still open somewhere.
      on(
        documentVoided,
        'billing gives up payments',
        async (tx, { payload }) => await modules.payments.giveUp(tx, `document:${payload.documentId}`),
      ),
      on(
        documentCredited,
        'billing gives up payments of too much',
        async (tx, { payload }) => await modules.payments.giveUp(tx, `document:${payload.documentId}`),
      ),
      on(
        personErased,
        'billing erases what is not kept',
        async (tx, { payload }) => await erasePapers(tx, platform.clock.now(), payload.accountId),
      ),
      ...debits.handlers,
    ],
    jobs: [
      {
        name: 'release-rent',
        everySeconds: 600,
        run: async (stopping?: AbortSignal) => await releaseRents(platform, stopping),
      },
      {
        name: 'issue-due-invoices',
        everySeconds: 60,
        run: async (stopping?: AbortSignal, pace?: Pace) =>
          await issueDueInvoices(platform, undefined, stopping, pace),
      },
      {
        name: 'erase-past-papers',
        everySeconds: 3600,
        run: async (stopping?: AbortSignal) => await erasePastPapers(platform, stopping),
      },
      {
        name: 'charge-penalties',
        everySeconds: 60,
        run: async (stopping?: AbortSignal, pace?: Pace) => await chargeMonthEnds(platform, stopping, pace),
      },
      ...debits.jobs,
    ],
  }
}

import type { Currency } from '@stowage/domain/money'
import { on } from '../../platform/events/dispatcher.ts'
import { personErased } from '../accounts/index.ts'
import { erasePayer } from './erase-payer.ts'
import { machineNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { bankHandlers } from './bank/erase-bank-payer.ts'
import { bankJobs, bankRoutes } from './bank/routes.ts'
import { releaseDebits } from './bank-debits/decide-debit.ts'
import { eraseMandates } from './bank-debits/erase-mandates.ts'
import { bankDebitJobs, bankDebitRoutes } from './bank-debits/routes.ts'
import { offerMandate, signMandate } from './bank-debits/sign-mandate.ts'
import { charge, planCharge } from './charge-method.ts'
import { collectPayment } from './collect-payment.ts'
import { openDesk } from './desk.ts'
import { forgetOldMessages } from './message-store.ts'
import type { ClientOptions } from './paykeeper/client.ts'
import type { Payments } from './payments.ts'
import { expireAttempts, hasLiveAttempt, hasOpenPage } from './attempt-store.ts'
import { findPayment } from './payment-store.ts'
import { createPendingQuestions, createReconciliation } from './reconcile-payments.ts'
import { recordManual } from './record-manual.ts'
import { createInbox, replayMessage } from './process-messages.ts'
import { paymentQueue } from './queue-view.ts'
import { createRefundQuestions } from './refund-payment.ts'
import { refundRoutes } from './refund-routes.ts'
import { createRegistry } from './registry.ts'
import { mountProcessors } from './routes.ts'
import { forgetMethod } from './save-method.ts'
import { processorSettingsRoutes, processorsChanged } from './settings/index.ts'
import { paymentViewRoutes } from './views/routes.ts'

export {
  disputeHandled,
  methodLost,
  methodSaved,
  paymentDisputed,
  paymentFailed,
  paymentReceived,
  paymentRefunded,
  refundFailed,
} from './events.ts'
export type { CartLine, Collection, Payments, PaymentState } from './payments.ts'
export { isLiveAttempt } from './attempt-store.ts'
export { accountSealer } from './bank-debits/mandate-words.ts'
export { BANK_DEBIT } from './payment-store.ts'
export type { PayMethod } from './processor.ts'
export type { Place } from './registry.ts'

/** The payments module of one server: "collect this amount for this reference". */
export function createPayments(
  platform: Platform,
  options: { limits?: ClientOptions['limits'] } = {},
): Payments {
  const registry = createRegistry(platform, options)
  const desk = openDesk(platform, registry)
  const inbox = createInbox(desk)
  const isUnderWay: Payments['isUnderWay'] = (tx, references) =>
    hasLiveAttempt(tx, references, platform.clock.now())
  return {
    offers: (place) => registry.offers(place),
    collect: (collection) => collectPayment(desk, collection),
    async giveUp(tx, reference) {
      const at = platform.clock.now()
      await expireAttempts(tx, reference, at)
      await releaseDebits(tx, { reference }, at)
    },
    recordManual,
    planCharge: (tx, ...given) => planCharge(desk, tx, ...given),
    charge: (paymentId) => charge(desk, paymentId),
    forgetMethod: (tx, methodId) => forgetMethod(desk, tx, methodId),
    offerMandate,
    signMandate: (tx, ...given) => signMandate(desk, tx, ...given),
    isUnderWay,
    mayStillArrive: async (tx, references) =>
      (await isUnderWay(tx, references)) || (await hasOpenPage(tx, references, machineNow())),
    async state(paymentId) {
      const row = await findPayment(platform.db, paymentId)
      return (
        row && {
          id: row.id,
          reference: row.reference,
          accountId: row.accountId,
          status: row.status,
          amount: row.amount,
          failureReason: row.failureReason,
          processor: row.processor,
        }
      )
    },
    routes: [
      ...bankRoutes(platform),
      ...bankDebitRoutes(platform),
      ...refundRoutes(desk),
      ...processorSettingsRoutes(platform, { createProcessor: (setting) => registry.create(setting) }),
      ...paymentViewRoutes(platform, {
        methodsFor: (stockId, currency) => registry.offers({ stockId, currency: currency as Currency }),
        replay: (messageId) => replayMessage(desk, inbox, messageId),
      }),
    ],
    start: () => registry.reload(),
    queues: async () => [await paymentQueue(platform.db, machineNow())],
    heard(event) {
      if (event.type === processorsChanged.type)
        registry
          .reload()
          .catch((err: unknown) =>
            platform.log.error({ err }, 'the payment processors could not be read anew'),
          )
    },
    mount: (app) => mountProcessors(app, desk, inbox),
    idle: () => inbox.idle(),
    close: () => inbox.idle(),
    handlers: [
      ...bankHandlers,
      on(personErased, 'payments erase the payer', async (tx, { payload, at }) => {
        await eraseMandates(tx, payload.accountId, at)
        await erasePayer(tx, payload.accountId)
      }),
    ],
    jobs: [
      ...bankJobs(platform),
      ...bankDebitJobs(platform),
      {
        name: 'forget-old-payment-messages',
        everySeconds: 3600,
        run: async () => await forgetOldMessages(platform.db, machineNow()),
      },
      // A change is heard at once; this is for the one whose news, or whose reading, was lost.
      { name: 'read-payment-processors', everySeconds: 300, run: () => registry.reload() },
      { name: 'work-off-payment-messages', everySeconds: 10, run: () => inbox.workOff() },
      { name: 'ask-about-pending-payments', everySeconds: 30, run: createPendingQuestions(desk, inbox) },
      { name: 'ask-about-refunds', everySeconds: 30, run: createRefundQuestions(desk) },
      { name: 'reconcile-payments', everySeconds: 600, run: createReconciliation(desk) },
    ],
  }
}

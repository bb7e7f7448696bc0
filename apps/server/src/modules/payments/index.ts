import { machineNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { charge, planCharge } from './charge-method.ts'
import { collectPayment } from './collect-payment.ts'
import { openDesk } from './desk.ts'
import { forgetOldMessages } from './message-store.ts'
import { createPayKeeper, type ClientOptions } from './paykeeper/client.ts'
import type { Payments } from './payments.ts'
import { expireAttempts, findPayment, hasLiveAttempt, hasOpenPage } from './payment-store.ts'
import { createPendingQuestions, createReconciliation } from './reconcile-payments.ts'
import { recordManual } from './record-manual.ts'
import { mountPayKeeper } from './routes.ts'
import { forgetMethod } from './save-method.ts'

export { methodSaved, paymentFailed, paymentReceived, paymentRefunded } from './events.ts'
export type { CartLine, Collection, Payments, PaymentState } from './payments.ts'

/** How long an attempt counts as under way although nobody has seen a payment yet. */
const STARTED = { minutes: 30 }
/** How long money that has come in counts as under way: its event settles the document a moment later. */
const RECEIVED = { minutes: 5 }

/** The payments module of one server: "collect this amount for this reference". */
export function createPayments(
  platform: Platform,
  options: { limits?: ClientOptions['limits'] } = {},
): Payments {
  const cabinets = platform.config.payKeeper.map((cabinet) =>
    createPayKeeper(cabinet, {
      log: platform.log,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    }),
  )
  const desk = openDesk(platform, cabinets)
  const isUnderWay: Payments['isUnderWay'] = (tx, references) =>
    hasLiveAttempt(tx, references, {
      started: platform.clock.now().subtract(STARTED),
      received: platform.clock.now().subtract(RECEIVED),
    })
  return {
    collectsOnline: (currency) => cabinets.some(({ cabinet }) => cabinet.currency === currency),
    collect: (collection) => collectPayment(desk, collection),
    giveUp: (tx, reference) => expireAttempts(tx, reference, platform.clock.now()),
    recordManual,
    planCharge: (tx, ...given) => planCharge(desk, tx, ...given),
    charge: (paymentId) => charge(desk, paymentId),
    forgetMethod: (tx, methodId) => forgetMethod(desk, tx, methodId),
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
        }
      )
    },
    mount: (app) => mountPayKeeper(app, desk),
    jobs: [
      {
        name: 'forget-old-payment-messages',
        everySeconds: 3600,
        run: async () => await forgetOldMessages(platform.db, machineNow()),
      },
      ...(cabinets.length === 0
        ? []
        : [
            { name: 'ask-about-pending-payments', everySeconds: 30, run: createPendingQuestions(desk) },
            { name: 'reconcile-payments', everySeconds: 600, run: createReconciliation(desk) },
          ]),
    ],
  }
}

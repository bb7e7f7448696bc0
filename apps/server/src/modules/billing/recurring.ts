import { on, onMany, type Handler } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  BANK_DEBIT,
  methodLost,
  methodSaved,
  paymentFailed,
  paymentReceived,
  type Payments,
} from '../payments/index.ts'
import { takeMethod } from './activate-subscription.ts'
import { endWithContracts } from './cancel-subscription.ts'
import { createDebiting } from './debit-invoices.ts'
import { documentsToDebit, dropDebits, paymentsOfDebits } from './debit-store.ts'
import { documentPaymentReversed, documentSettled, documentVoided } from './events.ts'
import { noteDebitFailed, noteDebitPaid, noteDebitReturned, noteMethodLost } from './note-debit.ts'
import { planDebits } from './plan-debits.ts'

/** What automatic payments listen to and do by themselves. */
export function recurring(
  platform: Platform,
  payments: Payments,
  documentOf: (reference: string) => string | undefined,
): { readonly handlers: Handler[]; readonly jobs: NonNullable<Module['jobs']> } {
  return {
    handlers: [
      on(methodSaved, 'billing switches automatic payments on', async (tx, { payload, at }) => {
        const documentId = documentOf(payload.reference)
        if (documentId !== undefined)
          await takeMethod(tx, payments, { documentId, methodId: payload.methodId, at })
      }),
      on(
        methodLost,
        'billing suspends automatic payments',
        async (tx, { payload, at }) => await noteMethodLost(tx, payload.methodId, at),
      ),
      onMany(paymentReceived, 'billing notes debits', async (tx, facts) => {
        const ofDebits = await paymentsOfDebits(
          tx,
          facts.map(({ payload }) => payload.paymentId),
        )
        for (const { payload, at } of facts)
          if (ofDebits.has(payload.paymentId)) await noteDebitPaid(tx, payload.paymentId, at)
      }),
      on(
        paymentFailed,
        'billing notes declined debits',
        async (tx, { payload: { paymentId, reason, processor }, at }) =>
          await noteDebitFailed(tx, payments, { paymentId, reason, at, isBank: processor === BANK_DEBIT }),
      ),
      on(documentPaymentReversed, 'billing notes returned debits', async (tx, { payload, at }) => {
        const payment = await payments.state(payload.paymentId)
        const isBank = payment?.processor === BANK_DEBIT
        // Only a bank's own return says why; a charge-back is its holder's wish, whatever reason he gave.
        const reason = isBank ? (payment.failureReason ?? null) : null
        await noteDebitReturned(tx, payments, { ...payload, reason, at, isBank })
      }),
      onMany(documentSettled, 'billing drops debits of what is paid', async (tx, facts) => {
        const planned = await documentsToDebit(
          tx,
          facts.map(({ payload }) => payload.documentId),
        )
        for (const { payload, at } of facts)
          if (planned.has(payload.documentId)) await dropDebits(tx, { documentId: payload.documentId }, at)
      }),
      on(
        documentVoided,
        'billing drops debits of what is void',
        async (tx, { payload, at }) => await dropDebits(tx, payload, at),
      ),
    ],
    jobs: [
      {
        // Walks all subscriptions, and ten minutes are nothing to who is told two days ahead.
        name: 'plan-debits',
        everySeconds: 600,
        run: async () => {
          await endWithContracts(platform, payments)
          await planDebits(platform)
        },
      },
      { name: 'debit-invoices', everySeconds: 5, run: createDebiting(platform, payments) },
    ],
  }
}

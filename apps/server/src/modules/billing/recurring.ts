import { on, onMany, type Handler } from '../../platform/events/dispatcher.ts'
import type { Module } from '../../platform/module.ts'
import type { Pace } from '../../platform/pace/pacer.ts'
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
import { debitsMet, documentsToDebit, dropDebits } from './debit-store.ts'
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
        const { own, underWay } = await debitsMet(tx, {
          paymentIds: facts.map(({ payload }) => payload.paymentId),
          documentIds: facts.flatMap(({ payload }) => documentOf(payload.reference) ?? []),
        })
        for (const { payload, at } of facts) {
          if (own.has(payload.paymentId)) await noteDebitPaid(tx, payload.paymentId, at)
          // Other money for the same: what no bank has yet is not collected; what is left of it is, by a debit of its own.
          else if (underWay.has(documentOf(payload.reference) ?? ''))
            await payments.giveUp(tx, payload.reference)
        }
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
        for (const { payload, at } of facts) {
          if (!planned.has(payload.documentId)) continue
          await dropDebits(tx, { documentId: payload.documentId }, at)
          // Paid by the balance, or by what was too much for another: a debit that no bank has yet is not collected.
          await payments.giveUp(tx, `document:${payload.documentId}`)
        }
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
        name: 'end-subscriptions',
        everySeconds: 600,
        run: async (stopping?: AbortSignal) => await endWithContracts(platform, payments, stopping),
      },
      {
        name: 'plan-debits',
        everySeconds: 600,
        run: async (stopping?: AbortSignal, pace?: Pace) => await planDebits(platform, stopping, pace),
      },
      { name: 'debit-invoices', everySeconds: 5, run: createDebiting(platform, payments) },
    ],
  }
}

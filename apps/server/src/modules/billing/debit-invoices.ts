import { unpaidOf } from '@stowage/domain/debt'
import { money } from '@stowage/domain/money'
import { debitLife } from '@stowage/domain/subscription-life'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import { beginTurn, type JobTurn } from '../../platform/rows-of-job.ts'
import type { Payments } from '../payments/index.ts'
import { lockDocument, unsettledPayment } from './billing-store.ts'
import { changeDebit, dueDebits, lockDebit, type DebitRow, type DueDebit } from './debit-store.ts'
import { payableForDebit } from './document-view.ts'
import { receiptLines } from './pay-document.ts'
import { lockSubscription } from './subscription-store.ts'
import { isFormOpen } from './subscription-view.ts'

/** Each waits for the bank most of the time: so many at once bring ten thousand through in minutes. */
const AT_ONCE = 25
/** A server that goes down waits for its jobs: the rest is for the next turn. */
const TURN = { seconds: 5 }

/**
 * Makes the job that debits what is due. A try becomes a charge in one transaction and is sent behind it; whoever dies in
 * between leaves a charge that payments sends or asks about, never a second one. What waits (for money that is on its way by
 * another hand, for a page that is open) is passed by until all others have had their turn.
 */
export function createDebiting(platform: Platform, payments: Payments): () => Promise<void> {
  let behind: DueDebit | undefined
  return async () => {
    const until = machineNow().add(TURN)
    const isFromStart = behind === undefined
    const turn = await beginTurn(platform, 'debit-invoices', { atMost: AT_ONCE })
    do {
      const some = await dueDebits(platform.db, platform.clock.now(), {
        behind,
        limit: AT_ONCE,
        turn: turn.at,
      })
      behind = some.length < AT_ONCE ? undefined : some.at(-1)
      const ends = await Promise.allSettled(
        some.map(async (due) => await debitInvoice(platform, payments, { due, turn })),
      )
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    } while (behind !== undefined && Temporal.Instant.compare(machineNow(), until) < 0)
    if (isFromStart && behind === undefined) await turn.sawAll()
  }
}

/** One that fails is put off; it throws only where all others would fail as well. The next turn goes on behind those. */
async function debitInvoice(
  { clock, transact }: Platform,
  payments: Payments,
  { due, turn }: { readonly due: DueDebit; readonly turn: JobTurn },
): Promise<void> {
  const debit = async (): Promise<void> => {
    const paymentId = await transact(async (tx) => await startDebit(tx, payments, due, clock.now()))
    if (paymentId !== undefined) await payments.charge(paymentId)
  }
  await turn.alone(due.id, debit)
}

/** undefined: not to be charged now, for a reason that stands in the row or passes by itself. */
async function startDebit(
  tx: Tx,
  payments: Payments,
  { id, subscriptionId }: Pick<DebitRow, 'id' | 'subscriptionId'>,
  at: Temporal.Instant,
): Promise<string | undefined> {
  const subscription = await lockSubscription(tx, subscriptionId)
  const debit = await lockDebit(tx, id)
  if (!subscription || debit?.status !== 'planned') return undefined
  const drop = async (): Promise<undefined> => {
    await changeDebit(tx, debit.id, { status: debitLife.step(debit.status, 'dropped'), decidedAt: at })
    return undefined
  }
  if (subscription.status !== 'active' || subscription.methodId === null) return await drop()
  const document = await lockDocument(tx, debit.documentId)
  const debt = document?.status === 'open' ? unpaidOf(document) : 0
  if (debt <= 0) return await drop()
  // It is paid a moment later, and then dropped.
  if (await unsettledPayment(tx, debit.documentId)) return undefined
  const payable = await payableForDebit(tx, debit.documentId)
  if (!payable || payable.contractStatus === 'closed' || payable.contractStatus === 'cancelled')
    return await drop()
  // Past its end nobody is debited; extended, it goes on.
  if (payable.contractStatus === 'ended') return undefined
  // The tenant is about to pay all that the contract owes, and such a page cannot be closed.
  if (await isFormOpen(tx, payable.contractId, { at, machineNow: machineNow() })) return undefined
  // Never more than was announced; less where a part has been paid since.
  const amount = Math.min(debt, debit.amount)
  const planned = await payments.planCharge(
    tx,
    {
      methodId: subscription.methodId,
      key: `debit:${debit.id}`,
      on: debit.dueOn,
      // What the tenant finds on his bank's statement.
      statement: [document?.number, payable.contractNumber, payable.unitNumber].filter(Boolean).join(' '),
    },
    {
      reference: `document:${debit.documentId}`,
      accountId: subscription.accountId,
      stockId: subscription.stockId,
      amount: money(amount, debit.currency),
      serviceName: `${payable.contractNumber} · ${payable.unitNumber}`,
      cart: payable.paid === 0 && amount === payable.gross ? receiptLines(payable, payable.language) : [],
      email: payable.email,
      phone: payable.phone,
      language: payable.language,
      createdById: subscription.accountId,
    },
  )
  if (!planned) return undefined
  await changeDebit(tx, debit.id, {
    status: debitLife.step(debit.status, 'charged'),
    amount,
    paymentId: planned.paymentId,
  })
  return planned.paymentId
}

import type { Credit } from '@stowage/domain/credit'
import { dueDay } from '@stowage/domain/invoice-days'
import type { PricedPeriod } from '@stowage/domain/price'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { findDocument, insertDocument, lockDocument } from './billing-store.ts'
import type { ClosingPlan } from './closing-store.ts'
import { makeCreditNote } from './credit-note.ts'
import { documentIssued } from './events.ts'
import { issue, numberLast, settleFree, useCredit } from './settle-payment.ts'
import { tell } from './tell.ts'

/** When a paper is written, and the stock's day of that. */
export interface Moment {
  readonly at: Temporal.Instant
  readonly today: Temporal.PlainDate
}

/**
 * An invoice for days that are asked for out of turn: when a contract is settled, or has moved. Nobody is late with what he is asked
 * for today.
 * @param more `usesCredit`: the tenant's balance pays it at once, and no mail of its own says so; `nextIssueOn`: when the plan's next invoice is issued
 * @returns its id
 */
export async function writeInvoice(
  tx: Tx,
  plan: ClosingPlan,
  priced: PricedPeriod,
  { at, today }: Moment,
  more: { readonly usesCredit: boolean; readonly nextIssueOn: Temporal.PlainDate | null },
): Promise<string> {
  const id = newId()
  const due = dueDay(priced.period)
  await insertDocument(
    tx,
    {
      id,
      planId: plan.id,
      contractId: plan.contractId,
      accountId: plan.accountId,
      stockId: plan.stockId,
      sellerId: plan.sellerId,
      priced,
      issuedOn: today,
      dueOn: Temporal.PlainDate.compare(due, today) < 0 ? today : due,
      snapshot: plan.snapshot,
      at,
    },
    more.nextIssueOn,
  )
  const row = await lockDocument(tx, id)
  if (row) {
    await issue(tx, row, at)
    if (row.gross === 0) await settleFree(tx, row, at)
    else if (more.usesCredit) await useCredit(tx, row, at, true)
  }
  tell(tx, documentIssued, plan, at, { documentId: id })
  return id
}

/** Gives back a part of an invoice: days that are not used, or a deposit. */
export async function writeCreditNote(tx: Tx, credit: Credit, { at }: Moment): Promise<void> {
  const original =
    (await findDocument(tx, credit.documentId)) ?? fail(9104, { reason: 'a corrected document is gone' })
  await makeCreditNote(tx, {
    original,
    from: credit.from,
    until: credit.until,
    lines: credit.lines.map(({ explanation, ...line }) => ({
      kind: line.kind,
      quantity: line.quantity,
      unitNet: explanation.rate.amount,
      net: line.net,
      vat: line.vat,
      vatPercent: line.vatPercent,
      explanation: {
        ...explanation,
        rate: explanation.rate.amount,
        billed: explanation.billed.amount,
        cost: explanation.cost.amount,
        rateDate: credit.from.toString(),
      },
    })),
    reason: null,
    at,
  })
}

/** A paper's number, as the last statement of the transaction. */
export async function numberPaper(tx: Tx, documentId: string, at: Temporal.Instant): Promise<void> {
  const row = await lockDocument(tx, documentId)
  if (row) numberLast(tx, row, at)
}

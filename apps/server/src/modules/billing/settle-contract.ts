import { planClosing, type Closing } from '@stowage/domain/closing'
import type { CreditRules } from '@stowage/domain/credit'
import { money } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { closePlan, takeTenantTurn } from './billing-store.ts'
import { chargeContract, pendingPenalties } from './charge-penalties.ts'
import {
  billedDocuments,
  debtsAround,
  insertPaper,
  planToClose,
  statedDocuments,
  type ClosingPlan,
  type StatedDocument,
} from './closing-store.ts'
import { documentCredited, statementIssued } from './events.ts'
import { tenantCredit } from './ledger-store.ts'
import { termsByLaw } from './plan-view.ts'
import type { StatementFigures } from './plan.ts'
import { useCreditOf, useCreditOn } from './settle-payment.ts'
import { tell } from './tell.ts'
import { numberPaper, writeCreditNote, writeInvoice } from './write-papers.ts'

export interface ClosingWish {
  readonly contractId: string
  readonly leftOn: Temporal.PlainDate
  /** As the lease says it. */
  readonly refundsUnusedTime: boolean
  /** Its end where a notice that is not given yet would set it; that of the contract unless said otherwise. */
  readonly endDay?: Temporal.PlainDate
  /** What discount the used days keep: that of the months begun unless said otherwise. */
  readonly discountBy?: CreditRules['discountBy']
  /** It was withdrawn from while its billing had stopped: nothing will be issued any more, and it is settled all the same. */
  readonly isGivenUp?: boolean
}

/**
 * What closing a contract on a day would come to, as it stands now.
 * @returns undefined where nothing is billed by us
 */
export async function previewClosing(
  db: Database | Tx,
  wish: ClosingWish & { readonly at: Temporal.Instant },
): Promise<Closing | undefined> {
  const plan = await planToClose(db, wish.contractId, false)
  return plan && (await closingOf(db, plan, wish, await pendingPenalties(db, wish.contractId, wish.at)))
}

/** Whether the billing of a contract has stopped, so that it cannot be settled now. */
export async function isBillingStopped(tx: Tx, contractId: string): Promise<boolean> {
  const plan = await planToClose(tx, contractId, true)
  return plan !== undefined && plan.parkedReason !== null
}

/** @param pending what being late has cost and is charged before it is settled */
async function closingOf(
  db: Database | Tx,
  plan: ClosingPlan,
  wish: ClosingWish,
  pending: number,
): Promise<Closing> {
  const terms = plan.terms.map((term) => termsByLaw(term, plan.vat))
  const [first] = terms
  // What stopped its billing stands in the way of its settlement as well: days would be lost, or asked for wrongly.
  const isStopped = plan.parkedReason !== null && wish.isGivenUp !== true
  if (isStopped || first === undefined) fail(9111, { params: { by: 'unbilled' } })
  const { own, others } = await debtsAround(db, plan)
  const { currency } = plan
  return planClosing({
    terms,
    documents: await billedDocuments(db, plan.contractId, currency),
    billedUntil: plan.billedUntil ?? first.startDay,
    endDay: wish.endDay ?? plan.endDay,
    leftOn: wish.leftOn,
    refundsUnusedTime: wish.refundsUnusedTime,
    ...(wish.discountBy === undefined ? {} : { discountBy: wish.discountBy }),
    debt: money(own, currency),
    penalties: money(pending, currency),
    balance: money(Math.max(0, await tenantCredit(db, plan)), currency),
    otherDebt: money(others, currency),
  })
}

/**
 * Settles a contract by the day and ends its billing (decision 17): what is not billed yet is asked for, what is not used goes back
 * by credit notes, each with the VAT of what it corrects, the deposit too; the credit pays what the contract owes, then what
 * the tenant owes elsewhere with the seller; the rest is his balance. A final statement says it all. The plan's lock keeps
 * invoices away meanwhile, the tenant's turn payments.
 * @param agree is asked before anything is written, and throws where what was shown is not what would be done
 * @throws Failure 9111 `unbilled` where its billing has stopped
 */
export async function settleContract(
  tx: Tx,
  wish: ClosingWish & { readonly at: Temporal.Instant },
  agree: (closing: Closing) => void,
): Promise<Closing | undefined> {
  const { at, leftOn } = wish
  const plan = await planToClose(tx, wish.contractId, true)
  if (!plan) return undefined
  await takeTenantTurn(tx, plan)
  // First what being late has cost: nothing is charged once it is closed.
  const penalties = await chargeContract(tx, plan.contractId, at)
  const closing = await closingOf(tx, plan, wish, 0)
  agree(closing)
  const before = await statedDocuments(tx, plan.contractId)
  await closePlan(tx, plan.contractId, at)

  const today = at.toZonedDateTimeISO(plan.snapshot.timeZone).toPlainDate()
  const issued: string[] = [...penalties]
  for (const charge of closing.charges)
    issued.push(await writeInvoice(tx, plan, charge, { at, today }, { usesCredit: false, nextIssueOn: null }))
  for (const credit of closing.credits) await writeCreditNote(tx, credit, { at, today })
  // A credit note first pays what it corrects, whatever else is older: nobody owes days that he has not used.
  for (const { documentId, gross } of closing.credits) await useCreditOn(tx, documentId, gross, at, issued)
  await useCreditOf(tx, plan, { contractId: plan.contractId, at, issued })
  // Whatever asks for less now is not to be paid on a page that still asks for all of it.
  const less = [
    ...closing.credits.map(({ documentId }) => documentId),
    ...before.filter(({ gross, paid }) => gross > paid).map(({ id }) => id),
  ]
  for (const documentId of new Set(less)) tell(tx, documentCredited, plan, at, { documentId })

  const statementId = newId()
  const from = startOf(before)
  const hasDays = from !== undefined && Temporal.PlainDate.compare(from, leftOn) < 0
  await insertPaper(tx, {
    id: statementId,
    kind: 'statement',
    plan,
    correctsId: null,
    from: hasDays ? from : null,
    until: hasDays ? leftOn : null,
    issuedOn: today,
    net: 0,
    vat: 0,
    gross: 0,
    snapshot: {
      ...plan.snapshot,
      statement: stated(closing, before, await statedDocuments(tx, plan.contractId)),
    },
    at,
    lines: [],
  })
  await numberPaper(tx, statementId, at)
  tell(tx, statementIssued, plan, at, { documentId: statementId })
  return closing
}

function startOf(documents: readonly StatedDocument[]): Temporal.PlainDate | undefined {
  const [first] = documents.flatMap(({ periodFrom }) => (periodFrom === null ? [] : [periodFrom])).toSorted()
  return first === undefined ? undefined : Temporal.PlainDate.from(first)
}

/** The figures of a statement in minor units. billed − paid − credited − deposit − balance + toOthers = owed − payout. */
function stated(
  closing: Closing,
  before: readonly StatedDocument[],
  after: readonly StatedDocument[],
): StatementFigures {
  const bills = (documents: readonly StatedDocument[]): StatedDocument[] =>
    documents.filter(({ kind }) => kind !== 'credit_note')
  const total = (documents: readonly StatedDocument[], field: 'gross' | 'paid'): number =>
    documents.reduce((running, document) => running + document[field], 0)
  return {
    leftOn: closing.leftOn.toString(),
    billed: total(bills(after), 'gross'),
    paid: total(bills(before), 'paid'),
    credited: closing.credited.amount,
    deposit: closing.deposit.amount,
    balance: closing.balance.amount,
    toOthers: closing.toOthers.amount,
    owed: closing.owed.amount,
    payout: closing.payout.amount,
    documents: after.map(({ id, kind, documentDate, periodFrom, periodTo, gross }) => ({
      id,
      kind,
      documentDate,
      periodFrom,
      periodTo,
      gross,
    })),
  }
}

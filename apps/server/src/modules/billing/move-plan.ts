import { money, type Money } from '@stowage/domain/money'
import { nextIssueDay } from '@stowage/domain/term'
import { planTransfer, useOfDifference, type Transfer } from '@stowage/domain/transfer'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { takeTenantTurn } from './billing-store.ts'
import { billedDocuments, debtsAround, planToClose, type ClosingPlan } from './closing-store.ts'
import { documentCredited } from './events.ts'
import { tenantCredit } from './ledger-store.ts'
import { termsByLaw } from './plan-view.ts'
import { setMovedOn, setMovedPlan } from './plan-store.ts'
import { storeTerms, type DocumentSnapshot } from './plan.ts'
import { isRiseComing } from './rise-store.ts'
import { useCreditOn } from './settle-payment.ts'
import { tell } from './tell.ts'
import { writeCreditNote, writeInvoice } from './write-papers.ts'

export interface MoveWish {
  readonly contractId: string
  /** The first day in the new box. */
  readonly from: Temporal.PlainDate
  /** The stock's day. */
  readonly today: Temporal.PlainDate
  /** Net month rate of the new box. */
  readonly rate: Money
}

/**
 * What moving to another box would cost, as it stands now, and what a rest would pay.
 * @returns undefined where nothing is billed by us
 * @throws Failure 9111 `unbilled` where its billing has stopped, or has not come to the day yet; 9126 `rise` where a new rent is announced
 */
export async function previewMove(
  db: Database | Tx,
  wish: MoveWish,
): Promise<(Transfer & ReturnType<typeof useOfDifference>) | undefined> {
  const plan = await planToClose(db, wish.contractId, false)
  if (!plan) return undefined
  const transfer = await transferOf(db, plan, wish)
  const { own, others } = await debtsAround(db, plan)
  const debt = money(own + others, plan.currency)
  const balance = money(Math.max(0, await tenantCredit(db, plan)), plan.currency)
  return { ...transfer, ...useOfDifference(transfer, { debt, balance }) }
}

async function transferOf(db: Database | Tx, plan: ClosingPlan, wish: MoveWish): Promise<Transfer> {
  const terms = plan.terms.map((term) => termsByLaw(term, plan.vat))
  const { billedUntil, endDay, currency } = plan
  const isBehind = billedUntil === null || Temporal.PlainDate.compare(billedUntil, wish.from) < 0
  // Days before the move that nobody was asked for would be lost.
  if (plan.parkedReason !== null || isBehind) fail(9111, { params: { by: 'unbilled' } })
  // It was told of this box: whoever moves the contract takes it back first, and the tenant is told so.
  if (await isRiseComing(db, plan.contractId, wish.from)) fail(9126, { params: { by: 'rise' } })
  const documents = await billedDocuments(db, plan.contractId, currency)
  return planTransfer({ ...wish, terms, documents, billedUntil, endDay })
}

/**
 * Bills a contract for another box from a day on (docs/decisions/0160): the days from then on go back by a credit note per invoice
 * that holds some, and are billed anew at once. A credit note pays what it corrects first, the rest pays the new invoices, and what is left
 * stays the tenant's balance for the next ones.
 * @param wish `box`: what the documents print of the new box
 * @param agree is asked before anything is written, and throws where what was shown is not what would be done
 * @throws as `previewMove`
 */
export async function movePlan(
  tx: Tx,
  wish: MoveWish & {
    readonly at: Temporal.Instant
    readonly box: Pick<DocumentSnapshot, 'unitNumber' | 'size' | 'unit' | 'pricePerSizeUnit'>
  },
  agree: (transfer: Transfer) => void,
): Promise<Transfer | undefined> {
  const { at, today, box } = wish
  const before = await planToClose(tx, wish.contractId, true)
  if (!before) return undefined
  await takeTenantTurn(tx, before)
  const transfer = await transferOf(tx, before, wish)
  agree(transfer)
  const plan = { ...before, snapshot: { ...before.snapshot, ...box } }
  await setMovedPlan(tx, plan.id, {
    laterTerms: transfer.terms.slice(1).map(storeTerms),
    snapshot: plan.snapshot,
  })
  for (const { documentId, on } of transfer.moved) await setMovedOn(tx, documentId, on)
  for (const credit of transfer.credits) await writeCreditNote(tx, credit, { at, today })
  for (const { documentId, gross } of transfer.credits) await useCreditOn(tx, documentId, gross, at, [])
  // Whatever asks for less now is not to be paid on a page that still asks for all of it.
  for (const { documentId } of transfer.credits) tell(tx, documentCredited, plan, at, { documentId })
  for (const charge of transfer.charges) {
    const nextIssueOn = nextIssueDay(transfer.terms, charge.period.until, plan.endDay)
    await writeInvoice(tx, plan, charge, { at, today }, { usesCredit: true, nextIssueOn })
  }
  return transfer
}

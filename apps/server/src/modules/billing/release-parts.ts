import { correctLines } from '@stowage/domain/correction'
import { postPartReleased } from '@stowage/domain/ledger'
import { add, money, sum, type Money } from '@stowage/domain/money'
import type { Tx } from '../../platform/database/transaction.ts'
import { insertSettlement, lockOpenDocuments, lockPlanHolder, type DocumentRow } from './billing-store.ts'
import { leftLines } from './correction-view.ts'
import { makeCreditNote } from './credit-note.ts'
import { tenantCredit } from './ledger-store.ts'
import { post } from './post-ledger.ts'
import { factsOf } from './posting-facts.ts'
import { useCreditOf, useCreditOn } from './settle-payment.ts'
import { partsOf, takePaid } from './settlement-store.ts'

/** What had come for a booking that is cancelled, and what of it is left as balance. */
export interface ReleasedParts {
  readonly came: Money
  readonly kept: Money
}

/** What was paid in part on the documents of a contract that never began becomes the tenant's balance. */
export async function releaseParts(
  tx: Tx,
  contractId: string,
  at: Temporal.Instant,
): Promise<ReleasedParts | undefined> {
  const holder = await lockPlanHolder(tx, contractId)
  if (holder === undefined) return undefined
  const open = (await lockOpenDocuments(tx, holder)).filter((row) => row.contractId === contractId)
  const came = sum(
    open.map(({ paid }) => money(paid, holder.currency)),
    holder.currency,
  )
  for (const document of open)
    if (document.number === null) await releaseUnissued(tx, document, at)
    else await creditIssued(tx, document, at)
  if (came.amount === 0) return undefined
  await useCreditOf(tx, holder, { contractId, at, issued: [] })
  const left = Math.max(0, await tenantCredit(tx, holder))
  return { came, kept: money(Math.min(came.amount, left), holder.currency) }
}

async function releaseUnissued(tx: Tx, document: DocumentRow, at: Temporal.Instant): Promise<void> {
  const parts = await partsOf(tx, document.id)
  for (const { paymentId, amount } of parts) {
    await insertSettlement(tx, {
      paymentId,
      documentId: document.id,
      amount: -amount,
      currency: document.currency,
      at,
    })
    const facts = { ...factsOf(document, at, 'toBalance'), paymentId }
    await post(tx, [{ posting: postPartReleased(money(amount, document.currency)), facts }])
  }
  if (document.paid > 0) await takePaid(tx, document.id, document.paid)
}

/** Before first invoices kept their number until they are paid, a part gave them one: only a credit note takes them back. */
async function creditIssued(tx: Tx, document: DocumentRow, at: Temporal.Instant): Promise<void> {
  const left = await leftLines(tx, document.id)
  const lines = correctLines(
    left.map((line) => ({
      ...line,
      net: money(line.net, document.currency),
      vat: money(line.vat, document.currency),
    })),
    undefined,
  )
  await makeCreditNote(tx, {
    original: document,
    from: document.periodFrom ?? document.issuedOn,
    until: document.periodTo ?? document.issuedOn.add({ days: 1 }),
    lines: lines.flatMap(({ position, net, vat, left: billed }) => {
      const line = left.find((one) => one.position === position)
      if (line === undefined) return []
      const explanation = {
        rule: 'corrected',
        position,
        rate: line.unitNet,
        billed: billed.amount,
        rateDate: (document.periodFrom ?? document.issuedOn).toString(),
        rounding: 'halfAwayFromZero',
      }
      return [{ ...line, net, vat, explanation }]
    }),
    reason: null,
    at,
  })
  const credited = sum(
    lines.map(({ net, vat }) => add(net, vat)),
    document.currency,
  )
  await useCreditOn(tx, document.id, credited, at, [])
}

import { postInvoiceIssued } from '@stowage/domain/ledger'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Bill } from './bill-plan.ts'
import { movePlans, type PlanRow } from './due-plan-store.ts'
import { documentIssued, documentSettled, NOTHING_TO_PAY, PAID_FROM_BALANCE } from './events.ts'
import { creditsOf, keyOf, lockOpenOf, takeTenantTurns, write, type OpenRow } from './issue-store.ts'
import type { NewDocument, WrittenDocument } from './new-document-store.ts'
import { entriesOf, type Posted } from './post-ledger.ts'
import { numberLast } from './settle-payment.ts'
import { tell } from './tell.ts'
import { openBalances, type PaidPart } from './use-balances.ts'

/**
 * Writes what plans are billed for: documents, lines, what balances pay of them, the book, the plans' next days. Each table is
 * written at once, however many plans there are; the rows are those that each plan would get by itself. The plans are locked by
 * the caller. What each tenant has with a seller is read and spent in his turn (`takeTenantTurn`).
 * @param numbers `withRows`: documents are numbered as they are written, and the caller asks nothing more behind it; `last`: as
 *   the last statements of a transaction that goes on
 * @returns how many invoices were issued
 */
export async function writeBills(
  tx: Tx,
  bills: readonly Bill[],
  at: Temporal.Instant,
  numbers: 'withRows' | 'last',
): Promise<number> {
  const made = bills.flatMap((bill) => documentsOf(bill, at))
  const tenants = made.map(({ open }) => open)
  if (made.length > 0) await takeTenantTurns(tx, tenants)
  const credits = made.length > 0 ? await creditsOf(tx, tenants) : new Map<string, number>()
  const before = await lockOpenOf(
    tx,
    tenants.filter((tenant) => credits.has(keyOf(tenant))),
  )
  const balances = openBalances(credits, before, at)

  const postings: Posted[] = []
  const parts: PaidPart[] = []
  for (const { bill, document, open } of made) {
    if (open.gross > 0) postings.push(issuedPosting(bill, document, at))
    else tellSettled(tx, open, NOTHING_TO_PAY, at)
    for (const part of balances.use(open)) {
      postings.push(...part.postings)
      parts.push(part)
      if (part.isFull) tellSettled(tx, part.document, PAID_FROM_BALANCE, at)
    }
    tell(tx, documentIssued, document, at, { documentId: document.id })
  }

  const paidOf = sumsOf(parts)
  const isNew = new Set(made.map(({ document }) => document.id))
  const behind = countBehind(made)
  await movePlans(
    tx,
    bills.map(({ plan, billedUntil, nextIssueOn }) => ({ planId: plan.id, billedUntil, nextIssueOn })),
  )
  await write(
    tx,
    {
      documents: made.map(
        ({ bill, document: { snapshot: _inPlan, ...document } }, index): WrittenDocument => {
          const { amount, isFull } = paidOf.get(document.id) ?? { amount: 0, isFull: false }
          return {
            ...document,
            paid: amount,
            isSettled: isFull || document.priced.totals.gross.amount === 0,
            ...(numbers === 'last'
              ? {}
              : {
                  numbered: { prefix: prefixOf(bill), year: bill.today.year, behind: behind[index] ?? 0 },
                }),
          }
        },
      ),
      shares: parts.map(({ share }) => share),
      paid: [...paidOf]
        .filter(([id]) => !isNew.has(id))
        .map(([documentId, { amount, isFull }]) => ({ documentId, amount, isFull })),
      entries: entriesOf(postings),
    },
    at,
  )
  if (numbers === 'last')
    for (const { document } of made) numberLast(tx, { ...document, kind: 'invoice' }, at)
  return made.length
}

interface Made {
  readonly bill: Bill
  readonly document: NewDocument
  readonly open: OpenRow
}

function documentsOf(bill: Bill, at: Temporal.Instant): Made[] {
  const { plan, today } = bill
  return bill.invoices.map(({ priced, dueOn }) => {
    const document: NewDocument = { id: newId(), ...ofPlan(plan), priced, issuedOn: today, dueOn, at }
    const { gross } = priced.totals
    const open: OpenRow = {
      id: document.id,
      kind: 'invoice',
      contractId: plan.contractId,
      accountId: plan.accountId,
      stockId: plan.stockId,
      sellerId: plan.sellerId,
      currency: gross.currency,
      gross: gross.amount,
      paid: 0,
      dueOn,
      timeZone: plan.snapshot.timeZone,
      deposit: priced.lines.reduce(
        (sum, { kind, gross }) => sum + (kind === 'deposit' ? gross.amount : 0),
        0,
      ),
    }
    return { bill, document, open }
  })
}

const ofPlan = (plan: PlanRow) => ({
  planId: plan.id,
  contractId: plan.contractId,
  accountId: plan.accountId,
  stockId: plan.stockId,
  sellerId: plan.sellerId,
  snapshot: plan.snapshot,
})

const issuedPosting = (bill: Bill, document: NewDocument, at: Temporal.Instant): Posted => ({
  posting: postInvoiceIssued(document.priced.lines),
  facts: {
    reason: 'issued',
    accountHolderId: document.accountId,
    sellerId: document.sellerId,
    stockId: document.stockId,
    contractId: document.contractId,
    documentId: document.id,
    businessDay: bill.today,
    recordedAt: at,
  },
})

function tellSettled(tx: Tx, document: OpenRow, paymentId: string, at: Temporal.Instant): void {
  tell(tx, documentSettled, document, at, { documentId: document.id, paymentId })
}

function sumsOf(parts: readonly PaidPart[]): Map<string, { amount: number; isFull: boolean }> {
  const sums = new Map<string, { amount: number; isFull: boolean }>()
  for (const { document, share, isFull } of parts)
    sums.set(document.id, { amount: (sums.get(document.id)?.amount ?? 0) + share.amount, isFull })
  return sums
}

const prefixOf = ({ plan, today }: Bill): string => `${plan.snapshot.stockCode}-${today.year}-`

/** Of each document, how many behind it take a number of the same series. */
function countBehind(made: readonly Made[]): number[] {
  const counts = new Map<string, number>()
  return made
    .toReversed()
    .map(({ bill: { plan, today } }) => {
      const series = `${plan.stockId} ${today.year}`
      const count = counts.get(series) ?? 0
      counts.set(series, count + 1)
      return count
    })
    .reverse()
}

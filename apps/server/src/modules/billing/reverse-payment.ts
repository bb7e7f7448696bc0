import {
  postCreditUsed,
  postDepositTaken,
  postPaymentReceived,
  postRefundWaived,
  postSurplus,
  reversal,
  type Posting,
} from '@stowage/domain/ledger'
import { least, money, subtract, type Money } from '@stowage/domain/money'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import {
  findDocument,
  insertSettlement,
  isPaymentSettled,
  lockDocuments,
  takeTenantTurn,
  type DocumentRow,
} from './billing-store.ts'
import { documentPaymentReversed, PAID_FROM_BALANCE } from './events.ts'
import { depositHeld, paymentInBook, tenantCredit } from './ledger-store.ts'
import { post } from './post-ledger.ts'
import { factsOf } from './posting-facts.ts'
import { depositOf, useCredit } from './settle-payment.ts'
import { takeToleranceBack } from './tolerance.ts'
import { sharesOf, sharesOfBalance, takePaid, type Share } from './settlement-store.ts'
import { tell } from './tell.ts'

export interface ReturnedPayment {
  readonly paymentId: string
  /** What it was sent for. */
  readonly documentId: string
  readonly processor: string
  /** What went back with this news. */
  readonly refunded: Money
  /** Nothing of the payment is left. */
  readonly isAll: boolean
  readonly at: Temporal.Instant
}

/**
 * Money went back to the payer. All of it: nothing of the payment counts any more. Its documents are open again by what it had
 * paid, its surplus leaves the balance, and where that has been spent meanwhile the documents that the balance had paid are open
 * again by what is missing, the last one first (I4: no cent is lost, none is made). Whoever relies on a document's being paid is
 * told. A part of it: a surplus that the payment had made first; the rest is goodwill, and its documents stay paid.
 * Twice is once: what counts is what of the payment still stands in the book (I6).
 * @throws Error while the payment is not in the book yet: this news has overtaken the payment's own, and comes again
 */
export async function reversePayment(tx: Tx, returned: ReturnedPayment): Promise<void> {
  const { paymentId, processor, at } = returned
  const aimed =
    (await findDocument(tx, returned.documentId)) ??
    fail(9104, { reason: `payment ${paymentId} names a document that is not there` })
  const { currency } = aimed
  const tenant = { accountId: aimed.accountId, sellerId: aimed.sellerId, currency }
  await takeTenantTurn(tx, tenant)
  if (!(await isPaymentSettled(tx, paymentId)))
    throw new Error(`payment ${paymentId} went back and is not in the book yet`)
  const stands = await paymentInBook(tx, paymentId)
  const about = { ...factsOf(aimed, at, 'refund'), documentId: undefined, contractId: undefined, paymentId }
  const write = async (posting: Posting): Promise<void> => await post(tx, [{ posting, facts: about }])

  if (!returned.isAll) {
    const back = least(returned.refunded, money(stands.cash, currency))
    const credit = Math.min(stands.surplus, await tenantCredit(tx, tenant))
    const fromSurplus = least(back, money(Math.max(credit, 0), currency))
    const waived = subtract(back, fromSurplus)
    if (fromSurplus.amount > 0) await write(reversal(postSurplus(processor, fromSurplus)))
    if (waived.amount > 0) await write(postRefundWaived(processor, waived))
    return
  }

  if (stands.waived > 0) await write(reversal(postRefundWaived(processor, money(stands.waived, currency))))
  const reopened = await takeBack(tx, await sharesOf(tx, paymentId), {
    paymentId,
    at,
    reversed: (amount) => reversal(postPaymentReceived(processor, amount)),
  })
  if (stands.surplus > 0) {
    const missing = stands.surplus - Math.max(await tenantCredit(tx, tenant), 0)
    const { taken: spent, left: gone } = upTo(
      Math.max(missing, 0),
      missing > 0 ? await sharesOfBalance(tx, tenant) : [],
    )
    reopened.push(
      ...(await takeBack(tx, spent, {
        paymentId: PAID_FROM_BALANCE,
        at,
        reversed: (amount) => reversal(postCreditUsed(amount)),
      })),
    )
    const there = stands.surplus - gone
    if (there > 0) await write(reversal(postSurplus(processor, money(there, currency))))
    // It was paid out to him meanwhile: the payer has it twice, which no document can ask back.
    if (gone > 0) await write(postRefundWaived(processor, money(gone, currency)))
  }
  const documents = new Map(reopened.map((document) => [document.id, document]))
  for (const document of documents.values())
    tell(tx, documentPaymentReversed, document, at, { documentId: document.id, paymentId })
  // What else the tenant has with this seller pays what is open again, as it would pay the next invoice.
  const first = documents.get(aimed.id) ?? reopened[0]
  if (first) await useCredit(tx, first, at)
}

/** The first of the shares that sum to the amount, the last of them in part; and what they do not reach. */
function upTo(amount: number, shares: readonly Share[]): { taken: Share[]; left: number } {
  const taken: Share[] = []
  let left = amount
  for (const share of shares) {
    if (left === 0) break
    const part = Math.min(left, share.amount)
    taken.push({ ...share, amount: part })
    left -= part
  }
  return { taken, left }
}

interface Source {
  readonly paymentId: string
  readonly at: Temporal.Instant
  reversed(amount: Money): Posting
}

/** The documents ask again for what the shares had paid; a deposit that was held with them is asked for again, too. */
async function takeBack(tx: Tx, shares: readonly Share[], source: Source): Promise<DocumentRow[]> {
  const rows = await lockDocuments(
    tx,
    shares.map((share) => share.documentId),
  )
  for (const document of rows) {
    const share = shares.find((one) => one.documentId === document.id)
    if (!share) continue
    const amount = money(share.amount, document.currency)
    await insertSettlement(tx, {
      paymentId: source.paymentId,
      documentId: document.id,
      amount: -share.amount,
      currency: document.currency,
      at: source.at,
    })
    await takePaid(tx, document.id, share.amount)
    const facts = { ...factsOf(document, source.at, 'refund'), paymentId: source.paymentId }
    await post(tx, [{ posting: source.reversed(amount), facts }])
    await takeToleranceBack(tx, document, source.at)
    // One that was not paid in full has had no deposit taken: what is held is another document's (a move has asked for more).
    if (document.status !== 'paid') continue
    const held = money(await depositHeld(tx, document.contractId), document.currency)
    const deposit = least(await depositOf(tx, document), held)
    if (deposit.amount > 0) await post(tx, [{ posting: reversal(postDepositTaken(deposit)), facts }])
  }
  return rows
}

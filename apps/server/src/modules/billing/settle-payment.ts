import { unpaidOf } from '@stowage/domain/debt'
import {
  postCreditUsed,
  postDepositTaken,
  postInvoiceIssued,
  postPaymentReceived,
  postSurplus,
  postWrittenOff,
  reversal,
} from '@stowage/domain/ledger'
import { least, money, type Currency, type Money } from '@stowage/domain/money'
import { settle, type SettlementAim } from '@stowage/domain/settlement'
import { lastly, type Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import {
  addPaid,
  findDocument,
  insertSettlement,
  isPaymentSettled,
  linesOf,
  lockDocument,
  lockOpenDocuments,
  setNumber,
  takeNumber,
  takeTenantTurn,
  type DocumentRow,
} from './billing-store.ts'
import { isWithinTolerance, tolerateRest } from './tolerance.ts'
import { beginTerm } from './begin-term.ts'
import {
  documentSettled,
  firstPaidInPart,
  NOTHING_TO_PAY,
  PAID_BY_CREDIT,
  PAID_FROM_BALANCE,
  voidDocumentPaid,
  WRITTEN_OFF,
} from './events.ts'
import { tenantCredit } from './ledger-store.ts'
import { post } from './post-ledger.ts'
import { dayAt, factsOf } from './posting-facts.ts'
import { depositLines, takeWriteOffBack } from './settlement-store.ts'
import { tell } from './tell.ts'

export interface ReceivedPayment {
  readonly paymentId: string
  readonly documentId: string
  readonly amount: Money
  readonly processor: string
  readonly at: Temporal.Instant
  /** When it was noticed: what it pays for can be used from then on. As `at` unless said. */
  readonly noticedAt?: Temporal.Instant
}

/**
 * Money has come in: it pays the document it was sent for, then the same contract's others, oldest due first, rent before
 * penalty; the rest becomes the tenant's balance with this seller (decisions.md C18, I4). Twice is once (I6): a payment
 * that stands in the book already changes nothing.
 */
export async function settlePayment(tx: Tx, received: ReceivedPayment): Promise<void> {
  const aimed = await findDocument(tx, received.documentId)
  if (!aimed) fail(9104, { reason: `payment ${received.paymentId} names a document that is not there` })
  const of = { accountId: aimed.accountId, sellerId: aimed.sellerId, currency: received.amount.currency }
  await takeTenantTurn(tx, of)
  if (await isPaymentSettled(tx, received.paymentId)) return
  await askAgain(tx, aimed.id, received.amount, received.at)
  const open = await openInOrder(tx, aimed, received.amount.currency)
  const surplus = await settleOpen(tx, aimed, open, received)
  // Read anew: its booking may have been given up since the first look.
  if (!open.some(({ id }) => id === aimed.id) && (await findDocument(tx, aimed.id))?.status === 'void')
    tell(tx, voidDocumentPaid, aimed, received.at, {
      documentId: aimed.id,
      paymentId: received.paymentId,
      amount: received.amount.amount,
      kept: surplus.amount,
      currency: received.amount.currency,
    })
}

/**
 * What a payment pays of a tenant's open documents, which are locked in his turn; the rest is his balance.
 * @param deposits what they ask for as deposits, where that was read for many of them
 * @returns the rest
 */
export async function settleOpen(
  tx: Tx,
  aimed: DocumentRow,
  open: readonly DocumentRow[],
  received: ReceivedPayment,
  deposits?: ReadonlyMap<string, number>,
): Promise<Money> {
  const payable = open.filter((row) => row.number !== null || row.id === aimed.id)
  const { shares, surplus } = settle(received.amount, payable.map(asOpenDocument), {
    documentId: aimed.id,
    contractId: aimed.contractId,
    today: dayAt(aimed, received.noticedAt ?? received.at),
  })
  await apply(tx, payable, shares, {
    paymentId: received.paymentId,
    at: received.at,
    firstPaid: { processor: received.processor, usableFrom: received.noticedAt ?? received.at },
    ...(deposits === undefined ? {} : { deposits }),
    from: (total) => postPaymentReceived(received.processor, total),
  })
  if (surplus.amount > 0) {
    await post(tx, [
      {
        posting: postSurplus(received.processor, surplus),
        facts: {
          ...factsOf(aimed, received.at, 'surplus'),
          documentId: undefined,
          contractId: undefined,
          paymentId: received.paymentId,
        },
      },
    ])
  }
  return surplus
}

/** Money that somebody else took long ago pays a document in the transaction that writes it: no mail tells its tenant that he has paid. */
export async function settleQuietly(
  tx: Tx,
  document: DocumentRow,
  received: Pick<ReceivedPayment, 'paymentId' | 'amount' | 'processor' | 'at'>,
): Promise<void> {
  const { paymentId, amount, processor, at } = received
  await takeTenantTurn(tx, document)
  await apply(tx, [document], [{ documentId: document.id, amount }], {
    paymentId,
    at,
    told: document.id,
    from: (total) => postPaymentReceived(processor, total),
  })
}

/**
 * The first document of a booking, paid by what the tenant has with its seller, where that reaches for all of it: of a booking that
 * is never paid nothing is spent. Documents that have a number were offered the balance when they were issued.
 * @returns whether it is paid now
 */
export async function settleFromBalance(tx: Tx, documentId: string, at: Temporal.Instant): Promise<boolean> {
  const aimed = await findDocument(tx, documentId)
  if (!aimed || aimed.number !== null) return false
  await takeTenantTurn(tx, aimed)
  const document = await lockDocument(tx, documentId)
  // Somebody was quicker: the other press, or money that has just come in.
  if (document?.status === 'paid') return true
  if (document?.status !== 'open' || document.number !== null) return false
  const debt = money(document.gross - document.paid, document.currency)
  if (debt.amount <= 0 || (await tenantCredit(tx, document)) < debt.amount) return false
  await apply(tx, [document], [{ documentId, amount: debt }], {
    paymentId: PAID_FROM_BALANCE,
    at,
    firstPaid: { processor: PAID_FROM_BALANCE, usableFrom: at },
    from: postCreditUsed,
  })
  return true
}

/**
 * The tenant's balance with a seller pays his open documents; the aimed one first, which has just been issued.
 * @param isToldOf another mail tells of the aimed one: no news of a payment
 */
export async function useCredit(
  tx: Tx,
  aimed: DocumentRow,
  at: Temporal.Instant,
  isToldOf = false,
): Promise<void> {
  const open = await openInOrder(tx, aimed, aimed.currency)
  const credit = await tenantCredit(tx, {
    accountId: aimed.accountId,
    sellerId: aimed.sellerId,
    currency: aimed.currency,
  })
  if (credit <= 0) return
  const { shares } = settle(money(credit, aimed.currency), open.map(asOpenDocument), {
    documentId: aimed.id,
    contractId: aimed.contractId,
  } satisfies SettlementAim)
  await apply(tx, open, shares, {
    paymentId: PAID_FROM_BALANCE,
    at,
    issued: [aimed.id],
    ...(isToldOf ? { told: aimed.id } : {}),
    from: postCreditUsed,
  })
}

/**
 * A credit note pays what is unpaid of the document that it corrects, as far as it goes; what is more stays balance.
 * @param issued documents of this transaction, which have no number yet and are in the book already
 */
export async function useCreditOn(
  tx: Tx,
  documentId: string,
  credited: Money,
  at: Temporal.Instant,
  issued: readonly string[],
): Promise<void> {
  await askAgain(tx, documentId, credited, at)
  const document = await lockDocument(tx, documentId)
  if (document?.status !== 'open') return
  const amount = least(credited, money(document.gross - document.paid, document.currency))
  if (amount.amount <= 0) return
  await apply(tx, [document], [{ documentId, amount }], {
    paymentId: PAID_BY_CREDIT,
    at,
    issued,
    from: postCreditUsed,
  })
}

/**
 * Money comes for a document that was given up: as much of that is taken back as the money pays, so that it has something to pay. The
 * rest stays given up: nobody is made a debtor again by having paid a part.
 */
async function askAgain(tx: Tx, documentId: string, coming: Money, at: Temporal.Instant): Promise<void> {
  const document = await lockDocument(tx, documentId)
  if (!document || document.writtenOff === 0) return
  const beyond = Math.max(0, coming.amount - (document.gross - document.paid))
  const amount = least(money(beyond, coming.currency), money(document.writtenOff, document.currency))
  if (amount.amount === 0) return
  await insertSettlement(tx, {
    paymentId: WRITTEN_OFF,
    documentId,
    amount: -amount.amount,
    currency: amount.currency,
    at,
  })
  await takeWriteOffBack(tx, documentId, amount.amount)
  await post(tx, [{ posting: reversal(postWrittenOff(amount)), facts: factsOf(document, at, 'writtenOff') }])
}

/** The tenant's balance with a seller pays what is open: of the contract first, then of his others. */
export async function useCreditOf(
  tx: Tx,
  of: { readonly accountId: string; readonly sellerId: string; readonly currency: Currency },
  about: { readonly contractId: string; readonly at: Temporal.Instant; readonly issued: readonly string[] },
): Promise<void> {
  const { contractId, at, issued } = about
  await takeTenantTurn(tx, of)
  const open = (await lockOpenDocuments(tx, of)).filter(
    (row) => row.number !== null || issued.includes(row.id),
  )
  const credit = await tenantCredit(tx, of)
  if (credit <= 0) return
  const { shares } = settle(money(credit, of.currency), open.map(asOpenDocument), { contractId })
  await apply(tx, open, shares, {
    paymentId: PAID_FROM_BALANCE,
    at,
    issued,
    settledContract: contractId,
    from: postCreditUsed,
  })
}

/**
 * What money may pay, in its order. The first document of a pending contract is no invoice yet and may become void: only
 * money that was sent for it pays it, or a part of a surplus would be lost with it.
 */
async function openInOrder(tx: Tx, aimed: DocumentRow, currency: Currency): Promise<DocumentRow[]> {
  const of = { accountId: aimed.accountId, sellerId: aimed.sellerId, currency }
  await takeTenantTurn(tx, of)
  return (await lockOpenDocuments(tx, of)).filter((row) => row.number !== null || row.id === aimed.id)
}

const asOpenDocument = (row: DocumentRow) => ({
  id: row.id,
  contractId: row.contractId,
  kind: row.kind === 'penalty' ? ('penalty' as const) : ('rent' as const),
  dueDay: row.dueOn,
  debt: money(unpaidOf(row), row.currency),
})

interface Source {
  readonly paymentId: string
  readonly at: Temporal.Instant
  /** Issued in this transaction, whose last statements number them: they have no number yet and are in the book already. */
  readonly issued?: readonly string[]
  /** Its final statement says what was paid of it: no news of a payment. */
  readonly settledContract?: string
  /** Likewise of this document: the mail about the move says it. */
  readonly told?: string
  /** Of money for the first document of a booking: that takes a number, and its term begins, when it is paid in full. */
  readonly firstPaid?: { readonly processor: string; readonly usableFrom: Temporal.Instant }
  /** What documents ask for as deposits, less what was given back, where it is known already. */
  readonly deposits?: ReadonlyMap<string, number>
  from(total: Money): ReturnType<typeof postPaymentReceived>
}

async function apply(
  tx: Tx,
  open: readonly DocumentRow[],
  shares: readonly { documentId: string; amount: Money }[],
  source: Source,
): Promise<void> {
  for (const share of shares) {
    const document = open.find((row) => row.id === share.documentId)
    if (!document) continue
    const missing = unpaidOf(document) - share.amount.amount
    const isTolerated = missing > 0 && source.firstPaid && (await isWithinTolerance(tx, document.id, missing))
    const isFull = missing === 0 || isTolerated === true
    const isFirst = document.number === null && !source.issued?.includes(document.id)
    await insertSettlement(tx, {
      paymentId: source.paymentId,
      documentId: document.id,
      amount: share.amount.amount,
      currency: share.amount.currency,
      at: source.at,
    })
    await addPaid(tx, document.id, share.amount.amount, missing === 0 ? source.at : null)
    if (isFirst && isFull && source.firstPaid) await beginTerm(tx, document, source.firstPaid.usableFrom)
    if (isFirst && (isFull || !source.firstPaid)) await issue(tx, document, source.at)
    const facts = { ...factsOf(document, source.at, 'payment'), paymentId: source.paymentId }
    await post(tx, [{ posting: source.from(share.amount), facts }])
    if (isTolerated === true) await tolerateRest(tx, document, missing, source.at)
    if (isFirst && !isFull && source.firstPaid)
      tell(tx, firstPaidInPart, document, source.at, {
        documentId: document.id,
        paymentId: source.paymentId,
        processor: source.firstPaid.processor,
        amount: share.amount.amount,
        missing,
        currency: document.currency,
      })
    if (!isFull) continue
    const deposit = source.deposits
      ? money(source.deposits.get(document.id) ?? 0, document.currency)
      : await depositOf(tx, document)
    if (deposit.amount > 0) await post(tx, [{ posting: postDepositTaken(deposit), facts }])
    const isTold = document.contractId === source.settledContract || document.id === source.told
    announce(tx, document, { ...source, ...(isTold ? { paymentId: PAID_BY_CREDIT } : {}) })
  }
}

/** The deposit that a document asks for, less what credit notes have given back of it. */
export async function depositOf(tx: Tx, document: DocumentRow): Promise<Money> {
  return money(await depositLines(tx, document.id), document.currency)
}

function announce(tx: Tx, document: DocumentRow, source: { paymentId: string; at: Temporal.Instant }): void {
  const { paymentId, at } = source
  tell(tx, documentSettled, document, at, { documentId: document.id, paymentId })
}

/** A document that asks for nothing (a discount of 100 %) is settled as soon as it is there: nobody could ever pay it. */
export async function settleFree(tx: Tx, document: DocumentRow, at: Temporal.Instant): Promise<void> {
  await addPaid(tx, document.id, 0, at)
  announce(tx, document, { paymentId: NOTHING_TO_PAY, at })
}

/**
 * Makes a document an invoice: it enters the book and gets its number, without gaps, as the last statement of the
 * transaction (I9): everybody else who takes a number of this stock waits for that row.
 */
export async function issue(tx: Tx, document: DocumentRow, at: Temporal.Instant): Promise<void> {
  const lines = (await linesOf(tx, document.id)).map((line) => ({
    kind: line.kind === 'adjustment' ? ('rent' as const) : line.kind,
    net: money(line.net, document.currency),
    vat: money(line.vat, document.currency),
    gross: money(line.gross, document.currency),
  }))
  if (document.gross > 0)
    await post(tx, [{ posting: postInvoiceIssued(lines), facts: factsOf(document, at, 'issued') }])
  numberLast(tx, document, at)
}

type Numbered = Pick<DocumentRow, 'id' | 'kind' | 'stockId' | 'snapshot'>

/** Gives a document its number as the last statement of the transaction. */
export function numberLast(tx: Tx, document: Numbered, at: Temporal.Instant): void {
  const day = dayAt(document, at)
  const { year } = day
  lastly(tx, async (last) => {
    const next = await takeNumber(last, { stockId: document.stockId, kind: document.kind, year })
    await setNumber(last, document.id, numberOf(document, year, next), day)
  })
}

/** `<stock code>-<year>-<6 digits>`; kinds other than invoices carry a letter behind the code, so that a seller's numbers stay unique. */
function numberOf(document: Numbered, year: number, next: number): string {
  const letter = { invoice: '', penalty: 'P', credit_note: 'C', statement: 'S' }[document.kind]
  return `${document.snapshot.stockCode}${letter}-${year}-${String(next).padStart(6, '0')}`
}

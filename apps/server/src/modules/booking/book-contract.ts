import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { agreeToDocuments, type BookingAccount } from '../accounts/index.ts'
import { readTerms } from '../billing/index.ts'
import type { BoxFacts, Catalog, StockTerms } from '../catalog/index.ts'
import { holdEnd, newContractId, openContract, pendingContractOf } from '../contracts/index.ts'
import type { Payments } from '../payments/index.ts'
import { endReservation } from './reservation-store.ts'
import { signLease, type GivenSignature, type Signing } from './sign-lease.ts'
import { auditForAnother, bookingAnswer, type BookAnswer } from './tell-booking.ts'

/** What a contract needs beyond a reservation: consent, 18+, documents handed in, a way of paying that the stock has. */
export function mayContract(
  payments: Payments,
  asked: {
    actor: Actor
    tenant: BookingAccount
    stock: StockTerms
    paymentMethod: string
    signature: GivenSignature | null
    isAdult: boolean | undefined
  },
): void {
  const { actor, tenant } = asked
  if (
    asked.paymentMethod === 'paykeeper' &&
    payments.offers({ stockId: asked.stock.id, currency: asked.stock.currency }).length === 0
  )
    throw new FieldFailures([{ code: 1005, field: 'paymentMethod' }])
  if (asked.paymentMethod === 'bankTransfer' && asked.stock.seller.iban === null)
    throw new FieldFailures([{ code: 1005, field: 'paymentMethod' }])
  if (isSuperUser(actor)) return
  if (asked.paymentMethod === 'manual') fail(9103, { reason: 'only a superUser takes money by hand' })
  if (!asked.signature) fail(6014, { field: 'signature' })
  if (!tenant.isAdult && asked.isAdult !== true) throw new FieldFailures([{ code: 1003, field: 'isAdult' }])
  if (tenant.missingDocuments.length > 0 || tenant.rejectedDocuments.length > 0)
    fail(7001, { reason: 'documents are missing or rejected' })
}

/** The same person books the same box again while his contract there is pending: the same id and price, nothing twice. */
export async function sameAgain(
  tx: Tx,
  box: BoxFacts,
  tenant: BookingAccount,
): Promise<BookAnswer | undefined> {
  const pending = await pendingContractOf(tx, { boxId: box.id, accountId: tenant.id })
  if (!pending) return undefined
  return bookingAnswer('contract', pending.id, readTerms(pending.price), {
    documentId: pending.firstDocumentId ?? undefined,
    contractNumber: pending.number,
    holdUntil: pending.holdUntil,
  })
}

interface NewBooking extends Signing {
  readonly method: 'paykeeper' | 'manual' | 'bankTransfer'
  /** The tenant's own reservation of this box, whose claim passes to the contract; null: a new claim. */
  readonly fromReservation: string | null
  readonly answers: Readonly<Record<string, unknown>>
  readonly isAdult: boolean
  readonly actor: Actor
}

/** Takes the box for a contract and opens it; the caller has locked the box. */
export async function bookContract(tx: Tx, catalog: Catalog, booking: NewBooking): Promise<BookAnswer> {
  const { stock, box, terms, tenant, at, method, fromReservation, actor } = booking
  const contractId = newContractId()
  const lapsesAt = holdEnd(method, at, stock.timeZone)
  const signature = isSuperUser(actor) ? null : signLease(booking)
  if (fromReservation === null) {
    await catalog.claimBox(tx, {
      boxId: box.id,
      stockId: stock.id,
      kind: 'contract',
      holderId: contractId,
      accountId: tenant.id,
      takenAt: at,
      lapsesAt,
    })
  } else {
    await catalog.passClaim(
      tx,
      { holderId: fromReservation },
      { kind: 'contract', holderId: contractId, lapsesAt },
    )
    await endReservation(tx, fromReservation, 'converted', at, contractId)
  }
  // Signing is agreeing to the documents as they stand: the door asks for it later (code 6014).
  if (signature && tenant.agreedDocumentsVersion !== tenant.currentDocumentsVersion)
    await agreeToDocuments(
      tx,
      { id: tenant.id, agreedVersion: tenant.agreedDocumentsVersion },
      { at, actor: null, address: booking.address, language: booking.language },
    )
  const opened = await openContract(tx, {
    id: contractId,
    box,
    stock,
    account: tenant,
    terms,
    paymentMethod: method,
    answers: booking.answers,
    signature,
    bookedById: actor.id,
    at,
  })
  auditForAnother(tx, booking, booking, { action: 'contract-booked', id: contractId, number: opened.number })
  return bookingAnswer('contract', contractId, terms, {
    documentId: opened.documentId,
    contractNumber: opened.number,
    holdUntil: opened.holdUntil,
  })
}

import type { bookBox as endpoint } from '@stowage/api/booking'
import type { Answer } from '@stowage/api/endpoint'
import { priceContract, type PriceTerms } from '@stowage/domain/price'
import { audit, type Tx } from '../../platform/database/transaction.ts'
import { auditedAs, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { BookingAccount } from '../accounts/index.ts'
import type { BoxFacts, StockTerms } from '../catalog/index.ts'

export type BookAnswer = Answer<typeof endpoint>

/** Who takes which box on which terms, at which moment of business time. */
export interface Booking {
  readonly stock: StockTerms
  readonly box: BoxFacts
  readonly terms: PriceTerms
  readonly tenant: BookingAccount
  readonly at: Temporal.Instant
}

/** The answer of a booking; the total is that of its first document, in minor units. */
export function bookingAnswer(
  kind: 'reservation' | 'contract',
  id: string,
  terms: PriceTerms,
  more: {
    documentId?: string | undefined
    contractNumber?: string
    holdUntil?: Temporal.Instant | null | undefined
  },
): BookAnswer {
  const total = priceContract(terms, 0)?.totals.gross.amount ?? 0
  return {
    id,
    kind,
    total,
    currency: terms.rate.currency,
    ...(more.documentId === undefined ? {} : { documentId: more.documentId }),
    ...(more.contractNumber === undefined ? {} : { contractNumber: more.contractNumber }),
    ...(more.holdUntil ? { holdUntil: more.holdUntil.toString() } : {}),
  }
}

/**
 * The audit of a booking by somebody else than the tenant: a superUser for him, or one who is logged in as him
 * (decisions.md B11). What a tenant does for himself is no entry.
 */
export function auditForAnother(
  tx: Tx,
  { stock, box, tenant, at }: Booking,
  by: { readonly actor: Actor; readonly address: string },
  what: { action: 'box-reserved' | 'contract-booked'; id: string; number?: string },
): void {
  const { actor, address } = by
  if (tenant.id === actor.id && actor.impersonatedBy === null) return
  audit(tx, {
    id: newId(),
    at,
    ...auditedAs(actor),
    onBehalfOf: tenant.id,
    action: what.action,
    subjectType: what.action === 'box-reserved' ? 'reservation' : 'contract',
    subjectId: what.id,
    stockId: stock.id,
    after: { box: box.unitNumber, ...(what.number === undefined ? {} : { number: what.number }) },
    address,
  })
}

/**
 * The rules of storage rental, pure: no I/O, no clock of their own, nothing of ours imported.
 * The browser enters by sub-path (`@stowage/domain/box`) and only where a file says that it is safe there: the others use
 * Temporal when called.
 */
export * from './account.ts'
export * from './booking-choices.ts'
export * from './box.ts'
export * from './contract-life.ts'
export * from './discount.ts'
export * from './id.ts'
export * from './kyc.ts'
export * from './life-cycle.ts'
export * from './limits.ts'
export * from './map-object.ts'
export * from './money.ts'
export * from './rate.ts'
export * from './roles.ts'

export * from './access.ts'
export * from './booking-window.ts'
export * from './contract-moments.ts'
export * from './debt.ts'
export * from './invoice-days.ts'
export * from './ledger.ts'
export * from './paid-ahead.ts'
export * from './payment-life.ts'
export * from './period.ts'
export * from './price.ts'
export * from './quote.ts'
export * from './reservation-life.ts'
export * from './settlement.ts'
export * from './vat.ts'

import { payMethods, processorKinds } from '@stowage/domain/pay-method'

/** What lists of payments are filtered and sorted by; without their schemas, for the browser. */
export const externalPaymentOrders = ['created', 'confirmed', 'amount'] as const
/** `other`: every word of a processor that means none of the three (domain/external-status). */
export const externalStatuses = ['success', 'canceled', 'pending', 'other'] as const

/** How a tenant can pay. `sepa`: a direct debit, decided days after it was begun. */
export const payMethodNames = [...payMethods, 'bankTransfer'] as const
/** Who takes the money: as `POST payments` names it. */
export const payProcessorNames = [...processorKinds, 'bankTransfer'] as const
export type PayMethodName = (typeof payMethodNames)[number]

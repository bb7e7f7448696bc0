import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `contract:<id>`. */
interface About extends Record<string, unknown> {
  contractId: string
  accountId: string
  stockId: string
  boxId: string
}
export const contractBooked = eventType<About & { documentId: string; paymentMethod: string }>(
  'contract-booked',
)
export const contractActivated = eventType<About>('contract-activated')
export const contractCancelled = eventType<About & { reason: 'hold-ended' | 'given-up' | 'withdrawn' }>(
  'contract-cancelled',
)
export const contractEnded = eventType<About>('contract-ended')
/** One more term stands behind the last: its first day, and the first behind it. */
export const contractExtended = eventType<About & { from: string; until: string }>('contract-extended')
/** The tenant leaves on that day, at that time in the stock's zone. */
export const noticeGiven = eventType<About & { day: string; time: string }>('notice-given')
export const noticeWithdrawn = eventType<About>('notice-withdrawn')
/** Marked as internal for a staff user, or for nobody any more: who may see it has changed. */
export const contractMarked = eventType<About>('contract-marked')
export const contractClosed = eventType<About>('contract-closed')

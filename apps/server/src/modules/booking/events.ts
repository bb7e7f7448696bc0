import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `reservation:<id>`. */
interface About extends Record<string, unknown> {
  reservationId: string
  accountId: string
  stockId: string
  boxId: string
}
export const boxReserved = eventType<About>('box-reserved')
export const reservationCancelled = eventType<About>('reservation-cancelled')
export const reservationExpired = eventType<About>('reservation-expired')

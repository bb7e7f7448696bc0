/**
 * A reservation holds a box free of charge for 72 hours; it is turned into a contract, cancelled, or expires by itself
 * (specification 4, decision 12).
 */
import { lifeCycle } from './life-cycle.ts'
import { limits } from './limits.ts'

export const reservationStatuses = ['live', 'converted', 'cancelled', 'expired'] as const
export type ReservationStatus = (typeof reservationStatuses)[number]
export type ReservationEvent = 'converted' | 'cancelled' | 'expired'

export const reservationLife = lifeCycle<ReservationStatus, ReservationEvent>('reservation', {
  live: { converted: 'converted', cancelled: 'cancelled', expired: 'expired' },
  converted: {},
  cancelled: {},
  expired: {},
})

/** 3 days are 72 hours, whatever the clocks do in between. */
export function reservationExpiry(madeAt: Temporal.Instant): Temporal.Instant {
  return madeAt.add({ hours: limits.reservation.hours })
}

/** Over from the instant of its expiry on, whether or not a job has written so yet. */
export function isReservationLive(
  reservation: { readonly status: ReservationStatus; readonly expiresAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  return reservation.status === 'live' && Temporal.Instant.compare(now, reservation.expiresAt) < 0
}

export interface FormerReservation {
  readonly boxId: string
  readonly status: ReservationStatus
  readonly expiresAt: Temporal.Instant
  /** When it was converted, cancelled or marked as expired; null while it is live. */
  readonly endedAt: Temporal.Instant | null
}

export type ReservationRefusal = 'oneLivePerStock' | 'sameBoxTooSoon'

/**
 * Why a client may not reserve this box now; null: he may. One live reservation per stock; the same box not again within
 * 7 days from the end of the last one, so that nobody holds a box for ever by renewing.
 * @param former all reservations of this client at this stock
 */
export function refuseReservation(
  boxId: string,
  former: readonly FormerReservation[],
  now: Temporal.Instant,
): ReservationRefusal | null {
  if (former.some((reservation) => isReservationLive(reservation, now))) return 'oneLivePerStock'
  const days = limits.reservation.sameBoxAgainAfterDays
  const isTooSoon = former.some((reservation) => {
    const end = earlier(reservation.endedAt ?? reservation.expiresAt, reservation.expiresAt)
    return reservation.boxId === boxId && Temporal.Instant.compare(now, end.add({ hours: 24 * days })) < 0
  })
  return isTooSoon ? 'sameBoxTooSoon' : null
}

function earlier(a: Temporal.Instant, b: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(a, b) <= 0 ? a : b
}

/** Until when: the hold of a pending contract, the first day of leaving, and the last moment of a term (decision 13). */
import { limits } from './limits.ts'
import { addBusinessDays } from './period.ts'

/**
 * When the hold of a pending contract ends: after 72 hours; while a payment is under way, or where bank transfer was chosen,
 * 14 business days at the same time of day (decision 13). The caller asks anew when the payment is decided.
 * @param timeZone of the stock, whose working days count
 */
export function pendingHoldEnd(
  bookedAt: Temporal.Instant,
  hold: { readonly awaitsPayment: boolean; readonly timeZone: string },
): Temporal.Instant {
  if (!hold.awaitsPayment) return bookedAt.add({ hours: limits.pendingContract.hours })
  const booked = bookedAt.toZonedDateTimeISO(hold.timeZone)
  return addBusinessDays(booked.toPlainDate(), limits.pendingContract.businessDaysWhileUndecided)
    .toZonedDateTime({ timeZone: hold.timeZone, plainTime: booked.toPlainTime() })
    .toInstant()
}

/**
 * The moment, in the stock's zone, from which a tenant no longer opens and the contract is `ended`.
 * @param endDay EndDate, or the noticed leaving day, which is then the end
 * @param leavingTime as noted in the notice; 12:00 unless noted
 */
export function endMoment(
  endDay: Temporal.PlainDate,
  leavingTime: Temporal.PlainTime = Temporal.PlainTime.from(limits.contract.leavingTime),
): Temporal.PlainDateTime {
  return endDay.toPlainDateTime(leavingTime)
}

/**
 * The first day that can be noted for leaving: not before today, nor before the rental has begun, nor before the notice days
 * of its tariff have passed (decisions 17, 23).
 * @param today in the stock's zone
 * @param noticeDays of the contract's tariff; 0 where none is switched on
 */
export function earliestLeaving(
  today: Temporal.PlainDate,
  startDay: Temporal.PlainDate,
  noticeDays = 0,
): Temporal.PlainDate {
  const noticed = today.add({ days: noticeDays })
  return Temporal.PlainDate.compare(noticed, startDay) < 0 ? startDay : noticed
}

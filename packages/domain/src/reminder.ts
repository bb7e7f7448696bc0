/** When a tenant is written to about an unpaid invoice: so many days before and after its due day, as the stock says. */
import { limits } from './limits.ts'

export interface ReminderSchedule {
  /** Days before the due day; 0 is that day itself. */
  readonly daysBefore: readonly number[]
  readonly daysAfter: readonly number[]
}

/**
 * The step of an invoice that is to be sent today, in days from its due day (negative: before); null: none. The last one whose
 * day has come counts: after nights without a server he gets one mail and not three, and none when its day is too long ago. A
 * step of the day of issue or before is passed over: whoever just got an invoice (he has extended his contract, say) is not
 * reminded of it at once.
 */
export function reminderStep(
  { daysBefore, daysAfter }: ReminderSchedule,
  { dueDay, issuedOn }: { readonly dueDay: Temporal.PlainDate; readonly issuedOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
): number | null {
  const passed = dueDay.until(today).days
  const issued = dueDay.until(issuedOn).days
  const steps = [...daysBefore.map((days) => -days), ...daysAfter].filter(
    (step) => step <= passed && step > issued,
  )
  if (steps.length === 0) return null
  const step = Math.max(...steps)
  return passed - step > limits.reminder.lateDays ? null : step
}

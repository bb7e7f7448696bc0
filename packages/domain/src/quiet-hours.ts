/** When nobody is woken: from 21:00 to 8:00 by the clocks of a place, also in the nights in which they are changed. */

export const quietHours = {
  from: Temporal.PlainTime.from('21:00'),
  until: Temporal.PlainTime.from('08:00'),
} as const

/** Until when it is quiet there; null: it is not quiet now. The first moment of 8:00 is not. */
export function quietUntil(at: Temporal.Instant, timeZone: string): Temporal.Instant | null {
  const here = at.toZonedDateTimeISO(timeZone)
  const time = here.toPlainTime()
  const isEvening = Temporal.PlainTime.compare(time, quietHours.from) >= 0
  if (!isEvening && Temporal.PlainTime.compare(time, quietHours.until) >= 0) return null
  const day = here.toPlainDate().add({ days: isEvening ? 1 : 0 })
  return day.toZonedDateTime({ timeZone, plainTime: quietHours.until }).toInstant()
}

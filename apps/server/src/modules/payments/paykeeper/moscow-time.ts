const ZONE = 'Europe/Moscow'

/** `YYYY-MM-DD HH:MM:SS`, the only form in which PayKeeper writes and reads times; it carries no zone. */
export function toMoscow(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** Reads such a time; null for null and for what is none. */
export function fromMoscow(text: string | null): Temporal.Instant | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(ZONE).toInstant()
  } catch {
    return null
  }
}

/** The day in Moscow, by which PayKeeper's lists are asked. */
export function moscowDay(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(ZONE).toPlainDate()
}

import { localeOf, type Language } from '@stowage/texts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** `mon-fri` → "Mo.–Fr." as the reader's language shortens them; what is no span of weekdays stays as it is. */
export function dayNames(span: string, language: Language): string {
  const days = span.split('-').map((day) => order.indexOf(day))
  if (days.includes(-1)) return span
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  // The first of January 2024 was a Monday.
  return days.map((day) => format.format(new Date(Date.UTC(2024, 0, 1 + day)))).join('–')
}

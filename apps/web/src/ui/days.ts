/** Days as `YYYY-MM-DD` strings; the browser has no Temporal everywhere. Safe across daylight saving: all in UTC. */
const dayMs = 86_400_000

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / dayMs)
}

/** The same day of the month `months` later, at most its last day: 31 Jan → 28 Feb → 31 Mar from one anchor. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** So many days later, earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(utc(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The day that an instant (in ms since 1970) falls on in a time zone. */
export function dayIn(instantMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instantMs)
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/**
 * The days on which euro payments are settled between banks: those of the Eurosystem's calendar (TARGET), the same in all
 * countries. Holidays of one country are no holidays of it.
 */

/** The calendar is kept at the clock of Frankfurt. */
export const TARGET_ZONE = 'Europe/Berlin'

/** Month and day of the closing days that stand fast. */
const CLOSED = ['01-01', '05-01', '12-25', '12-26']

/** Easter Sunday of a year (Gauss's rule as Meeus wrote it down). */
export function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(n / 31), day: (n % 31) + 1 })
}

export function isTargetDay(day: Temporal.PlainDate): boolean {
  if (day.dayOfWeek > 5 || CLOSED.includes(day.toString().slice(5))) return false
  const fromEaster = easterSunday(day.year).until(day).days
  // Good Friday and Easter Monday.
  return fromEaster !== -2 && fromEaster !== 1
}

/** That day, or the next one on which payments are settled. */
export function targetDay(day: Temporal.PlainDate): Temporal.PlainDate {
  let found = day
  while (!isTargetDay(found)) found = found.add({ days: 1 })
  return found
}

/** So many settlement days further; back where negative. A day that is none counts as the next one (back: as the last one). */
export function addTargetDays(day: Temporal.PlainDate, count: number): Temporal.PlainDate {
  const step = count < 0 ? -1 : 1
  let found = day
  while (!isTargetDay(found)) found = found.add({ days: step })
  for (let left = Math.abs(count); left > 0; left -= 1)
    do found = found.add({ days: step })
    while (!isTargetDay(found))
  return found
}

import { limits } from '@stowage/domain/limits'
import { addDays } from '../../ui/days.ts'

/** From today to today plus 29 days; today is the stock's (specification 5, decision 7). */
export function arrivalWindow(today: string): { readonly first: string; readonly last: string } {
  return { first: today, last: addDays(today, limits.booking.arrivalDaysAhead) }
}

/** 0 Monday … 6 Sunday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** The weeks, Monday first, that hold the window's days; what lies outside is null. */
export function weeksOf({
  first,
  last,
}: {
  readonly first: string
  readonly last: string
}): (string | null)[][] {
  const weeks: (string | null)[][] = []
  for (let monday = addDays(first, -weekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
    weeks.push(week.map((day) => (day < first || day > last ? null : day)))
  }
  return weeks
}

/** Where an arrow key leads within the window; null for other keys. */
export function dayByKey(
  key: string,
  day: string,
  { first, last }: { readonly first: string; readonly last: string },
): string | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(day),
    End: 6 - weekday(day),
  }
  if (key === 'PageUp') return first
  if (key === 'PageDown') return last
  const step = steps[key]
  if (step === undefined) return null
  const wanted = addDays(day, step)
  return wanted < first ? first : wanted > last ? last : wanted
}

export interface TimeLeft {
  readonly n: number
  readonly unit: 'days' | 'hours' | 'minutes'
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Time that is left, in the largest unit that does not promise more than there is; null when it is over. */
export function timeLeft(ms: number): TimeLeft | null {
  if (ms <= 0) return null
  // Under three days hours tell more: a hold of three days would say "two" a second after it began.
  if (ms >= 3 * dayMs) return { n: Math.floor(ms / dayMs), unit: 'days' }
  if (ms >= hourMs) return { n: Math.floor(ms / hourMs), unit: 'hours' }
  return { n: Math.max(1, Math.floor(ms / minuteMs)), unit: 'minutes' }
}

/**
 * Boxes in series: `A001–A120` are 120 doors in a row, each with the number painted on it. Safe for the browser, which shows
 * the numbers before anything is made.
 */
import { formatUnitNumber } from './box.ts'
import { limits } from './limits.ts'

const SERIES = /^(.*?)(\d{1,9})\s*(?:–|—|−|-|\.\.\.?|…)\s*(.*?)(\d{1,9})$/u

/**
 * Every unit number of a series, in order. The second end may leave the prefix out (`A001–120`); zeros in front of the first
 * end say how wide the counter is.
 * @returns the numbers, or 1005 for what is no series, 1004 for one that is too long or whose numbers are
 */
export function parseUnitSeries(
  text: string,
): { ok: true; unitNumbers: readonly string[] } | { ok: false; code: 1004 | 1005 } {
  const [, prefix = '', first = '', again = '', last = ''] = SERIES.exec(text.trim()) ?? []
  const isSeries = first !== '' && (again === '' || again === prefix)
  // `A001–A1200` would change its width on the way; `A1–A120` and `A098–A102` do not.
  const isEven = last.length === first.length || (!first.startsWith('0') && last.length > first.length)
  const [from, to] = [Number(first), Number(last)]
  if (!isSeries || !isEven || from > to) return { ok: false, code: 1005 }
  if (to - from >= limits.boxesAtOnce || prefix.length + last.length > limits.text.unitNumber[1])
    return { ok: false, code: 1004 }
  return {
    ok: true,
    unitNumbers: Array.from({ length: to - from + 1 }, (_one, index) =>
      formatUnitNumber(prefix, from + index, first.length),
    ),
  }
}

/** Moscow has kept UTC+3 all year since 2014. */
const OFFSET_MS = 3 * 3_600_000

/** `YYYY-MM-DD HH:MM:SS`, Moscow, without a zone: the only form PayKeeper writes. */
export function toMoscow(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The Moscow day of an instant. */
export function moscowDay(at: Date): string {
  return toMoscow(at).slice(0, 10)
}

/**
 * Reads `YYYY-MM-DD` (taken as the end of that day) or `YYYY-MM-DD HH:MM:SS`.
 * @returns undefined when it is no such time
 */
export function readMoscow(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(text)
  if (!match) return undefined
  const at = new Date(`${match[1]}T${match[2] ?? '23:59:59'}+03:00`)
  // 2026-02-31 rolls over silently: what is written must be what was read.
  return Number.isNaN(at.getTime()) || moscowDay(at) !== match[1] ? undefined : at
}

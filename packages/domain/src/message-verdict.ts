/**
 * What became of a processor's message, as the screens sort it. Safe for the browser.
 */

/** All is well: the money is credited, was credited already, the news changes nothing, or is another shop's. */
export const QUIET_VERDICTS = ['credited', 'known', 'noted', 'not ours'] as const

/** Waits to be confirmed; that takes minutes. */
export const WAITING_VERDICT = 'valid'

/** So long a message may wait before somebody should look: the processor was asked twenty times by then. */
export const WAITS_MINUTES = 10

/** Judging it again may lead to another end, because something outside has changed: the processor answers, or the settings were put right. */
const FINAL_VERDICTS: readonly string[] = ['malformed', 'forged', 'stale', ...QUIET_VERDICTS]

/** @param waited minutes since it came */
export function needsAttention(verdict: string, waited: number): boolean {
  if (verdict === WAITING_VERDICT) return waited >= WAITS_MINUTES
  return !(QUIET_VERDICTS as readonly string[]).includes(verdict)
}

/** One whose signature was wrong stays what it is: what was signed is not kept. */
export function mayReplay(verdict: string): boolean {
  return !FINAL_VERDICTS.includes(verdict)
}

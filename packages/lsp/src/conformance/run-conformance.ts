import { callChecks } from './call-checks.ts'
import { eventChecks } from './event-checks.ts'
import { enduranceChecks, listChecks } from './list-checks.ts'
import { openingChecks } from './opening-checks.ts'
import { signatureChecks } from './signature-checks.ts'
import type { Check, Noted, Section, Subject } from './subject.ts'

/** Every MUST of LSP/1 that can be seen from outside, in an order in which one opening of the lock is enough. */
export const CHECKS: readonly Check[] = [
  ...callChecks,
  ...signatureChecks,
  ...openingChecks,
  ...listChecks,
  ...eventChecks,
  ...enduranceChecks,
]

export interface Verdict {
  readonly section: Section
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'left out'
  /** Of a failed one: what was seen instead. */
  readonly seen?: string
}

/**
 * Examines a locks server. One check after another: what one leaves behind, the next may need.
 * @param said hears each verdict as it falls
 */
export async function runConformance(
  subject: Subject,
  said: (verdict: Verdict) => void = () => undefined,
): Promise<readonly Verdict[]> {
  const noted: Noted = {}
  const verdicts: Verdict[] = []
  for (const check of CHECKS) {
    const verdict = await judge(check, subject, noted)
    verdicts.push(verdict)
    said(verdict)
  }
  return verdicts
}

async function judge(check: Check, subject: Subject, noted: Noted): Promise<Verdict> {
  const { section, says } = check
  if (check.needs?.(subject) === false) return { section, says, outcome: 'left out' }
  try {
    await check.run(subject, noted)
    return { section, says, outcome: 'passed' }
  } catch (error) {
    return { section, says, outcome: 'failed', seen: error instanceof Error ? error.message : String(error) }
  }
}

import type { MailKind } from './mails/index.ts'

/**
 * What a billing night, a day of debits or the calendar writes by the thousand. Nobody sits before a screen and waits for one of these;
 * who waits for another kind does not wait behind them.
 */
const bulkKinds: ReadonlySet<string> = new Set<MailKind>([
  'contractEnding',
  'debitAnnounced',
  'debitDeclined',
  'invoiceIssued',
  'invoiceReminder',
  'penaltyIssued',
  'pinVoided',
  'rentRise',
  'rentRiseWithdrawn',
])

export const isBulk = (kind: string): boolean => bulkKinds.has(kind)

import { smsTopics, type SmsTopic } from '@stowage/api/sms-topics'

/** What is sent: what a tenant may choose, and the code that confirms his number. */
export type SmsKind = SmsTopic | 'numberCode'
export const smsKinds: readonly SmsKind[] = [...smsTopics, 'numberCode']

export const isSmsKind = (kind: string): kind is SmsKind => (smsKinds as readonly string[]).includes(kind)

interface Way {
  /** Goes at night too: a door stands open, or its reader has asked for it a moment ago. */
  readonly isUrgent: boolean
  /** What has not gone by then is of no use any more, in machine time. */
  readonly goodForMinutes: number
}

const DAYS_2 = 48 * 60

export const wayOf: Readonly<Record<SmsKind, Way>> = {
  boxLeftOpen: { isUrgent: true, goodForMinutes: 60 },
  callBackAsked: { isUrgent: true, goodForMinutes: 120 },
  numberCode: { isUrgent: true, goodForMinutes: 10 },
  reservationEnding: { isUrgent: false, goodForMinutes: DAYS_2 },
  debitDeclined: { isUrgent: false, goodForMinutes: DAYS_2 },
  accessClosing: { isUrgent: false, goodForMinutes: DAYS_2 },
}

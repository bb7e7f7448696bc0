/** What a tenant may have told by short message beside the mail; all of it is off until he chooses it. */
export const smsTopics = [
  'boxLeftOpen',
  'reservationEnding',
  'debitDeclined',
  'accessClosing',
  'callBackAsked',
] as const
export type SmsTopic = (typeof smsTopics)[number]

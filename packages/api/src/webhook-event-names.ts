/** The events that webhooks can tell. Nothing else here, so that forms know the list without the schemas. */
export const webhookEventNames = [
  'contract.booked',
  'contract.activated',
  'contract.extended',
  'contract.moved',
  'contract.notice-given',
  'contract.notice-withdrawn',
  'contract.ended',
  'contract.closed',
  'contract.cancelled',
  'contract.withdrawn',
  'reservation.created',
  'reservation.cancelled',
  'reservation.expired',
  'document.issued',
  'document.settled',
  'document.voided',
  'penalty.issued',
  'credit-note.issued',
  'payment.received',
  'payment.failed',
  'payment.refunded',
  'payment.disputed',
  'subscription.activated',
  'subscription.cancelled',
  'user.created',
  'user.verification-decided',
  'user.deleted',
  'appeal.added',
  'appeal.handled',
  'box.left-open',
  'box.forced',
  'site.availability',
] as const
export type WebhookEvent = (typeof webhookEventNames)[number]

/** What the button of the screen sends: the address works, and the signature is understood. */
export const TEST_EVENT = 'webhook.test'

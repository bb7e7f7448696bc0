import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text as shown } from './entities/answer.ts'
import { flag, oneOf, pathId, text, wholeText } from './fields.ts'
import { webhookEventNames } from './webhook-event-names.ts'

/**
 * Why a webhook is off: somebody switched it off, its target failed for days or said that it is gone (410), or its secret was sealed with another
 * key and does not open, so that nothing can be signed.
 */
const offReasons = ['staff', 'failures', 'gone', 'secret'] as const

export const Webhook = z.object({
  id: shown(),
  name: shown(),
  url: shown(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  offReason: maybe(z.enum(offReasons)),
  offSince: maybe(shown()),
  /** Nothing has been taken since then. */
  failingSince: maybe(shown()),
  /** Until then deliveries are signed with the former secret as well. */
  formerSecretUntil: maybe(shown()),
  maker: z.object({ id: shown(), name: shown() }),
  created: shown(),
  /** Of what is kept: on its way, given up. */
  waiting: z.int(),
  dead: z.int(),
  lastDelivered: maybe(shown()),
})

const deliveryStates = ['waiting', 'delivered', 'dead'] as const
export const attemptFaults = ['timeout', 'address', 'connection', 'redirect', 'answer', 'secret'] as const

export const WebhookDelivery = z.object({
  /** Stands in the header `webhook-id` of every attempt: what was taken under it once is not taken again. */
  id: shown(),
  event: shown(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created: shown(),
  /** When it is tried again; null: no more. */
  next: maybe(shown()),
  /** Of the last attempt: the status of the answer, or why there was none. */
  status: maybe(z.int()),
  fault: maybe(z.enum(attemptFaults)),
})
export const WebhookAttempt = z.object({
  number: z.int(),
  at: shown(),
  milliseconds: z.int(),
  status: maybe(z.int()),
  fault: maybe(z.enum(attemptFaults)),
  /** The beginning of what was answered. */
  answer: maybe(shown()),
})

/** https, or an address that the operator allows by name; what leads inside is refused (9114). */
const url = () => text(10, 500).check(z.meta({ format: 'uri' }))
const events = () =>
  z.array(oneOf(webhookEventNames), '1003').check(
    z.refine((list) => list.length > 0, '1003'),
    z.refine((list) => new Set(list).size === list.length, '1005'),
    z.meta({ minItems: 1, uniqueItems: true }),
  )
const one = z.object({ id: pathId() })
const written = {
  module: 'messaging',
  access: [],
  notWhileImpersonating: true,
  notByKey: true,
} as const

export const listWebhooks = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'webhooks',
  summary: 'Webhooks with how they fare, the latest first; never their secrets',
  access: [],
  answer: z.array(Webhook),
})
export const createWebhook = endpoint({
  ...written,
  method: 'POST',
  path: 'webhooks',
  summary: 'Tell an address of these events; the secret that signs is in this answer and nowhere else',
  body: z.object({ name: text(1, 60), url: url(), events: events() }),
  /** Null where the same Idempotency-Key was answered before. */
  answer: z.extend(Webhook, { secret: z.nullable(shown()) }),
  errors: [1003, 1004, 1005, 9114, 9183],
})
export const changeWebhook = endpoint({
  ...written,
  method: 'PUT',
  path: 'webhooks/{id}',
  summary: 'Change name, address or events, or switch it on or off; what waits goes out once it is on',
  params: one,
  body: z.object({
    name: z.optional(text(1, 60)),
    url: z.optional(url()),
    events: z.optional(events()),
    isOn: z.optional(flag()),
  }),
  answer: Webhook,
  errors: [1003, 1004, 1005, 9104, 9114],
})
export const deleteWebhook = endpoint({
  ...written,
  method: 'DELETE',
  path: 'webhooks/{id}',
  summary: 'Delete a webhook with all that is kept of its deliveries',
  params: one,
  errors: [9104],
})
export const rotateWebhookSecret = endpoint({
  ...written,
  method: 'POST',
  path: 'webhooks/{id}/secret',
  summary: 'A new secret; for a day deliveries are signed with the former one as well',
  params: one,
  answer: z.extend(Webhook, { secret: z.nullable(shown()) }),
  errors: [9104],
})
export const testWebhook = endpoint({
  ...written,
  method: 'POST',
  path: 'webhooks/{id}/test',
  summary: 'Send `webhook.test`; what came of it is among the deliveries a moment later',
  rateLimit: 'sensitive',
  params: one,
  answer: WebhookDelivery,
  errors: [9104, 9183],
})
export const listWebhookDeliveries = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'webhooks/{id}/deliveries',
  summary:
    'Deliveries of a webhook, the latest first, 50 a page; the count stops at 10,000. Delivered ones are kept for 30 days, others for 90',
  access: [],
  params: one,
  query: z.object({
    state: z.optional(oneOf(deliveryStates)),
    page: z.optional(wholeText(1, 200)),
  }),
  answer: Page(WebhookDelivery),
  errors: [9104],
})
export const getWebhookDelivery = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'webhooks/{id}/deliveries/{deliveryId}',
  summary: 'One delivery: what was sent, and what came of each attempt',
  access: [],
  params: z.object({ id: pathId(), deliveryId: pathId() }),
  answer: z.extend(WebhookDelivery, { url: shown(), body: shown(), tries: z.array(WebhookAttempt) }),
  errors: [9104],
})
export const replayWebhookDelivery = endpoint({
  ...written,
  method: 'POST',
  path: 'webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Send a delivery again under its own id, whether it was taken or given up',
  params: z.object({ id: pathId(), deliveryId: pathId() }),
  answer: WebhookDelivery,
  errors: [9104, 9183],
})

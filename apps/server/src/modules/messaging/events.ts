import { eventType } from '../../platform/events/event.ts'

/** A banner is new or was changed. `wasGlobal`: visitors could see it before. Aggregate: `notification:<id>`. */
export const notificationChanged = eventType<{ notificationId: string; wasGlobal: boolean }>(
  'notification-changed',
)
/** Who is told of what by webhook has changed: every process reads it anew. Aggregate: `webhook:<id>`. */
export const webhooksChanged = eventType<{ webhookId: string }>('webhooks-changed')

import * as api from '@stowage/api/webhooks'
import { machineNow } from '../../../platform/clock.ts'
import type { Handler } from '../../../platform/events/dispatcher.ts'
import { fail } from '../../../platform/failure.ts'
import { route, type Route } from '../../../platform/http/call.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSealer } from '../../../platform/seal.ts'
import type { Job } from '../../../platform/ticker.ts'
import { forgetDeliveries } from './delivery-store.ts'
import * as manage from './manage-webhooks.ts'
import { sendWebhooks, type Sending } from './send-webhooks.ts'
import { webhookHandlers } from './tell-webhooks.ts'
import { wantedEvents } from './webhook-store.ts'
import { readDeliveries, readDelivery, readWebhooks } from './webhook-view.ts'

const PAGE_SIZE = 50
const DAYS_KEPT = { delivered: 30, dead: 90 }

export interface Webhooks {
  readonly routes: readonly Route[]
  readonly handlers: readonly Handler[]
  readonly jobs: readonly Job[]
  /** Who wants what has changed, here or in another process. */
  readAnew(): Promise<void>
}

/** Outgoing webhooks: who is told of what, and the telling. */
export function createWebhooks(platform: Platform, isMuted: () => boolean): Webhooks {
  const { db } = platform
  const sending: Sending = { platform, sealer: createSealer(platform.config.secrets.storageKey, 'webhook') }
  const stopping = new AbortController()
  let wanted: ReadonlySet<string> = new Set()
  const readAnew = async (): Promise<void> => {
    wanted = new Set(await wantedEvents(db))
  }
  /** The next fact after the answer is told, also by this process, which hears of its own change a moment later. */
  const thenRead = async <T>(change: Promise<T>): Promise<T> => {
    const made = await change
    await readAnew()
    return made
  }
  return {
    readAnew,
    handlers: webhookHandlers((event) => !isMuted() && wanted.has(event)),
    routes: [
      route(api.listWebhooks, () => readWebhooks(db)),
      route(api.createWebhook, (call) => thenRead(manage.createWebhook(sending, call))),
      route(api.changeWebhook, (call) => thenRead(manage.changeWebhook(sending, call))),
      route(api.deleteWebhook, (call) => thenRead(manage.deleteWebhook(sending, call))),
      route(api.rotateWebhookSecret, (call) => manage.rotateSecret(sending, call)),
      route(api.testWebhook, (call) => manage.testWebhook(sending, call)),
      route(api.listWebhookDeliveries, async ({ params, query }) => {
        if ((await readWebhooks(db, params.id)).length === 0) fail(9104)
        const { state, page = '1' } = query
        return await readDeliveries(db, params.id, { state, page: Number(page), pageSize: PAGE_SIZE })
      }),
      route(
        api.getWebhookDelivery,
        async ({ params }) => (await readDelivery(db, params.id, params.deliveryId)) ?? fail(9104),
      ),
      route(api.replayWebhookDelivery, (call) => manage.replayDelivery(sending, call)),
    ],
    jobs: [
      {
        name: 'send-webhooks',
        everySeconds: 2,
        run: async () => await sendWebhooks(sending, stopping.signal),
        stop: () => stopping.abort(),
      },
      {
        name: 'forget-webhook-deliveries',
        everySeconds: 3600,
        run: async () => {
          const before = (days: number) => machineNow().subtract({ hours: 24 * days })
          await forgetDeliveries(db, { delivered: before(DAYS_KEPT.delivered), dead: before(DAYS_KEPT.dead) })
        },
      },
    ],
  }
}

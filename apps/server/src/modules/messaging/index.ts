import * as api from '@stowage/api/emails'
import * as previews from '@stowage/api/mail-previews'
import { createNotification, listNotifications, updateNotification } from '@stowage/api/messaging'
import { authorOf } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { publicRoute, route, sent } from '../../platform/http/call.ts'
import type { Module } from '../../platform/module.ts'
import type { Pace } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { createBulkPace } from './bulk-pace.ts'
import { changeNotification } from './change-notification.ts'
import { createNotification as create } from './create-notification.ts'
import { emailHistory } from './email-history-view.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { invoiceEmailings } from './invoice-mail-view.ts'
import { endPushHandlers } from './end-pushes.ts'
import { eraseReader, eraseVisitor } from './erase-reader.ts'
import { disputeHandler } from './mail-disputes.ts'
import { failedRefundHandler } from './mail-failed-refunds.ts'
import { freeBoxHandler } from './mail-free-box.ts'
import { createLetterSender } from './letter-sender.ts'
import { mailInvoice } from './mail-invoice.ts'
import { notificationById, notificationsFor } from './notification-view.ts'
import { mailKindsInGroups, previewMail, sendPreviewPage } from './preview-mail.ts'
import { createPushKey } from './push-key.ts'
import { createPush } from './push.ts'
import { retryMail } from './retry-mail.ts'
import { riseHandler, serveRises } from './serve-rises.ts'
import { messageQueues } from './queue-view.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'
import { sendPushes } from './send-pushes.ts'
import { sendAllBulkMails, sendBulkMails, sendDueMails } from './send-mails.ts'
import { createSms, type Sms } from './sms/index.ts'
import { webhooksChanged } from './events.ts'
import { createWebhooks } from './webhooks/index.ts'
import { mailHandlers } from './write-mails.ts'
import { writeNews } from './write-news.ts'

export interface Messaging extends Module {
  /** While muted no mails are written: the demo's past is not mailed to anybody. */
  mute(isMuted: boolean): void
  /** The short messages of the demo's people. */
  readonly putSmsNumber: Sms['putNumber']
}

/** The messaging module of one server: banners, mails, what browsers are told. Nobody imports it. */
export function createMessaging(platform: Platform): Messaging {
  const { config } = platform
  const sender =
    config.smtpUrl === undefined
      ? undefined
      : createLetterSender({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const pace = createBulkPace()
  const push = createPush(platform)
  const pushKey = createPushKey(platform)
  const stopping = new AbortController()
  let isMuted = false
  const sms = createSms(platform, () => isMuted)
  const webhooks = createWebhooks(platform, () => isMuted)
  return {
    putSmsNumber: sms.putNumber,
    ...(sms.mount ? { mount: sms.mount } : {}),
    mute(muted) {
      isMuted = muted
    },
    handlers: [
      ...mailHandlers(platform, () => isMuted),
      riseHandler(platform, () => isMuted),
      freeBoxHandler(platform, () => isMuted),
      eraseReader(platform, () => isMuted),
      eraseVisitor(platform),
      disputeHandler(platform, () => isMuted),
      failedRefundHandler(platform, () => isMuted),
      ...endPushHandlers(),
      ...webhooks.handlers,
    ],
    routes: [
      publicRoute(
        listNotifications,
        async ({ actor, query }) => await notificationsFor(platform.db, actor, query),
      ),
      route(createNotification, async (call) => {
        const { clock } = platform
        return await call.transact(async (tx) => {
          const id = await create(clock, tx, authorOf(call), call.actor.id, call.body)
          return (await notificationById(tx, id)) ?? fail(9104)
        })
      }),
      route(updateNotification, async (call) => {
        const { id } = call.params
        return await call.transact(async (tx) => {
          await changeNotification(platform.clock, tx, authorOf(call), call.actor.id, id, call.body)
          return (await notificationById(tx, id)) ?? fail(9104)
        })
      }),
      ...inboxRoutes(platform, pushKey),
      ...(sms.routes ?? []),
      ...webhooks.routes,
      route(previews.listMailKinds, async () => mailKindsInGroups()),
      route(previews.previewMail, async (call) => await previewMail(platform, call)),
      route(previews.previewMailPage, async (call) => {
        await sendPreviewPage(call)
        return sent
      }),
      route(api.retryMail, async (call) => {
        return await call.transact(async (tx) => {
          await retryMail(platform, tx, call)
          return {}
        })
      }),
      route(api.searchEmailHistory, async ({ query }) => await emailHistory(platform.db, query)),
      route(
        api.listInvoiceEmailings,
        async ({ query: { userId, invoicesIds } }) =>
          await invoiceEmailings(platform.db, userId, listed(invoicesIds)),
      ),
      route(
        api.mailInvoice,
        async (call) => await call.transact(async (tx) => await mailInvoice(platform, tx, call)),
      ),
    ],
    // Reminders first: what they write goes out in the same round. Without SMTP_URL mails wait in their table: whoever sets it later loses none.
    jobs: [
      {
        name: 'remind-of-invoices',
        everySeconds: 60,
        run: async (ending?: AbortSignal, pace?: Pace) => {
          if (!isMuted) await remindOfInvoices(platform, ending, pace)
        },
      },
      {
        name: 'write-news',
        everySeconds: 60,
        run: async (_ending?: AbortSignal, pace?: Pace) => {
          if (!isMuted) await writeNews(platform, pace)
        },
      },
      {
        name: 'serve-rises',
        everySeconds: 60,
        run: async (ending?: AbortSignal, pace?: Pace) => {
          if (!isMuted) await serveRises(platform, ending, pace)
        },
      },
      {
        name: 'send-pushes',
        everySeconds: 2,
        run: async () => await sendPushes(platform, pushKey, stopping.signal),
        stop: () => stopping.abort(),
      },
      ...(sender
        ? [
            {
              name: 'send-mails',
              everySeconds: 2,
              run: async (ending?: AbortSignal) => await sendDueMails(platform, sender, ending),
            },
            {
              name: 'send-bulk-mails',
              everySeconds: 1,
              run: async (ending?: AbortSignal) => await sendBulkMails(platform, sender, pace, ending),
              runWhole: async () => await sendAllBulkMails(platform, sender),
            },
          ]
        : []),
      ...(sms.jobs ?? []),
      ...webhooks.jobs,
    ],
    queues: async () => await messageQueues(platform.db, machineNow()),
    start: webhooks.readAnew,
    heard(event) {
      push.heard(event)
      if (event.type === webhooksChanged.type)
        webhooks
          .readAnew()
          .catch((error: unknown) => platform.log.error({ err: error }, 'webhooks could not be read anew'))
    },
    useHub: push.useHub,
    close: async () => {
      push.close()
      sender?.close()
      await sms.close?.()
    },
  }
}

/** `a,b` or `a` and `b` given one by one. */
function listed(ids: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof ids === 'string' ? ids.split(',').filter((id) => id !== '') : ids
}

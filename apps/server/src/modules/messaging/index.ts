import * as api from '@stowage/api/emails'
import { listNotifications } from '@stowage/api/messaging'
import { publicRoute, route } from '../../platform/http/call.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { emailHistory } from './email-history-view.ts'
import { invoiceEmailings } from './invoice-mail-view.ts'
import { mailInvoice } from './mail-invoice.ts'
import { notificationsFor } from './notification-view.ts'
import { createPush } from './push.ts'
import { riseHandler, serveRises } from './serve-rises.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'
import { sendDueMails } from './send-mails.ts'
import { mailHandlers } from './write-mails.ts'

export interface Messaging extends Module {
  /** While muted no mails are written: the demo's past is not mailed to anybody. */
  mute(isMuted: boolean): void
}

/** The messaging module of one server: banners, mails, what browsers are told. Nobody imports it. */
export function createMessaging(platform: Platform): Messaging {
  const { config } = platform
  const mailer =
    config.smtpUrl === undefined
      ? undefined
      : createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom })
  const push = createPush(platform)
  let isMuted = false
  return {
    mute(muted) {
      isMuted = muted
    },
    handlers: [...mailHandlers(platform, () => isMuted), riseHandler(platform, () => isMuted)],
    routes: [
      publicRoute(
        listNotifications,
        async ({ actor, query }) => await notificationsFor(platform.db, actor, query),
      ),
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
        run: async () => {
          if (!isMuted) await remindOfInvoices(platform)
        },
      },
      {
        name: 'serve-rises',
        everySeconds: 60,
        run: async () => {
          if (!isMuted) await serveRises(platform)
        },
      },
      ...(mailer
        ? [{ name: 'send-mails', everySeconds: 2, run: async () => await sendDueMails(platform, mailer) }]
        : []),
    ],
    heard: push.heard,
    useHub: push.useHub,
    close: async () => {
      push.close()
      mailer?.close()
    },
  }
}

/** `a,b` or `a` and `b` given one by one. */
function listed(ids: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof ids === 'string' ? ids.split(',').filter((id) => id !== '') : ids
}

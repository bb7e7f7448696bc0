import * as api from '@stowage/api/sms'
import { smsTopics } from '@stowage/api/sms-topics'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import { route } from '../../../platform/http/call.ts'
import type { Module } from '../../../platform/module.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTwilio } from '../../../platform/sms/twilio.ts'
import { mountReports } from './mount-reports.ts'
import { putConfirmedNumber } from './number-store.ts'
import { askCode, chooseTopics, confirmCode, forgetNumber, settingsOf } from './own-number.ts'
import { previewsOf } from './preview-sms.ts'
import { sendDueSms } from './send-sms.ts'
import { smsHistory } from './sms-history-view.ts'
import { trySmsAgain } from './sms-store.ts'
import { writeClosings } from './write-closings.ts'

export interface Sms extends Module {
  /** A confirmed number with all there is to tell: the people of the demo. */
  putNumber(tx: Tx, accountId: string, number: string): Promise<void>
}

/** Short messages beside the mails: off unless a gateway is named in the settings. */
export function createSms(platform: Platform, isMuted: () => boolean): Sms {
  const { db, config } = platform
  const gateway = config.sms.gateway && createTwilio(config.sms.gateway)
  return {
    putNumber: async (tx, accountId, number) =>
      await putConfirmedNumber(tx, { accountId, number, kinds: smsTopics, at: machineNow() }),
    routes: [
      route(api.readSmsSettings, async ({ actor }) => await settingsOf(platform, actor)),
      route(api.askSmsCode, async (call) => await askCode(platform, call)),
      route(api.confirmSmsNumber, async (call) => await confirmCode(platform, call)),
      route(api.chooseSmsTopics, async (call) => await chooseTopics(platform, call)),
      route(api.forgetSmsNumber, async (call) => await forgetNumber(platform, call)),
      route(api.searchSmsHistory, async ({ query }) => await smsHistory(db, query)),
      route(api.previewSms, async ({ query }) => previewsOf(query.language)),
      route(api.retrySms, async (call) => {
        return await call.transact(async (tx) => {
          const { id } = call.params
          const { kind, failure } = (await trySmsAgain(tx, id, machineNow())) ?? fail(9104)
          const action = { action: 'sms-retried', subjectType: 'sms', subjectId: id } as const
          note(tx, platform.clock, authorOf(call), { ...action, before: { kind, failure } })
          return {}
        })
      }),
    ],
    jobs: gateway
      ? [
          {
            name: 'write-closings',
            everySeconds: 60,
            run: async () => {
              if (!isMuted()) await writeClosings(platform)
            },
          },
          {
            name: 'send-sms',
            everySeconds: 2,
            run: async (stopping?: AbortSignal) => await sendDueSms(platform, gateway, stopping),
          },
        ]
      : [],
    ...(gateway ? { mount: async (app) => await mountReports(app, platform, gateway) } : {}),
    close: async () => gateway?.close(),
  }
}

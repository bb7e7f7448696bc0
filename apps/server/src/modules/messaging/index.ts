import * as api from '@stowage/api/messaging'
import { publicRoute } from '../../platform/http/call.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { notificationsFor } from './notification-view.ts'

export interface Messaging extends Module {
  /** While muted no mails are written: the demo's past is not mailed to anybody. */
  mute(isMuted: boolean): void
}

/** The messaging module of one server: banners, mails, what browsers are told. Nobody imports it. */
export function createMessaging(platform: Platform): Messaging {
  let muted = false
  return {
    mute(isMuted) {
      muted = isMuted
      platform.log.debug({ muted }, 'mails')
    },
    routes: [publicRoute(api.listNotifications, async ({ actor, query }) => await notificationsFor(platform.db, actor, query))],
  }
}

import { Notification } from '@stowage/api/entities/messaging'
import { toWire } from '@stowage/api/wire'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { notificationById } from './notification-view.ts'

/**
 * Tells every open browser of a new or changed banner (UPDATE_NOTIFICATION, specification 4): visitors of global ones only, and
 * where one is no longer for them just that it is gone. Who wrote it is nobody's business but the staff's, who read their list.
 */
export function tellNotification(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  hub: Hub,
  { notificationId, wasGlobal }: Readonly<Record<string, unknown>>,
): void {
  const actionType = 'UPDATE_NOTIFICATION'
  notificationById(db, String(notificationId)).then(
    (found) => {
      if (!found) return
      const payload = toWire(Notification, { ...found, userId: null })
      hub.send({ signedIn: true }, { actionType, payload })
      if (found.isGlobal) hub.send({ visitors: true }, { actionType, payload })
      else if (wasGlobal === true)
        hub.send({ visitors: true }, { actionType, payload: { _id: found.id, isActive: false } })
    },
    // Pages read the list at their next visit.
    (error: unknown) => log.warn({ err: error, notificationId }, 'browsers were not told of a banner'),
  )
}

import type { listNotifications } from '@stowage/api/messaging'
import type { Answer } from '@stowage/api/endpoint'
import { limits } from '@stowage/domain/limits'

export type Notification = Answer<typeof listNotifications>[number]

/** What the form of a banner holds. A new one begins switched off: who writes it decides when it is seen. */
export function notificationValues(notification?: Notification) {
  return {
    type: notification?.type ?? ('info' as const),
    titleEn: notification?.titleEn ?? '',
    titleDe: notification?.titleDe ?? '',
    descriptionEn: notification?.descriptionEn ?? '',
    descriptionDe: notification?.descriptionDe ?? '',
    isActive: notification?.isActive ?? false,
    isGlobal: notification?.isGlobal ?? false,
  }
}
export type NotificationValues = ReturnType<typeof notificationValues>

export const notificationLengths = {
  titleEn: limits.text.notificationTitle,
  titleDe: limits.text.notificationTitle,
  descriptionEn: limits.text.notificationDescription,
  descriptionDe: limits.text.notificationDescription,
} as const

import * as z from 'zod/mini'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { Notification } from './entities/messaging.ts'
import { flag, instant, oneOf, pathId, text } from './fields.ts'
import { notificationTypes } from './notification-types.ts'
import { wire } from './wire.ts'

export const listNotifications = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'notifications',
  summary: 'Banners; the public sees active global ones whatever is asked',
  access: 'public',
  query: z.object({
    activeStatus: z.optional(oneOf(['all', 'active', 'disactive'])),
    globalStatus: z.optional(oneOf(['all', 'global', 'local'])),
  }),
  answer: z.array(Notification),
})

const { notificationType, notificationTitle, notificationDescription } = limits.text

/** The form of specification 5: a type of a wrong length is 1004, an unknown one 1005; titles and texts are plain text. */
const notificationFields = z.object({
  type: z.pipe(text(...notificationType), oneOf(notificationTypes)),
  titleEn: text(...notificationTitle),
  titleDe: text(...notificationTitle),
  descriptionEn: text(...notificationDescription),
  descriptionDe: text(...notificationDescription),
  isActive: flag(),
  isGlobal: flag(),
})
const names = {
  titleEn: 'titleEN',
  titleDe: 'titleDE',
  descriptionEn: 'descriptionEN',
  descriptionDe: 'descriptionDE',
}

export const createNotification = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'notifications',
  summary: 'A banner across the top of every page; active ones are told to every open browser at once',
  access: [],
  body: wire(notificationFields, names),
  answer: Notification,
})

export const updateNotification = endpoint({
  module: 'messaging',
  method: 'PUT',
  path: 'notifications/{id}',
  summary: 'Change a banner; what is not sent stays, and who had put it away sees it again',
  access: [],
  params: z.object({ id: pathId() }),
  body: wire(z.extend(z.partial(notificationFields), { updated: z.optional(z.nullable(instant())) }), names),
  answer: Notification,
  errors: [9104, 9109],
})

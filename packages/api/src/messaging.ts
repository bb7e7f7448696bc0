import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Notification } from './entities/messaging.ts'
import { oneOf } from './fields.ts'

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

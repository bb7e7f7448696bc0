import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './entities/answer.ts'
import { instant, text as field } from './fields.ts'

export const readInbox = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'inbox',
  summary: 'What the reader was told lately, the newest first, and how much of it he has not seen',
  access: 'signed-in',
  answer: z.object({
    items: z.array(
      z.object({
        id: text(),
        kind: text(),
        title: text(),
        path: text(),
        created: text(),
        isRead: z.boolean(),
      }),
    ),
    unread: z.int(),
  }),
})

export const markInboxRead = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'inbox/read',
  summary: 'All that was told until then is read; never what came later, and never less than before',
  access: 'signed-in',
  notWhileImpersonating: true,
  body: z.object({ until: instant() }),
})

export const readPushKey = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'push/key',
  summary: 'The public key with which a browser asks its maker for web push (VAPID)',
  access: 'signed-in',
  answer: z.object({ publicKey: text() }),
})

export const subscribePush = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'push/subscriptions',
  summary: 'Tell this browser too; the same browser asked again is one, and belongs to who asked last',
  access: 'signed-in',
  notByKey: true,
  notWhileImpersonating: true,
  body: z.object({
    endpoint: field(10, 1000),
    keys: z.object({ p256dh: field(80, 100), auth: field(20, 30) }),
  }),
  errors: [1003, 1004, 1005, 9114],
})

export const unsubscribePush = endpoint({
  module: 'messaging',
  method: 'DELETE',
  path: 'push/subscriptions',
  summary: 'Tell this browser no more; one that is not known is none',
  access: 'signed-in',
  notByKey: true,
  query: z.object({ endpoint: z.string().check(z.maxLength(1000, '1004')) }),
})

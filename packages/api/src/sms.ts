import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text } from './entities/answer.ts'
import { language, pathId, text as typed, wholeText } from './fields.ts'
import { smsTopics } from './sms-topics.ts'

const Settings = z.object({
  /** False: this company sends none, and nothing of this can be set. */
  isOffered: z.boolean(),
  /** E.164; null: none was given. */
  number: maybe(text()),
  isConfirmed: z.boolean(),
  /** A code is out that has not been typed yet. */
  isCodeOut: z.boolean(),
  topics: z.array(z.enum(smsTopics)),
  /** Since when nothing arrives at the number; null: it does, or nobody knows. */
  unreachableSince: maybe(text()),
})

export const readSmsSettings = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'sms',
  summary: "Where one's own short messages go, and which ones",
  access: 'signed-in',
  answer: Settings,
})

export const askSmsCode = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'sms/code',
  summary:
    'Send a code of six digits to a number, which confirms that it is his who asks; three in 15 minutes, six a day. 1005: not a number that is written to',
  access: 'signed-in',
  notByKey: true,
  notWhileImpersonating: true,
  rateLimit: 'sensitive',
  /** As people write it; at home without a country's code. */
  body: z.object({ number: typed(3, 30) }),
  answer: Settings,
  errors: [1003, 1004, 1005, 9104],
})

export const confirmSmsNumber = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'sms/confirm',
  summary: 'The code that came; five tries, ten minutes. 1005: it is not that one, or not any more',
  access: 'signed-in',
  notByKey: true,
  notWhileImpersonating: true,
  rateLimit: 'sensitive',
  body: z.object({ code: typed(1, 20) }),
  answer: Settings,
  errors: [1003, 1004, 1005],
})

export const chooseSmsTopics = endpoint({
  module: 'messaging',
  method: 'PUT',
  path: 'sms',
  summary: 'What is told by short message from now on; an empty list: nothing',
  access: 'signed-in',
  notByKey: true,
  notWhileImpersonating: true,
  body: z.object({ topics: z.array(z.enum(smsTopics, '1005')).check(z.maxLength(20, '1004')) }),
  answer: Settings,
  errors: [1003, 1004, 1005, 9104],
})

export const forgetSmsNumber = endpoint({
  module: 'messaging',
  method: 'DELETE',
  path: 'sms',
  summary: 'The number is forgotten, and what waits for it is not sent',
  access: 'signed-in',
  notByKey: true,
  notWhileImpersonating: true,
  answer: Settings,
})

const smsStatuses = ['waiting', 'accepted', 'sent', 'delivered', 'failed'] as const
const smsFailures = ['address', 'message', 'tries', 'gone', 'late', 'limit'] as const

const SmsHistoryItem = z.object({
  id: text(),
  to: text(),
  kind: text(),
  /** As it was sent; null while it waits, and of a code for good. */
  body: maybe(text()),
  segments: maybe(z.int()),
  status: z.enum(smsStatuses),
  failure: maybe(z.enum(smsFailures)),
  created: text(),
})

export const searchSmsHistory = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'sms-history/search',
  summary: 'Short messages by number, the newest first; with `userId` those of one account, 5 a page',
  access: [],
  query: z.object({
    to: z.optional(z.string().check(z.maxLength(20, '1004'))),
    userId: z.optional(pathId()),
    page: z.optional(wholeText(1, 100_000)),
  }),
  /** Of one account: since when nothing arrives at its number. */
  answer: z.extend(Page(SmsHistoryItem), { unreachableSince: maybe(text()) }),
  errors: [1004, 1005],
})

export const retrySms = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'sms-history/{id}/retry',
  summary:
    'Send a short message that did not go once more; its number counts as one that can be reached again',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [9104],
})

export const previewSms = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'sms-previews',
  summary:
    'Every short message of the product in a language, with samples instead of data, and what it costs',
  access: [],
  query: z.object({ language: language() }),
  answer: z.array(
    z.object({
      kind: text(),
      body: text(),
      encoding: z.enum(['gsm7', 'ucs2']),
      units: z.int(),
      segments: z.int(),
      /** Goes at night too. */
      isUrgent: z.boolean(),
    }),
  ),
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { text } from './entities/answer.ts'
import { language } from './fields.ts'

/** Every mail of the product with samples instead of data, so that staff see what people get (nobody's data is in them). */
export const listMailKinds = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'mail-previews',
  summary: 'The kinds of mails that the product writes, in groups',
  access: [],
  answer: z.array(
    z.object({ kind: text(), group: z.enum(['account', 'booking', 'contract', 'money', 'site']) }),
  ),
})

export const previewMail = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'mail-previews/{kind}',
  summary: 'One kind of mail in a language: subject, plain text, and a 60-second token for its page',
  access: [],
  params: z.object({ kind: z.string().check(z.maxLength(40)) }),
  query: z.object({ language: language() }),
  answer: z.object({
    kind: text(),
    language: text(),
    subject: text(),
    text: text(),
    /** `<kind>.<language>` */
    preview: text(),
    token: text(),
  }),
  errors: [9104],
})

export const previewMailPage = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'mail-preview-page',
  summary: 'The HTML part of a sample, under a policy that lets it run and load nothing',
  access: [],
  kind: 'file',
  media: 'text/html',
  scopedBy: 'preview',
  query: z.object({
    preview: z.string().check(z.maxLength(60)),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [9104],
})

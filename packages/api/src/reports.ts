import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import { AuditRecord } from './entities/reports.ts'
import { day, pathId, wholeText } from './fields.ts'

const word = () => z.string().check(z.maxLength(129))

export const listAudit = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'audit',
  summary: 'Privileged acts, newest first, 50 a page; the count stops at 10,000',
  access: [],
  query: z.object({
    page: z.optional(wholeText(1, 200)),
    /** Part of the e-mail or name of who did it or on whose behalf it was done. */
    who: z.optional(word()),
    action: z.optional(word()),
    subjectType: z.optional(word()),
    subjectId: z.optional(pathId()),
    stockId: z.optional(pathId()),
    /** Days in UTC, both included. */
    from: z.optional(day()),
    to: z.optional(day()),
  }),
  answer: Page(AuditRecord),
})

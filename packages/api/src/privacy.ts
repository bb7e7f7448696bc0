import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { email, givenPassword, pathId } from './fields.ts'

const person = z.object({ id: pathId() })

export const askDataExport = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'users/{id}/data-export',
  summary: 'A 60-second link to everything kept of a person; who asks gives his own password again',
  access: 'signed-in',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  notByKey: true,
  params: person,
  body: z.object({ password: givenPassword() }),
  answer: z.object({ data: text(), token: text() }),
  errors: [1002, 6004],
})
/** A link opens once: the archive is made while it is sent. */
export const dataExport = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'data-export',
  summary: 'Everything kept of a person as one ZIP archive: JSON, papers as PDF, identity documents',
  access: 'signed-in',
  kind: 'file',
  media: 'application/zip',
  scopedBy: 'data',
  notByKey: true,
  query: z.object({
    data: pathId(),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [9104],
})
export const askErasure = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'users/{id}/erasure-request',
  summary: 'Ask staff to erase one’s own data, or take that back',
  access: 'signed-in',
  notWhileImpersonating: true,
  params: person,
  body: z.object({ wanted: z.boolean() }),
  errors: [9104],
})

const Erasure = z.object({
  email: text(),
  askedAt: maybe(text()),
  erasedAt: maybe(text()),
  /** What must be ended first, as 5000 names it. */
  obstacle: maybe(z.object({ by: text(), count: z.int() })),
  /** Files of identity documents that are destroyed. */
  files: z.int(),
  /** Numbered papers and leases that stay, and the last day of the last of them. */
  papers: z.int(),
  leases: z.int(),
  keptUntil: maybe(text()),
})
export const previewErasure = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'users/{id}/erasure',
  summary: 'What an erasure would take away, what the law keeps and until when, and what stands in the way',
  access: [],
  params: person,
  answer: Erasure,
  errors: [6004],
})
export const erasePerson = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'users/{id}/erasure',
  summary: 'Erase a person: everything but what the law keeps; never oneself',
  access: [],
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  params: person,
  /** The person’s e-mail, typed by hand. */
  body: z.object({ email: z.string().check(z.maxLength(254, '1004')) }),
  answer: Erasure,
  errors: [1003, 1004, 5000, 6004],
})

const address = z.object({ email: email() })
export const findTraces = endpoint({
  module: 'reports',
  method: 'POST',
  path: 'erasure-search',
  summary: 'What is kept under an e-mail: accounts, ended ones too, and what was written without one',
  access: [],
  rateLimit: 'sensitive',
  /** In a body, since addresses of pages end up in logs. */
  body: address,
  answer: z.object({
    accounts: z.array(
      z.object({ id: text(), email: text(), displayName: text(), createdAt: text(), endedAt: maybe(text()) }),
    ),
    /** Of nobody with an account. */
    appeals: z.int(),
    mails: z.int(),
    /** Customers of external systems for whom no account stands; and those whose erasure waits until they rent and owe nothing there. */
    copies: z.int(),
    awaited: z.int(),
  }),
  errors: [1000, 1001, 1004],
})
export const eraseVisitor = endpoint({
  module: 'support',
  method: 'POST',
  path: 'visitor-erasures',
  summary: 'Erase what somebody without an account wrote and was written, by his e-mail',
  access: [],
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: address,
  errors: [1000, 1001, 1004, 9000],
})

export const verifyAuditChain = endpoint({
  module: 'reports',
  method: 'POST',
  path: 'audit/verify',
  summary: 'Recompute the chain of the audit; names the first record that was changed, removed or put in',
  access: [],
  answer: z.object({
    checked: z.int(),
    /** Records at the end that wait for their seal. */
    waiting: z.int(),
    /** When the last record of the chain was written. */
    until: maybe(text()),
    broken: maybe(
      z.object({
        id: text(),
        kind: z.enum(['changed', 'order', 'missing', 'stray', 'unsealed', 'cut', 'rewritten', 'words']),
      }),
    ),
  }),
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { pathId, text as typed } from './fields.ts'
import { proof } from './proof.ts'

/** One sign-in, as its owner sees it. */
export const SignIn = z.object({
  id: text(),
  /** `Firefox`; null where the browser does not say. */
  browser: maybe(text()),
  /** `Windows`; null where it does not say. */
  system: maybe(text()),
  address: maybe(text()),
  firstSeen: text(),
  /** To the quarter of an hour: when its token was renewed. */
  lastSeen: text(),
  isThis: z.boolean(),
})

export const listSessions = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'auth/sessions',
  summary: "One's own sign-ins that are open, this one first",
  access: 'signed-in',
  notWhileImpersonating: true,
  answer: z.array(SignIn),
})
export const endSession = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'auth/sessions/{id}',
  summary: "End one of one's own sign-ins",
  access: 'signed-in',
  proof: 'stale',
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  errors: [9104],
})
export const endOtherSessions = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'auth/sessions',
  summary: "End all of one's own sign-ins but this one",
  access: 'signed-in',
  proof: 'stale',
  notWhileImpersonating: true,
  answer: z.object({ ended: z.int() }),
})
/** For who says that somebody else is in his account, and for staff who leave: everything that is open there ends. */
export const endSessionsOf = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'users/{id}/sessions',
  summary: "End all sign-ins of another's account; audited",
  access: [],
  proof: 'stale',
  notByKey: true,
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  answer: z.object({ ended: z.int() }),
  errors: [6004, 9103],
})
export const confirmEmail = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/confirm-email',
  summary: 'Confirm an e-mail address with the code of the mail',
  access: 'public',
  rateLimit: 'sensitive',
  body: z.object({ code: typed(1, 200) }),
  errors: [1003, 1004, 9001],
})
export const resendConfirmation = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/confirm-email/resend',
  summary: "The mail that confirms one's own address once more, five in 15 minutes",
  access: 'signed-in',
  rateLimit: 'sensitive',
})

/** One press: what was agreed to or taken back. */
export const ConsentRecord = z.object({
  id: text(),
  /** The key of a legal document, or `advertising`. */
  kind: text(),
  version: text(),
  isGiven: z.boolean(),
  language: maybe(text()),
  address: maybe(text()),
  browser: maybe(text()),
  system: maybe(text()),
  /** A superUser who pressed for the person. */
  byName: maybe(text()),
  at: text(),
})
export const listConsents = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'users/{id}/consents',
  summary: 'What somebody agreed to and took back, the newest first',
  access: 'signed-in',
  params: z.object({ id: pathId() }),
  answer: z.array(ConsentRecord),
  errors: [6004],
})

export const proveSelf = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/prove',
  summary: 'Prove that it is you, for the calls that ask for it: ten minutes, this sign-in only',
  access: 'signed-in',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  proof: 'in-body',
  body: z.object(proof),
  errors: [1002, 1003, 1005, 9141, 9144],
})

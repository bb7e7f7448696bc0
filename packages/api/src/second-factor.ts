import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Role, User } from './entities/accounts.ts'
import { maybe, text as shown } from './entities/answer.ts'
import { flag, givenPassword, pathId } from './fields.ts'
import { typedCode } from './session.ts'

/** What an app that makes codes is given: the secret to type, and the same as an `otpauth:` address for its camera. */
export const SecondFactorSecret = z.object({ secret: shown(), uri: shown() })
/** Shown once, kept as hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(shown()) })

export const getSecondFactor = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'auth/second-factor',
  summary: "The second factor of one's own sign-in",
  access: 'signed-in',
  answer: z.object({
    isOn: z.boolean(),
    since: maybe(shown()),
    recoveryCodesLeft: z.int(),
    /** The role asks for it: it cannot be taken off. */
    isRequired: z.boolean(),
  }),
})
export const beginSecondFactor = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/second-factor',
  summary: 'A new secret for an app that makes codes; counts once a code has proved it',
  access: 'signed-in',
  proof: 'in-body',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: z.object({ password: givenPassword() }),
  answer: SecondFactorSecret,
  errors: [1002, 9143, 9144],
})
export const confirmSecondFactor = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/second-factor/confirm',
  summary: 'Turn it on with the first code; answers ten recovery codes',
  access: 'signed-in',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: z.object({ code: typedCode() }),
  answer: RecoveryCodes,
  errors: [1003, 1005, 9141, 9143],
})
export const renewRecoveryCodes = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones are void',
  access: 'signed-in',
  proof: 'in-body',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: z.object({ password: givenPassword(), code: typedCode() }),
  answer: RecoveryCodes,
  errors: [1002, 1003, 1005, 9141, 9143, 9144],
})
export const removeSecondFactor = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/second-factor/remove',
  summary: 'Take it off with password and code; not where the role requires it',
  access: 'signed-in',
  proof: 'in-body',
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: z.object({ password: givenPassword(), code: typedCode() }),
  errors: [1002, 1003, 1005, 9141, 9143, 9144],
})
export const resetSecondFactor = endpoint({
  module: 'accounts',
  method: 'DELETE',
  path: 'users/{id}/second-factor',
  summary: 'Take it off for somebody who has lost it, and end his sessions; audited',
  access: [],
  proof: 'always',
  notByKey: true,
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  answer: User,
  errors: [6004, 9143],
})
export const requireSecondFactor = endpoint({
  module: 'accounts',
  method: 'PUT',
  path: 'roles/{id}/second-factor',
  summary: 'Whether who has this role must sign in with a second factor; also for built-in roles',
  access: [],
  proof: 'stale',
  notByKey: true,
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  body: z.object({ isRequired: flag() }),
  answer: Role,
  errors: [9104, 9143],
})

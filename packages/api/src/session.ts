import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { User } from './entities/accounts.ts'
import { email, givenPassword, text } from './fields.ts'

// The calls of a session, which every page makes; apart from those of accounts, which few make.

export const Session = z.object({ token: z.string(), refreshToken: z.optional(z.string()), user: User })

export const login = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'public',
  rateLimit: 'login',
  body: z.object({ email: email(), password: givenPassword() }),
  answer: Session,
  errors: [1000, 1001, 1002, 9101, 9102],
})

/** A code of an app (six digits) or a recovery code, with the spaces and dashes that people type. */
export const typedCode = () =>
  text(1, 40).check(
    z.refine((value) => /^[\dA-Za-z\s-]+$/.test(value), '1005'),
    z.meta({ pattern: '^[\\dA-Za-z\\s-]+$' }),
  )
/** Comes with 9102; ten minutes. */
const mfaToken = () => text(1, 2000)

export const loginSecondFactor = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/login/second-factor',
  summary: 'The second step of signing in, or the first code of a factor that was set up in it',
  access: 'public',
  rateLimit: 'login',
  body: z.object({ mfaToken: mfaToken(), code: typedCode() }),
  /** `recoveryCodes` where the factor was set up just now: shown once. */
  answer: z.extend(Session, { recoveryCodes: z.optional(z.array(z.string())) }),
  errors: [1003, 1005, 9141, 9142],
})
export const loginSetUpSecondFactor = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/login/second-factor/set-up',
  summary: 'A secret for who must have a second factor and has none yet',
  access: 'public',
  rateLimit: 'login',
  body: z.object({ mfaToken: mfaToken() }),
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: [1003, 9142],
})
export const refresh = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/refresh',
  summary: 'A new access token for the refresh cookie; an expired token sent along must be of its account',
  access: 'public',
  body: z.object({ expiredToken: z.optional(z.nullable(z.string())) }),
  answer: z.object({ accessToken: z.string() }),
  errors: [9003],
})
export const logout = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/logout',
  summary: 'End this session',
  access: 'public',
})
export const me = endpoint({
  module: 'accounts',
  method: 'GET',
  path: 'auth/me',
  summary: 'The current user',
  access: 'signed-in',
  notByKey: false,
  answer: User,
})
export const leaveUser = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'auth/leave-user',
  summary: 'Back from acting as a user',
  access: 'signed-in',
  answer: z.object({ token: z.string(), user: User }),
  errors: [9003],
})

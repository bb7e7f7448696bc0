import * as z from 'zod/mini'
import { givenPassword } from './fields.ts'
import { typedCode } from './session.ts'

/** For what must not happen from a screen that was left alone: the own password, and a code where there is a second factor. */
export const proof = {
  ownPassword: z.optional(givenPassword()),
  code: z.optional(typedCode()),
}

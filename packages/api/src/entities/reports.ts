import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

const AuditPerson = z.object({ id: text(), fullName: text(), email: text() })

/** Who did what to what, when, on whose behalf, and what it was before and after. */
export const AuditRecord = wire(
  z.object({
    id: text(),
    /** Business time. */
    at: text(),
    /** Machine time; differs while the demo's clock is moved. */
    recordedAt: text(),
    /** null: the system itself. */
    actor: maybe(AuditPerson),
    onBehalfOf: maybe(AuditPerson),
    action: text(),
    subjectType: text(),
    subjectId: maybe(text()),
    /** As people call it: a name, a number. */
    subjectName: maybe(text()),
    /** Of contracts and documents: whose they are, for links. */
    subjectAccountId: maybe(text()),
    stock: maybe(z.object({ id: text(), name: text() })),
    before: z.optional(z.unknown()),
    after: z.optional(z.unknown()),
    address: maybe(text()),
    /** Chained to the records before it: a later change would be found. */
    isSealed: z.boolean(),
  }),
  { id: '_id' },
)

import * as z from 'zod/mini'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import { Appeal, Demand } from './entities/support.ts'
import { email, message, oneOf, optionalText, pathId, phone, text, wholeText } from './fields.ts'
import { wire } from './wire.ts'

const appealTypes = ['callback', 'message', 'availability'] as const
const sizes = ['s', 'm', 'l', 'xl'] as const

/** An address that may be left out or empty. */
const optionalEmail = () => {
  const schema = email()
  return z.optional(
    z.nullable(
      z.string('1001').check(
        z.trim(),
        z.refine((value) => value === '' || z.safeParse(schema, value).success, '1001'),
      ),
    ),
  )
}

export const requestAvailability = endpoint({
  module: 'support',
  method: 'POST',
  path: 'availability-requests',
  summary: 'Tell me when a box of this size is free; city and stock by id or name',
  access: 'public',
  rateLimit: 'sensitive',
  body: z.object({
    name: text(1, 128),
    email: email(),
    phone: z.optional(z.nullable(z.union([z.literal(''), phone()]))),
    privacy: z.literal(true, '1003'),
    city: optionalText(1, 60),
    stock: optionalText(1, 254),
    size: optionalText(1, 20),
  }),
  answer: z.object({ id: z.string() }),
  errors: [1000, 1001, 1003, 1004, 1005],
})

const written = z.object({
  /** Of a client his own counts, whatever is sent. */
  email: optionalEmail(),
  phone: phone(),
  name: optionalText(1, 128),
  /** The bearer's own, else it is dropped. */
  accountId: z.optional(z.nullable(pathId())),
  message: z.optional(z.nullable(message(0, limits.text.appealMessage[1]))),
  type: oneOf(['callback', 'message']),
})

/** A message says something; a call-back may leave it empty (decision 5). Whoever writes without an account says who he is. */
export const addAppeal = endpoint({
  module: 'support',
  method: 'POST',
  path: 'appeal',
  summary: 'Ask to be called back, or write to us; the same request that still waits is one',
  access: 'public',
  rateLimit: 'sensitive',
  body: wire(
    written.check(
      z.refine(({ type, message: said }) => type === 'callback' || (said ?? '') !== '', {
        error: '1003',
        path: ['message'],
      }),
    ),
    { accountId: 'userId', message: 'appealMessage' },
  ),
  answer: z.object({ id: z.string() }),
  errors: [1000, 1001, 1003, 1004, 1005],
})

export const listAppeals = endpoint({
  module: 'support',
  method: 'GET',
  path: 'appeal',
  summary: 'What people ask of us, the newest first; staff of one stock see what is asked of it or of none',
  access: ['appeals.read'],
  query: z.object({
    status: z.optional(oneOf(['pending', 'handled'])),
    type: z.optional(oneOf(appealTypes)),
    stockId: z.optional(pathId()),
    size: z.optional(oneOf(sizes)),
    /** In name, phone, e-mail and message. */
    search: z.optional(z.string().check(z.maxLength(129, '1004'))),
    page: z.optional(wholeText(1, 100_000)),
  }),
  answer: z.union([z.array(Appeal), Page(Appeal)]),
  errors: [1004, 1005],
})

export const countAppeals = endpoint({
  module: 'support',
  method: 'GET',
  path: 'appeal/count',
  summary: 'How many of them wait, the badge in the menu',
  access: ['appeals.read'],
  answer: z.object({ pending: z.int() }),
})

const aNote = () => z.optional(z.nullable(message(0, 500)))

/** Handled by somebody meanwhile it stays his; with a note of one's own the answer is 9109, so that no note is lost unseen. */
export const handleAppeal = endpoint({
  module: 'support',
  method: 'PUT',
  path: 'appeal/{id}',
  summary: 'Mark as handled, with a note for colleagues',
  access: ['appeals.handle'],
  params: z.object({ id: pathId() }),
  body: z.object({ note: aNote() }),
  answer: Appeal,
  errors: [1004, 1005, 9104, 9109],
})

export const reopenAppeal = endpoint({
  module: 'support',
  method: 'PUT',
  path: 'appeal/{id}/reopen',
  summary: 'Take back that it is handled: it waits again, at its old place',
  access: ['appeals.handle'],
  params: z.object({ id: pathId() }),
  answer: Appeal,
  errors: [9104],
})

export const listDemand = endpoint({
  module: 'support',
  method: 'GET',
  path: 'waiting-list',
  summary:
    'How many wait for a box, by stock and size, and how many such boxes are free; what can be answered first',
  access: ['appeals.read'],
  answer: z.array(Demand),
})

export const offerBox = endpoint({
  module: 'support',
  method: 'POST',
  path: 'appeal/{id}/offer',
  summary: 'Write to who waits that such a box is free, with a link into the booking; 6010 where none is',
  access: ['appeals.handle'],
  params: z.object({ id: pathId() }),
  answer: Appeal,
  errors: [6010, 9104, 9109],
})

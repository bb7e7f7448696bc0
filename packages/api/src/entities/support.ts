import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

const Named = z.object({ id: text(), name: text() })

/** What somebody asks of us (specification 3: appeal). */
export const Appeal = wire(
  z.object({
    id: text(),
    /** Who was signed in; a visitor has none. */
    accountId: maybe(text()),
    name: maybe(text()),
    phone: maybe(text()),
    email: maybe(text()),
    type: z.enum(['callback', 'message', 'availability']),
    status: z.enum(['pending', 'handled']),
    created: text(),
    message: text(),
    /** What a box is wanted for; of a type `availability` only. */
    stock: maybe(Named),
    city: maybe(text()),
    size: maybe(text()),
    /** What staff wrote for one another when they handled it. */
    note: maybe(text()),
    handledAt: maybe(text()),
    handledBy: maybe(Named),
    /** Of type `availability`: in the queue, told of a free box, told and the time to book is over, or told and booked. */
    waiting: maybe(z.enum(['waiting', 'answered', 'expired', 'booked'])),
    offeredAt: maybe(text()),
    offerEnds: maybe(text()),
    /** When who was offered a box booked one there. */
    booked: maybe(text()),
  }),
  { id: '_id', accountId: 'userId', message: 'appealMessage' },
)

/** How many wait for one kind of box, and how many such boxes are free now. */
export const Demand = z.object({
  /** null: whichever of the city, or of all. */
  stock: maybe(Named),
  city: maybe(text()),
  /** s, m, l, xl; null: whichever. */
  size: maybe(z.enum(['s', 'm', 'l', 'xl'])),
  waiting: z.int(),
  free: z.int(),
  /** Since when the first of them waits. */
  since: text(),
  /** The first of them in the order of arrival, whom an offer goes to. */
  firstId: text(),
  firstName: maybe(text()),
})

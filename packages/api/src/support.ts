import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, optionalText, phone, text } from './fields.ts'

export const requestAvailability = endpoint({
  module: 'support',
  method: 'POST',
  path: 'availability-requests',
  summary: 'Tell me when a box of this size is free',
  access: 'public',
  rateLimit: 'sensitive',
  body: z.object({
    name: text(1, 128),
    email: email(),
    phone: z.optional(z.nullable(z.union([z.literal(''), phone()]))),
    privacy: z.literal(true, '1003'),
    city: optionalText(1, 60),
    stock: optionalText(1, 64),
    size: optionalText(1, 20),
  }),
  answer: z.object({ id: z.string() }),
  errors: [1000, 1001, 1003, 1005],
})

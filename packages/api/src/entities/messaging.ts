import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

export const Notification = wire(
  z.object({
    id: text(),
    type: z.enum(['warning', 'success', 'info', 'danger']),
    titleEn: text(),
    titleDe: text(),
    descriptionEn: text(),
    descriptionDe: text(),
    isActive: z.boolean(),
    isGlobal: z.boolean(),
    userId: maybe(
      wire(z.object({ id: text(), firstName: maybe(text()), lastName: maybe(text()) }), { id: '_id' }),
    ),
    updated: text(),
  }),
  {
    id: '_id',
    titleEn: 'titleEN',
    titleDe: 'titleDE',
    descriptionEn: 'descriptionEN',
    descriptionDe: 'descriptionDE',
  },
)

import * as z from 'zod/mini'
import { sizeGroups } from '@stowage/domain/box'
import { tabs, views, type BookSearch } from './use-book-search.ts'

const Pointer = z.object({
  stockId: z.string().check(z.maxLength(64)),
  boxId: z.string().check(z.maxLength(64)),
  size: z.optional(z.enum(sizeGroups)),
  floor: z.optional(z.string()),
  view: z.optional(z.enum(views)),
  tab: z.optional(z.enum(tabs)),
  userId: z.optional(z.string()),
})

/** A begun booking as this tab kept it, or null for none or for something else. */
export function pointerOf(kept: unknown): BookSearch | null {
  const read = z.safeParse(Pointer, kept)
  return read.success ? read.data : null
}

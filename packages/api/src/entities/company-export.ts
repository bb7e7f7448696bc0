import * as z from 'zod/mini'
import { maybe, text } from './answer.ts'

/** `asked`: waits for a server; `deleted`: by hand or after its day. */
const states = ['asked', 'making', 'ready', 'failed', 'deleted'] as const
/** `interrupted`: the servers that made it stopped again and again; `storage`: the place of files did not take it. */
const failures = ['interrupted', 'storage', 'other'] as const

/** An archive of the whole company, made behind the call that asks for it. All instants are machine time. */
export const CompanyExport = z.object({
  id: text(),
  state: z.enum(states),
  withIdentity: z.boolean(),
  asked: text(),
  /** The e-mail of who asked. */
  askedBy: text(),
  /** Lines written so far, and about how many there will be; null until it is begun. */
  things: z.int(),
  about: maybe(z.int()),
  /** Of the archive, as far as it is made. */
  bytes: z.int(),
  /** Files that rows name and that are not in it. */
  missing: maybe(z.int()),
  ready: maybe(text()),
  /** When a finished one goes by itself. */
  deletes: maybe(text()),
  ended: maybe(text()),
  failure: maybe(z.enum(failures)),
})

import * as z from 'zod/mini'
import { parseLockId } from '@stowage/domain/box'

/** X:YY:ZZ; another form is 1005, 00 is the broadcast address of the wire: 6013 (decisions.md D23). */
export function lockId() {
  return z.string('1005').check(
    z.trim(),
    z.refine((value) => value !== '', { error: '1003', abort: true }),
    z.refine(
      (value) => {
        const parsed = parseLockId(value)
        return parsed.ok || parsed.code === 6013
      },
      { error: '1005', abort: true },
    ),
    z.refine((value) => parseLockId(value).ok, '6013'),
  )
}

import type { Clock } from '../clock.ts'
import { audit, type Tx } from '../database/transaction.ts'
import { auditedAs, type Actor } from '../http/actor.ts'
import { newId } from '../ids.ts'

/** Who does a privileged act; no `actorId` where the system itself does it (first start, demo). */
export interface Author {
  readonly actorId: string | null
  readonly onBehalfOf?: string | null
  readonly keyId?: string
  readonly address?: string | null
}

/** The author of a call. */
export function authorOf(call: { readonly actor: Actor; readonly address: string }): Author {
  return { ...auditedAs(call.actor), address: call.address }
}

export interface Act {
  readonly action: string
  readonly subjectType: string
  readonly subjectId: string | null
  readonly stockId?: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Leaves the audit record of a privileged act; never with a password in it. */
export function note(tx: Tx, clock: Pick<Clock, 'now'>, author: Author, act: Act): void {
  audit(tx, { id: newId(), at: clock.now(), ...author, ...act })
}

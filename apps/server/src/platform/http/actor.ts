import { fail } from '../failure.ts'

/** Who is calling, as the token and the account's present state say. */
export interface Actor {
  readonly id: string
  readonly platformRole: 'superUser' | 'staff' | 'client'
  /** Staff permissions, and `client` for a client; a superUser passes every check without them. */
  readonly grants: ReadonlySet<string>
  /** Staff tied to a stock see and act on that stock only. */
  readonly stockId: string | null
  readonly language: Language
  /** The sign-in whose token came along; null where nobody calls (the server speaks to an account). */
  readonly familyId: string | null
  /** The superUser behind a login as user (decisions.md B11). */
  readonly impersonatedBy: string | null
  /** The key of the API with which a program calls in this account's name; absent where a person does. */
  readonly key?: { readonly id: string; readonly scopes: ReadonlySet<string> }
}

export type Language = 'ru' | 'en' | 'de' | 'pl'

export const isSuperUser = (actor: Pick<Actor, 'platformRole'> | null): boolean =>
  actor?.platformRole === 'superUser'

/** The one check of rights: a superUser passes, others need one of the grants. */
export function passes(actor: Actor, access: readonly string[]): boolean {
  return actor.platformRole === 'superUser' || access.some((grant) => actor.grants.has(grant))
}

/** Who an audit entry names: the person at the keyboard, and on whose behalf where he acts as a user (decisions.md B11). */
export function auditedAs(actor: Actor): Audited {
  const { id, impersonatedBy, key } = actor
  const person =
    impersonatedBy === null ? { actorId: id, onBehalfOf: null } : { actorId: impersonatedBy, onBehalfOf: id }
  return key === undefined ? person : { ...person, keyId: key.id }
}

interface Audited {
  readonly actorId: string
  readonly onBehalfOf: string | null
  /** The key with which a program did it in his name. */
  readonly keyId?: string
}

/**
 * Refuses a record that the actor may not see: to staff without the permission as denied (9103), to everybody else as not
 * there, whether it is another's or nobody's.
 */
export function refuseUnseen(actor: Actor, permission: string): never {
  return fail(actor.platformRole === 'staff' && !actor.grants.has(permission) ? 9103 : 9104)
}

/**
 * Refuses what counts at every stock, as prices do, to staff of one stock: they act on that stock only (decisions.md B8).
 * @throws Failure 9103
 */
export function refuseOfOneStock(actor: Actor): void {
  if (actor.platformRole !== 'superUser' && actor.stockId !== null)
    fail(9103, { reason: 'it counts at every stock, and he is of one' })
}

/** What only the person himself may say or sign, staff who act as him may not (decisions.md B11). @throws Failure 9103 */
export function refuseActing(actor: Pick<Actor, 'impersonatedBy'>): void {
  if (actor.impersonatedBy !== null) fail(9103, { reason: 'refused while logged in as a user' })
}

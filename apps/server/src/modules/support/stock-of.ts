import { isSuperUser, type Actor } from '../../platform/http/actor.ts'

/** The one stock whose requests somebody sees; null: those of all. */
export const stockOf = (actor: Actor): string | null => (isSuperUser(actor) ? null : actor.stockId)

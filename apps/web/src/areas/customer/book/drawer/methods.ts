import type { Method } from './booking-body.ts'

interface Situation {
  /** A superUser books for a picked client. */
  readonly isForClient: boolean
  /** The stock has an online processor for its currency. */
  readonly hasCard: boolean
  /** The stock's seller has an account to transfer to. */
  readonly hasTransfer: boolean
  /** The box is reserved for this person already. */
  readonly isReserved: boolean
}

/** What this stock and this person may choose from, the usual first. */
export function methodsOf({ isForClient, hasCard, hasTransfer, isReserved }: Situation): readonly Method[] {
  const own: readonly Method[] = [
    ...(hasCard ? (['paykeeper'] as const) : []),
    ...(hasTransfer ? (['bankTransfer'] as const) : []),
  ]
  const paid: readonly Method[] = isForClient ? ['manual'] : own
  // Where nothing can be paid online, reserving is all there is, and the desk takes it from there.
  return isReserved && paid.length > 0 ? paid : [...paid, 'none']
}

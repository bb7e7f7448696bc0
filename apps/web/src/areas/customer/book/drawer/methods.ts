import type { Method } from './booking-body.ts'

interface Situation {
  /** A superUser books for a picked client. */
  readonly isForClient: boolean
  /** The stock has an online processor for its currency. */
  readonly hasCard: boolean
  /** The box is reserved for this person already. */
  readonly isReserved: boolean
}

/** What this stock and this person may choose from, the usual first. */
export function methodsOf({ isForClient, hasCard, isReserved }: Situation): readonly Method[] {
  const paid: readonly Method[] = isForClient
    ? ['manual']
    : hasCard
      ? ['paykeeper', 'bankTransfer']
      : ['bankTransfer']
  return isReserved ? paid : [...paid, 'none']
}

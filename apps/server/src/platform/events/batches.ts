/** What is due of a fact for a handler. */
export interface Due {
  readonly event_id: number
  readonly handler: string
  readonly attempts: number
  readonly type: string
  readonly aggregate: string
}

/**
 * Puts deliveries that are due, in the order of their facts, into batches: each is of one handler, and only what that handler takes
 * together is more than one. A fact about something comes in no batch before, or in, that of an earlier fact about it, whichever
 * handlers they are for; what was tried before comes alone, so that it spoils nobody's work twice.
 */
export function batchesOf(
  dues: readonly Due[],
  most: (handler: string) => number,
): readonly (readonly Due[])[] {
  const batches: Due[][] = []
  /** Batches that may still grow, by their handler. */
  const open = new Map<string, Due[]>()
  /** The fact of each thing that the open batches may hold. */
  const facts = new Map<string, number>()
  for (const due of dues) {
    const other = facts.get(due.aggregate)
    if (other !== undefined && other !== due.event_id) {
      open.clear()
      facts.clear()
    }
    facts.set(due.aggregate, due.event_id)
    const batch = open.get(due.handler)
    if (batch !== undefined && due.attempts === 0 && batch.length < most(due.handler)) {
      batch.push(due)
      continue
    }
    const fresh = [due]
    batches.push(fresh)
    if (due.attempts === 0) open.set(due.handler, fresh)
  }
  return batches
}

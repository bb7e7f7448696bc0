/** Work that waits in a table, as operators see it. */
export interface Queue {
  /** As the metrics and the page of the system call it. */
  readonly name: string
  readonly waiting: number
  /** Since when the oldest of it is due; null when nothing waits that is due. Machine time. */
  readonly dueSince: Temporal.Instant | null
  /** Given up, and waiting for somebody. */
  readonly failed: number
}

/** How long what has failed is counted where nobody has to do anything about it. */
export const FAILED_FOR = { hours: 7 * 24 }

/**
 * A fact, written in the transaction that made it true. It carries ids and plain facts, never secrets or texts.
 * `aggregate` orders deliveries: facts about one thing reach a handler in the order in which they happened.
 */
export interface NewEvent {
  readonly type: string
  readonly aggregate: string
  readonly stockId?: string | undefined
  readonly payload: Readonly<Record<string, unknown>>
  /** Business time. */
  readonly at: Temporal.Instant
}

export interface RecordedEvent {
  readonly id: number
  readonly type: string
  readonly aggregate: string
  readonly stockId: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Temporal.Instant
}

/**
 * The type of a fact, declared in its publisher's events.ts; handlers above it subscribe with the same object, so that
 * payloads are checked by the compiler on both sides.
 */
export interface EventType<P extends Readonly<Record<string, unknown>>> {
  readonly type: string
  /** Never present: carries the payload's type. */
  readonly payload?: P
}

export function eventType<P extends Readonly<Record<string, unknown>>>(type: string): EventType<P> {
  return { type }
}

/** Builds an event of a declared type. */
export function fact<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  details: { aggregate: string; stockId?: string | undefined; at: Temporal.Instant; payload: P },
): NewEvent {
  return { type: type.type, ...details }
}

/** A life cycle is a table: status → event → next status. What is not in it cannot happen. Safe for the browser. */

export type LifeCycleTable<Status extends string, Event extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Event, Status>>>>
>

export interface LifeCycle<Status extends string, Event extends string> {
  /** The status after the event. @throws IllegalStepError */
  step(status: Status, event: Event): Status
  /** Whether the event may happen in this status. */
  allows(status: Status, event: Event): boolean
  readonly table: LifeCycleTable<Status, Event>
}

/** A step that its table does not have: never a silent return, always an answer with a code. */
export class IllegalStepError extends Error {
  readonly subject: string
  readonly status: string
  readonly event: string
  constructor(subject: string, status: string, event: string) {
    super(`${subject}: ${event} is no step from ${status}`)
    this.name = 'IllegalStepError'
    this.subject = subject
    this.status = status
    this.event = event
  }
}

export function lifeCycle<Status extends string, Event extends string>(
  subject: string,
  table: LifeCycleTable<Status, Event>,
): LifeCycle<Status, Event> {
  return {
    table,
    allows: (status, event) => table[status][event] !== undefined,
    step(status, event) {
      const next: Status | undefined = table[status][event]
      if (next === undefined) throw new IllegalStepError(subject, status, event)
      return next
    },
  }
}

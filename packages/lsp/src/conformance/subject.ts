import { randomUUID } from 'node:crypto'
import type { SiteEvent } from '../messages.ts'

/** What of a call is not as it should be: everything else of it is signed and true. */
export interface Spoilt {
  readonly siteId?: string
  readonly keyId?: string
  readonly secret?: string
  readonly timestamp?: string
  readonly nonce?: string
  /** Signed instead of what is sent. */
  readonly signedMethod?: string
  readonly signedPath?: string
  readonly signedBody?: string
  /** No header of a signature at all. */
  readonly isUnsigned?: boolean
  /** Bytes instead of JSON. */
  readonly raw?: string
}

export interface SiteReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The site has proved that it answered this very call; always true over a tunnel, whose frames are checked by its end. */
  readonly isSigned: boolean
}

/** A locks server under examination, and how it is reached. */
export interface Subject {
  readonly siteId: string
  /** A lock of a box whose door is shut when the examination begins; it is opened once. */
  readonly lockId: string
  /** A gate, door or barrier that is shut; it is run once. */
  readonly equipmentId?: string | undefined
  readonly carrier: 'direct' | 'tunnel'
  /** @throws where the site does not answer */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, spoilt?: Spoilt): Promise<SiteReply>
  /** Pulses that the hardware of this lock was given, where somebody counts them. */
  readonly pulses?: ((lockId: string) => number) | undefined
  /** Signs a list as the server that this site was paired with; without it only refusals of lists are examined. */
  readonly signList?: ((list: object) => object) | undefined
  /** Where the site sends its events, when this is us. */
  readonly inbox?: EventInbox | undefined
}

/** The server's end of the events. */
export interface EventInbox {
  /** All that were taken, in the order of their coming, as often as they came. */
  received(): readonly SiteEvent[]
  /** What was wrong with calls that came in: wrong signatures, malformed batches. */
  faults(): readonly string[]
  /** `refuse` answers 503, `unsigned` acknowledges without proof. */
  setMode(mode: 'ok' | 'refuse' | 'unsigned'): void
}

export type Section =
  | 'signatures'
  | 'calls'
  | 'refused commands'
  | 'opening'
  | 'events'
  | 'access list'
  | 'endurance'

/** One MUST of the protocol. */
export interface Check {
  readonly section: Section
  /** A sentence that is true of a site that passes. */
  readonly says: string
  /** Left out where it says something about another way, or something that nobody gave. */
  readonly needs?: ((subject: Subject) => boolean) | undefined
  /** @throws Unmet, or anything that a call throws */
  run(subject: Subject, noted: Noted): Promise<void>
}

/** What one check leaves to those behind it. */
export interface Noted {
  commandId?: string
  answer?: Readonly<Record<string, unknown>>
  ranId?: string
  /** The newest event before anything was opened. */
  seqBefore?: number
}

/** A MUST that is not met; the message says what was seen instead. */
export class Unmet extends Error {
  constructor(seen: string) {
    super(seen)
    this.name = 'Unmet'
  }
}

/** @throws Unmet */
export function must(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Unmet(seen)
}

export const seenIn = ({ status, body }: SiteReply): string =>
  `answered ${status} ${JSON.stringify(body).slice(0, 200)}`

/** A command as the server writes it. */
export const commandFor = (commandId: string = randomUUID(), livesMs = 2000): Record<string, unknown> => ({
  commandId,
  expiresAt: new Date(Date.now() + livesMs).toISOString(),
  actor: { type: 'system', ref: 'conformance' },
  reason: 'conformance',
})

/** Asks again until it holds. @returns whether it did in this time */
export async function comesTrue(holds: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return true
}

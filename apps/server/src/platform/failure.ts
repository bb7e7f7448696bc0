import { errorStatus, type ErrorCode } from '@stowage/api/errors'

/**
 * A refusal with a code of the catalogue. Thrown by use cases; the HTTP layer turns it into status, sentence and
 * envelope. `reason` is for the log only, `present` travels with 9109 (the record as it is now).
 */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly present: unknown
  readonly params: Readonly<Record<string, string | number>>
  readonly retryAfterSeconds: number | undefined
  readonly mfa: Mfa | undefined
  private readonly isAway: boolean

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(
      details.reason ?? `refused with code ${code}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.name = 'Failure'
    this.code = code
    this.field = details.field
    this.present = details.present
    this.params = details.params ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds
    this.mfa = details.mfa
    this.isAway = details.isAway === true
  }

  get status(): number {
    return this.isAway ? 503 : errorStatus[this.code]
  }
}

export interface FailureDetails {
  readonly field?: string
  readonly reason?: string
  readonly present?: unknown
  readonly params?: Readonly<Record<string, string | number>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
  /** Something outside that this call depends on cannot be reached: 503, the caller may come again. */
  readonly isAway?: boolean
  /** Travels with 9102. */
  readonly mfa?: Mfa
}

interface Mfa {
  readonly mfaToken: string
  readonly mustSetUp: boolean
}

/** Refuses with a code; never returns. */
export function fail(code: ErrorCode, details?: FailureDetails): never {
  throw new Failure(code, details)
}

interface FieldFailure {
  readonly code: ErrorCode
  readonly field: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** Several bad fields at once: one error per field. */
export class FieldFailures extends Error {
  readonly fields: readonly FieldFailure[]
  constructor(fields: readonly FieldFailure[]) {
    super(`bad input in ${fields.map((entry) => entry.field).join(', ')}`)
    this.name = 'FieldFailures'
    this.fields = fields
  }
}

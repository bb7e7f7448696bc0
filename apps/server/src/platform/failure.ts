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
  readonly refusal: RefusedTry | undefined
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
    this.refusal = details.refusal
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
  /** What may be part of an attack: for log, metrics and audit, never answered. */
  readonly refusal?: RefusedTry
}

/** A try to get in that was refused. */
export interface RefusedTry {
  readonly kind: RefusalKind
  /** Whose account it was about; null: of none that is known. */
  readonly accountId: string | null
}
export type RefusalKind = 'sign-in' | 'too-many-tries' | 'code' | 'token-reuse' | 'permission'

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

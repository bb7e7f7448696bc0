import { cleanPath } from '@stowage/api/wire'
import type { WireError } from '@stowage/api/errors'
import type { AnyEndpoint } from '@stowage/api/endpoint'

/** One failure of a call; `field` is the clean name of the input it is about. */
export interface CallError {
  readonly code: number
  /** In the reader's language, from the server; empty when the server did not answer at all. */
  readonly message: string
  readonly field?: string
  /** The number to quote, with code 1 for staff. */
  readonly reference?: string
  /** With 9109: the record as it is now, in the wire's names. */
  readonly present?: unknown
  /** With 9102: for the second step of signing in, and whether the factor is set up in it. */
  readonly mfaToken?: string
  readonly mustSetUp?: boolean
}

/** A call that did not succeed: the server said no, or it could not be reached (`status` 0, `code` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly CallError[]
  readonly retryAfterSeconds: number | null

  constructor(status: number, errors: readonly CallError[], retryAfterSeconds: number | null = null) {
    super(errors.map((error) => `${error.code} ${error.message}`).join('; ') || `no answer (${status})`)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The first code; 0 when the server could not be reached, 1 when it answered something that is not ours. */
  get code(): number {
    return this.errors[0]?.code ?? (this.status === 0 ? 0 : 1)
  }

  get isNetwork(): boolean {
    return this.status === 0
  }

  has(code: number): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

/**
 * The answer to a call of somebody who is not at this page any more: signed out, or another account has been entered. It is
 * nobody's to see, so it is handed to nobody.
 */
export class LeftSession extends ApiError {
  constructor() {
    super(401, [{ code: 9003, message: '' }])
    this.name = 'LeftSession'
  }
}

export function isApiError(error: unknown, code?: number): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.has(code))
}

function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && typeof (value as WireError).errorCode === 'number'
}

/** Reads an error answer; the names of fields come back in our language. What is no error answer becomes code 1. */
export async function readError(endpoint: AnyEndpoint, response: Response): Promise<ApiError> {
  const retry = Number(response.headers.get('Retry-After'))
  const retryAfter = Number.isFinite(retry) && retry > 0 ? retry : null
  const body: unknown = await response.json().catch(() => null)
  const list = (body as { errors?: unknown } | null)?.errors
  const found = Array.isArray(list) ? list.filter(isWireError) : []
  const errors = found.map(({ errorCode, message, field, reference, present, mfaToken, mustSetUp }) => ({
    code: errorCode,
    message: typeof message === 'string' ? message : '',
    ...(field === undefined ? {} : { field: cleanPath(endpoint.body, field) }),
    ...(reference === undefined ? {} : { reference }),
    ...(present === undefined ? {} : { present }),
    ...(mfaToken === undefined ? {} : { mfaToken, mustSetUp: mustSetUp === true }),
  }))
  return new ApiError(response.status, errors.length > 0 ? errors : [{ code: 1, message: '' }], retryAfter)
}

import {
  errorStatus,
  isErrorCode,
  type ErrorAnswer,
  type ErrorCode,
  type WireError,
} from '@stowage/api/errors'
import { wirePath } from '@stowage/api/wire'
import type * as z from 'zod/mini'
import { Failure, FieldFailures } from '../failure.ts'
import type { Actor, Language } from './actor.ts'

export type ErrorText = (
  code: number,
  language: Language,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Bad input as zod found it: one error per field, the code from the issue's message, the field under its wire name. */
export class BadInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  readonly schema: z.core.$ZodType
  constructor(issues: readonly z.core.$ZodIssue[], schema: z.core.$ZodType) {
    super('bad input')
    this.name = 'BadInput'
    this.issues = issues
    this.schema = schema
  }
}

export interface Rendered {
  readonly status: number
  readonly body: ErrorAnswer
  readonly retryAfterSeconds?: number | undefined
  /** Worth a line in the log with its stack: a defect or something we depend on is away. */
  readonly unexpected: boolean
}

interface Context {
  readonly language: Language
  readonly actor: Actor | null
  readonly text: ErrorText
  readonly reference: string
  /** What a body over its limit is; undefined and null: a file. */
  readonly largeBody?: string | null | undefined
}

/** The one table from errors to answers (house.md: a failure has a code; nothing is guessed by message text). */
export function renderError(error: unknown, context: Context): Rendered {
  const one = (
    code: ErrorCode,
    extra: Partial<WireError> = {},
    params?: Readonly<Record<string, string | number>>,
  ): WireError => ({
    errorCode: code,
    message: context.text(code, context.language, params),
    ...extra,
  })
  if (error instanceof BadInput)
    return { status: 400, body: { errors: fieldErrors(error, one) }, unexpected: false }
  if (error instanceof FieldFailures) {
    // Rows whose address is taken are a conflict, as one such form is; next to what is wrong in itself all of it is bad input.
    const [status = 400, ...others] = new Set(error.fields.map(({ code }) => errorStatus[code]))
    return {
      status: others.length === 0 ? status : 400,
      body: { errors: error.fields.map(({ code, field, params }) => one(code, { field }, params)) },
      unexpected: false,
    }
  }
  if (error instanceof Failure) {
    const extra: Partial<WireError> = {
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.present === undefined ? {} : { present: error.present }),
      ...error.mfa,
      ...(error.code === 9181 ? { scope: String(error.params['scope']) } : {}),
    }
    return {
      status: error.status,
      body: { errors: [one(error.code, extra, error.params)] },
      retryAfterSeconds: error.retryAfterSeconds,
      unexpected: error.code === 1,
    }
  }
  const framework = frameworkCode(error)
  if (framework) {
    const params = framework === 9113 && context.largeBody ? { what: context.largeBody } : undefined
    return {
      status: errorStatus[framework],
      body: { errors: [one(framework, {}, params)] },
      unexpected: false,
    }
  }
  const away = isDependencyAway(error)
  const showReference = context.actor !== null && context.actor.platformRole !== 'client'
  return {
    status: away ? 503 : 500,
    body: { errors: [one(1, showReference ? { reference: context.reference } : {})] },
    unexpected: true,
  }
}

function fieldErrors(
  error: BadInput,
  one: (code: ErrorCode, extra?: Partial<WireError>) => WireError,
): WireError[] {
  const byField = new Map<string, WireError>()
  for (const issue of error.issues) {
    const field = wirePath(error.schema, issue.path)
    if (byField.has(field)) continue
    const code = Number(issue.message)
    byField.set(field, one(isErrorCode(code) ? code : 9001, field === '' ? {} : { field }))
  }
  return [...byField.values()]
}

/** Errors that Fastify itself raises before a handler runs, and texts that no database takes; malformed JSON is a 400 without a code of its own. */
function frameworkCode(error: unknown): ErrorCode | undefined {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 429) return 9129
  // A text with a NUL character, in an id of a path or anywhere else: PostgreSQL has no such text.
  if (code === '22021' || code === '22P05') return 9001
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 9113
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 9001
  return undefined
}

// 57: the server is going down or cancelled us; 08: connection; 53: resources; 55P03: lock not available in time;
// 40001, 40P01: still in one another's way after five tries.
const AWAY = /^(57P0\d|57014|08...|53...|55P03|40001|40P01)$/

/** The folder of files: full, read-only, broken, or too many of them open. */
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)$/

/** PostgreSQL, the network or the disk is away or overloaded: 503, and the caller may come again. */
function isDependencyAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (
    code !== undefined &&
    (AWAY.test(code) ||
      DISK.test(code) ||
      ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code))
  )
    return true
  return (
    message !== undefined &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  )
}

/**
 * The error catalogue (calls-errors-constants.md section 8, decisions.md A4): each code with its HTTP status.
 * Sentences live in packages/texts; the wire carries `{ errors: [{ errorCode, message, field? }] }`.
 */
export const errorStatus = {
  1: 500,
  2: 502,
  1000: 400,
  1001: 400,
  1002: 400,
  1003: 400,
  1004: 400,
  1005: 400,
  1077: 404,
  5000: 409,
  6001: 409,
  6002: 404,
  6003: 400,
  6004: 404,
  6005: 404,
  6006: 404,
  6007: 400,
  6008: 400,
  6009: 403,
  6010: 409,
  6011: 409,
  6012: 409,
  6013: 400,
  6014: 403,
  7000: 403,
  7001: 403,
  7002: 403,
  7003: 403,
  7005: 403,
  7006: 403,
  7007: 403,
  7008: 403,
  9000: 409,
  9001: 400,
  9003: 401,
  9101: 401,
  9102: 401,
  9103: 403,
  9104: 404,
  9105: 409,
  9106: 409,
  9107: 409,
  9109: 409,
  9110: 409,
  9111: 409,
  9112: 409,
  9113: 413,
  9114: 400,
  9115: 409,
  9116: 409,
  9117: 409,
  9118: 409,
  9119: 409,
  9120: 409,
  9123: 409,
  9124: 409,
  9121: 409,
  9125: 409,
  9126: 409,
  9127: 409,
  9128: 409,
  9129: 429,
  9131: 409,
  9133: 409,
  9134: 409,
  9132: 409,
  9141: 400,
  9142: 401,
  9143: 409,
  9144: 400,
  9150: 409,
  9151: 400,
  9152: 409,
  9153: 409,
  9159: 409,
  9165: 400,
  9180: 401,
  9181: 403,
  9182: 403,
  9183: 409,
  9184: 409,
  9210: 409,
  9211: 400,
  9215: 400,
  9216: 400,
  9217: 400,
  9218: 409,
  9204: 409,
  9205: 409,
  9192: 403,
  9193: 400,
} as const satisfies Record<number, number>

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus).map(Number) as ErrorCode[]

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'number' && value in errorStatus
}

/** One entry of an error answer as it travels. */
export interface WireError {
  readonly errorCode: number
  readonly message: string
  readonly field?: string
  /** With code 1, for administrators: the number to quote and to find in the log. */
  readonly reference?: string
  /** With 9109: the record as it is now. */
  readonly present?: unknown
  /** With 9102: what the second step of signing in is made with, and whether it begins with setting the factor up. */
  readonly mfaToken?: string
  readonly mustSetUp?: boolean
  /** With 9181: what the key would need. */
  readonly scope?: string
}
export interface ErrorAnswer {
  readonly errors: readonly WireError[]
}

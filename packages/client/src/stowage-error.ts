/** One reason of a refusal, as the server says it. */
export interface Problem {
  /** Of the catalogue: what programs read. */
  readonly errorCode: number
  /** A sentence in the language that was asked for. */
  readonly message: string
  /** The field that it is about. */
  readonly field?: string
  /** With 9181: the scope that the key lacks. */
  readonly scope?: string
  /** With code 1, for staff: the number of the log line. */
  readonly reference?: string
  /** With 9109: the record as it is now. */
  readonly present?: unknown
}

/** A call that was refused, or that nobody answered (`status` 0). */
export class StowageError extends Error {
  readonly status: number
  readonly problems: readonly Problem[]
  readonly call: string

  constructor(call: string, status: number, problems: readonly Problem[], cause?: unknown) {
    const why = problems.map(({ errorCode, message }) => `${errorCode} ${message}`).join('; ')
    super(`${call}: ${why || (status === 0 ? 'no answer' : `status ${status}`)}`, { cause })
    this.name = 'StowageError'
    this.call = call
    this.status = status
    this.problems = problems
  }

  /** The first code; 0 where the server said none. */
  get code(): number {
    return this.problems[0]?.errorCode ?? 0
  }

  has(code: number): boolean {
    return this.problems.some(({ errorCode }) => errorCode === code)
  }
}

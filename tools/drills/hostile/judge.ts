import { errorCodes, errorStatus, isErrorCode } from '@stowage/api/errors'
import { errorText } from '@stowage/texts/errors/index.ts'

export interface Answered {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

const LANGUAGES = ['ru', 'en', 'de', 'pl'] as const
/** Sentences that say nothing of the case; the others are filled in and only looked through for internals. */
const SENTENCES = new Set(
  errorCodes.flatMap((code) => LANGUAGES.map((language) => errorText(code, language))),
)

const INTERNALS =
  /node_modules|\/apps\/|\/platform\/|\.ts:\d|\bat \S+ \(|\bselect\b.+\bfrom\b|insert into|violates|constraint|relation "|syntax error|invalid input|ECONN|FST_|zod|kysely|postgres|\bundefined\b|\[object|password_hash|token_hash|pin_hash/i
const NAMES = 'password_?hash|token_?hash|pin_?hash|code_?hash|db_?password'
/** The beginning of every hash of a password, and the password that the calls and scenes give a stock's database. */
const SECRET_VALUES = /\$argon2|secret-password/
/** A name with something behind it. That there is such a field is no secret: errors name it, notes of what was changed too. */
const SECRET_FIELDS = new RegExp(String.raw`"(${NAMES})\\*"\s*:\s*(?!null|""|true|false)`, 'i')

const holdsSecret = (text: string): boolean => SECRET_VALUES.test(text) || SECRET_FIELDS.test(text)

/** What is wrong with an answer to a hostile call; nothing: it is as it must be. */
export function judge(answer: Answered, asksOutside: boolean): string[] {
  const wrong: string[] = []
  const { status, text } = answer
  if (holdsSecret(text)) wrong.push('holds a secret')
  if (status < 400) return wrong
  const envelope = envelopeOf(answer)
  if (!envelope) return [...wrong, 'is no error envelope']
  // A site, or a system of others, whose address a call before has spoilt: that it does not answer is no defect of ours.
  const isAway = asksOutside && status === 502 && envelope.errors[0]?.errorCode === 2
  if (status >= 500 && !isAway) wrong.push('is a defect')
  const known = envelope.errors.map(({ errorCode }) => errorCode).filter(isErrorCode)
  // Of several rows one is wrong in itself and another is in the way of what is there: together they are bad input.
  const isMixed = status === 400 && new Set(known.map((code) => errorStatus[code])).size > 1
  for (const error of envelope.errors) {
    const { errorCode, message } = error
    if (!isErrorCode(errorCode)) wrong.push(`has the unknown code ${errorCode}`)
    else if (errorStatus[errorCode] !== status && !(errorCode === 1 && status === 503) && !isMixed)
      wrong.push(`has code ${errorCode} with status ${status}`)
    if (!SENTENCES.has(message) && INTERNALS.test(message)) wrong.push('tells internals')
    if (message.length < 5) wrong.push('has no sentence')
    const extra = Object.keys(error).filter(
      (key) => !['errorCode', 'message', 'field', 'reference', 'present'].includes(key),
    )
    if (extra.length > 0) wrong.push(`has ${extra.join(', ')} in an error`)
    if (error.field !== undefined && (typeof error.field !== 'string' || error.field.length > 200))
      wrong.push('has an odd field')
  }
  return wrong
}

interface Envelope {
  readonly errors: readonly {
    readonly errorCode: number
    readonly message: string
    readonly field?: unknown
  }[]
}

function envelopeOf({ contentType, text }: Answered): Envelope | undefined {
  if (!contentType.includes('application/json')) return undefined
  try {
    const parsed = JSON.parse(text) as Envelope
    if (
      Object.keys(parsed).join() !== 'errors' ||
      !Array.isArray(parsed.errors) ||
      parsed.errors.length === 0
    )
      return undefined
    return parsed.errors.every(
      (error: { errorCode?: unknown; message?: unknown }) =>
        typeof error.errorCode === 'number' && typeof error.message === 'string',
    )
      ? parsed
      : undefined
  } catch {
    return undefined
  }
}

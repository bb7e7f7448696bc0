import { said } from '../log.ts'

/** Why a call did not get through, in a line: `fetch` hides it in the cause of its error. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(said).join(', ')
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `nobody knows this name (${code})`
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `this machine does not trust its certificate (${code}); a wrong clock is one reason for that`
  return said(cause)
}

import { isApiError } from './api-error.ts'
import { randomId } from './token.ts'

const storageKey = 'bookingAttempts'
const mostKept = 6

/** Deeds whose answer has not come: what was asked → the key it was asked under. */
function kept(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}

function keep(attempts: Record<string, string>): void {
  sessionStorage.setItem(
    storageKey,
    JSON.stringify(Object.fromEntries(Object.entries(attempts).slice(-mostKept))),
  )
}

/** Short and the same for the same deed: what was typed need not stand in the browser twice. */
function nameOf(deed: unknown): string {
  let hash = 0xcbf29ce484222325n
  for (const char of JSON.stringify(deed))
    hash = ((hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash.toString(36)
}

/** Whether the server may have done it all the same: no answer came, or one that says it broke. */
function isUnanswered(error: unknown): boolean {
  return isApiError(error) && (error.isNetwork || error.status >= 500)
}

const pauses = [700, 2000]

/**
 * Does a deed that must not happen twice. It goes out under one Idempotency-Key until it is answered: a lost connection is
 * tried again at once, and what the person presses again, also after a reload, is still the same deed with the same key.
 * @param deed all that makes it this deed and no other; another deed has another key
 */
export async function answeredOnce<T>(
  deed: unknown,
  act: (idempotencyKey: string) => Promise<T>,
  wait = pause,
): Promise<T> {
  const name = nameOf(deed)
  const key = kept()[name] ?? randomId()
  keep({ ...kept(), [name]: key })
  const forget = (): void => {
    const { [name]: _done, ...others } = kept()
    keep(others)
  }
  for (let lost = 0; ; lost += 1) {
    try {
      const answer = await act(key)
      forget()
      return answer
    } catch (error) {
      if (!isUnanswered(error)) forget()
      const next = pauses[lost]
      if (!isApiError(error) || !error.isNetwork || next === undefined) throw error
      await wait(next)
    }
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

/** A processor's page as its answer names it, or null: `javascript:` and the like are no page. */
export function webAddress(url: string | undefined): string | null {
  try {
    const { protocol, href } = new URL(url ?? '', location.href)
    return url !== undefined && (protocol === 'https:' || protocol === 'http:') ? href : null
  } catch {
    return null
  }
}

import { fail } from '../failure.ts'

const MINUTE = 60_000
/** More keys than anybody has: those of the last minute are remembered, not those of all times. */
const MOST = 10_000

/**
 * Calls that one key may make in a minute, from wherever: a program that runs away must not take the server's time from people.
 * Half of what an address may, which holds beside it.
 * @param now milliseconds that only go forward
 * @throws Failure 9129
 */
export function createKeyLimit(perMinute: number, now: () => number = () => performance.now()) {
  const most = Math.max(1, Math.floor(perMinute / 2))
  const windows = new Map<string, { readonly since: number; calls: number }>()
  return (keyId: string): void => {
    const at = now()
    const window = windows.get(keyId)
    if (window === undefined || at - window.since >= MINUTE) {
      windows.delete(keyId)
      if (windows.size >= MOST) windows.clear()
      windows.set(keyId, { since: at, calls: 1 })
      return
    }
    window.calls += 1
    if (window.calls <= most) return
    const seconds = Math.max(1, Math.ceil((window.since + MINUTE - at) / 1000))
    fail(9129, { retryAfterSeconds: seconds, params: { seconds } })
  }
}

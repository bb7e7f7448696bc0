import type { CurrentUser } from './session.ts'
import { keep, kept } from './kept.ts'

/**
 * Makes this device able to begin without a network, once a tenant has been at his home: he is the one who will stand before a gate.
 * Hands the files this page was made of to the worker. Nothing of it is waited for; a browser that cannot is none the worse.
 */
export async function prepareForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname)
    active?.postMessage({ files }, [])
  } catch {
    // No worker (a private window, a policy of the company): the app begins with a network only.
  }
}

const keptName = 'user'

/** Who is signed in, for a start without a network; what only papers need is not kept on a phone. */
export function keepUser(user: CurrentUser): void {
  keep(keptName, { ...user, personalId: null, taxNumber: null } satisfies CurrentUser)
}

/** The tenant whose session this is, as he was known last; null for everybody else. */
export function keptUser(): CurrentUser | null {
  const user = kept(keptName) as Partial<CurrentUser> | null
  return user?.role === 'client' && typeof user.id === 'string' ? (user as CurrentUser) : null
}

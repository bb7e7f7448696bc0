import type { QueryClient } from '@tanstack/react-query'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { insideAreas } from '@stowage/texts/ui/load.ts'
import { ensureAnswer, storedToken, userQuery, type CurrentUser } from '../client/index.ts'
import { needTexts } from '../i18n/index.ts'
import { afterLogin, cacheInvoice, homeOf, invoicePath, invoiceTarget } from '../features/accounts/index.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
}

/** The signed-in user, or null; a server that cannot be reached is an error, not a sign-out. */
export async function currentUser({ queryClient }: RouterContext): Promise<CurrentUser | null> {
  return storedToken() === null ? null : await ensureAnswer(queryClient, userQuery)
}

/** Pages behind the sign-in: without a session to /login, which leads back here (specification 2.1). */
export async function requireSession(context: RouterContext, location: ParsedLocation): Promise<void> {
  // Every page behind the sign-in may use these texts; they come beside the user, not after.
  const [user] = await Promise.all([
    currentUser(context),
    storedToken() === null ? undefined : needTexts(...insideAreas),
  ])
  if (user !== null) return
  const isHome = location.pathname === '/'
  throw redirect({ to: '/login', search: isHome ? {} : { from: location.href }, replace: true })
}

/** `/`: each role to where it begins; the superUser stays, that is his overview (decision 9). */
export async function leadHome(context: RouterContext): Promise<void> {
  const user = await currentUser(context)
  if (user !== null && homeOf(user) !== '/') throw redirect({ href: homeOf(user), replace: true })
}

/** Who is signed in has nothing to do on the sign-in screens. */
export async function leadAwayFromLogin(context: RouterContext, from: string | undefined): Promise<void> {
  const user = await currentUser(context).catch(() => null)
  if (user !== null) throw redirect({ href: afterLogin(user, from), replace: true })
}

/** `/landing-page`: the invoice of a mail, now or after signing in (specification 2.1). */
export async function landOnInvoice(context: RouterContext, search: Record<string, unknown>): Promise<void> {
  const target = invoiceTarget(search)
  const user = await currentUser(context)
  if (user === null) {
    if (target !== null) cacheInvoice(target)
    throw redirect({ to: '/login', replace: true })
  }
  throw redirect({ href: target === null ? homeOf(user) : invoicePath(target), replace: true })
}

import type { CurrentUser } from '../../client/index.ts'

/**
 * What waits until somebody has signed in, kept for this tab: a booking that was begun, an invoice that a mail led to
 * (specification 2.4).
 */
const bookingKey = 'bookingDraft'
const invoiceKey = 'invoiceTarget'

/**
 * Remembers a begun booking, so that signing in leads back to /book. The draft itself is the wizard's.
 * @param owner who is signed in, null for a visitor
 */
export function cacheBooking(owner: string | null, draft: unknown): void {
  sessionStorage.setItem(bookingKey, JSON.stringify({ owner, draft }))
}

/**
 * The begun booking as it was cached; whoever reads it checks its shape. Null where it is another person's: a visitor's goes
 * with who signs in, an account's with nobody else.
 * @param owner who is signed in, null for a visitor, undefined while that is not known
 */
export function cachedBooking(owner: string | null | undefined): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(bookingKey) ?? 'null') as {
      readonly owner?: unknown
      readonly draft?: unknown
    } | null
    if (typeof kept !== 'object' || kept === null) return null
    const isMine = kept.owner === null || owner === undefined || kept.owner === owner
    return isMine ? (kept.draft ?? null) : null
  } catch {
    return null
  }
}

export function forgetBooking(): void {
  sessionStorage.removeItem(bookingKey)
}

export interface InvoiceTarget {
  readonly user: string
  readonly contract?: string | undefined
  readonly invoice?: string | undefined
}

const id = /^[\w-]{1,64}$/

/** The invoice that the query of /landing-page names, or null for one that names nothing sensible. */
export function invoiceTarget(query: {
  readonly user?: unknown
  readonly contract?: unknown
  readonly invoice?: unknown
}): InvoiceTarget | null {
  const known = (value: unknown): string | undefined =>
    typeof value === 'string' && id.test(value) ? value : undefined
  const user = known(query.user)
  return user === undefined ? null : { user, contract: known(query.contract), invoice: known(query.invoice) }
}

export function cacheInvoice(target: InvoiceTarget): void {
  sessionStorage.setItem(invoiceKey, JSON.stringify(target))
}

/** It leads once: only who goes there takes it. */
function takeInvoice(): InvoiceTarget | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(invoiceKey) ?? 'null') as Record<string, unknown> | null
    sessionStorage.removeItem(invoiceKey)
    return stored === null ? null : invoiceTarget(stored)
  } catch {
    return null
  }
}

/** The page of an invoice: opened and scrolled to on its contract's page, else the list on the account's page. */
export function invoicePath({ user, contract, invoice }: InvoiceTarget): string {
  if (contract === undefined) return `/users/${user}#userInvoices`
  const anchor = invoice === undefined ? '' : `?invoiceId=${invoice}#invoice-${invoice}`
  return `/users/${user}/contracts/${contract}${anchor}`
}

/** Where each role begins (specification 2.4, decision 9). */
export function homeOf(user: CurrentUser): string {
  if (user.role === 'client') return '/my-boxes'
  return user.role === 'superUser' ? '/' : '/stocks'
}

/**
 * A path of ours and nothing else: `//evil.example` and `https:` lead away, and so does `/<tab>/evil.example`, because
 * browsers take control characters out of an address before they read it.
 */
function isOwnPath(path: string | undefined): path is string {
  return (
    path !== undefined &&
    /^\/(?![/\\])/.test(path) &&
    !/\p{Cc}/u.test(path) &&
    !/^\/(login|signup|landing-page)(?![\w-])/.test(path)
  )
}

/**
 * Where signing in leads: the page that asked for it; else the begun booking; else the invoice of a mail; else home.
 * The page that asked comes first because it is what the person wanted last; a begun booking may be days old.
 */
export function afterLogin(user: CurrentUser, origin: string | undefined): string {
  if (isOwnPath(origin) && origin !== '/') return origin
  if (cachedBooking(user.id) !== null && user.role !== 'staff') return '/book'
  const invoice = takeInvoice()
  return invoice === null ? homeOf(user) : invoicePath(invoice)
}

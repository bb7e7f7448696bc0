import type { AsyncRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '../client/index.ts'
import { allows, type Need } from '../features/accounts/index.ts'

const AccessDenied = lazy(async () => await import('./access-denied.tsx'))

type Page = AsyncRouteComponent<object>

/** A page for those whose role allows it; the others read "Access denied!". */
export function guarded(need: Need, Page: Page): Page {
  function Guarded() {
    const user = useUser()
    if (!user) return null
    return <Suspense>{allows(user, need) ? <Page /> : <AccessDenied />}</Suspense>
  }
  // The router loads a page before it shows it; a wrapped one as well.
  return Object.assign(Guarded, Page.preload === undefined ? {} : { preload: Page.preload })
}

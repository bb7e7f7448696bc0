import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { BrokenRoute } from './broken.tsx'
import { behindSignIn, inside } from './inside-routes.ts'
import { NothingHere } from './nothing-here.tsx'
import { parseSearch, stringifySearch } from './plain-search.ts'
import { publicRoutes } from './public-routes.tsx'
import { root } from './root-route.tsx'

const routeTree = root.addChildren([...publicRoutes, inside.addChildren(behindSignIn)])

/** Every screen of the specification's route table (2.1) and of decision 5. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: BrokenRoute,
    defaultNotFoundComponent: NothingHere,
    // An own page while the next one loads is worse than the old one for a moment; the spinner tells.
    defaultPendingMs: 1500,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** Whether the page that is shown needs a session. */
export function isBehindSignIn(router: AppRouter): boolean {
  return router.state.matches.some((match) => match.routeId === inside.id)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

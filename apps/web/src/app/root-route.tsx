import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { RouterContext } from './guards.ts'
import { BareFrame, NotFound } from './not-found.tsx'

export const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: () => (
    <BareFrame>
      <NotFound />
    </BareFrame>
  ),
})

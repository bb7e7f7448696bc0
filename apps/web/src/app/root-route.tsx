import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { RouterContext } from './guards.ts'
import { NothingAtAll } from './nothing-here.tsx'

export const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NothingAtAll,
})

import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router'
import type { UiTexts } from '@stowage/texts'

/** A screen of a later version. */
export function later(name: keyof UiTexts['shell']['nav']): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    const { default: LaterPage } = await import('./later-page.tsx')
    return { default: () => <LaterPage name={name} /> }
  })
}

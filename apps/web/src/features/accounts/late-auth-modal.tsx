import { lazy, Suspense } from 'react'
import type { AuthModalProps } from './auth-modal.tsx'

const Loaded = lazy(async () => ({ default: (await import('./auth-modal.tsx')).AuthModal }))

/** Signing in and up in a dialog, loaded when it is first opened. */
export function AuthModal(props: AuthModalProps) {
  if (!props.opened) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

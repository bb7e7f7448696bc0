import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import type { AuthModalProps } from './auth-modal.tsx'

const Loaded = lazy(async () => {
  const [{ AuthModal: Modal }] = await Promise.all([
    import('./auth-modal.tsx'),
    needTexts('accounts', 'form'),
  ])
  return { default: Modal }
})

/** Signing in and up in a dialog, loaded when it is first opened. */
export function AuthModal(props: AuthModalProps) {
  if (!props.opened) return null
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}

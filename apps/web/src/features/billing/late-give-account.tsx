import { lazy, Suspense } from 'react'
import type { GiveAccountProps } from './give-account.tsx'

const Late = lazy(async () => ({ default: (await import('./give-account.tsx')).GiveAccount }))

/** The form of a bank account, fetched when somebody wants it. */
export function GiveAccount(props: GiveAccountProps) {
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  )
}

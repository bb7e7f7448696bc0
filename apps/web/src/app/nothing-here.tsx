import { lazy, Suspense } from 'react'
import { BareFrame } from './bare-frame.tsx'

const Page = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

/** "Not Found" inside a shell that is already there; loaded when it is needed. */
export function NothingHere() {
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}

/** The same for an address that no shell is around. */
export function NothingAtAll() {
  return (
    <BareFrame>
      <NothingHere />
    </BareFrame>
  )
}

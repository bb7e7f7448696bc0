import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import { SkeletonRows } from '../../ui/index.ts'
import type { SecondStepProps } from './second-step.tsx'

const Loaded = lazy(
  async () => (await Promise.all([import('./second-step.tsx'), needTexts('security', 'form')]))[0],
)

/** The second step, loaded when somebody comes to it: most sign in without. */
export function SecondStep(props: SecondStepProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <Loaded {...props} />
    </Suspense>
  )
}

import { lazy, Suspense, type ComponentProps } from 'react'
import { needTexts } from '../../i18n/index.ts'
import { SkeletonCard } from '../../ui/index.ts'

// A tenant reads the same page: what only a superUser does comes when one looks.
const Loaded = lazy(
  async () =>
    (await Promise.all([import('./manage-contract.tsx'), needTexts('people'), needTexts('life')]))[0],
)

export function ManageContract(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<SkeletonCard height={220} />}>
      <Loaded {...props} />
    </Suspense>
  )
}

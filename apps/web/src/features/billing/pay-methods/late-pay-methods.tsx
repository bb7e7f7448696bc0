import { lazy, Suspense } from 'react'
import { needTexts } from '../../../i18n/index.ts'
import { SkeletonRows } from '../../../ui/index.ts'
import type { PayChoiceProps } from './pay-choice.tsx'
import type { PayMethodsProps } from './pay-methods.tsx'

// Most stocks have one way to pay: who has nothing to choose loads nothing of it.
const Methods = lazy(async () => {
  const [{ PayMethods: part }] = await Promise.all([import('./pay-methods.tsx'), needTexts('paying')])
  return { default: part }
})
const Choice = lazy(async () => {
  const [{ PayChoice: part }] = await Promise.all([import('./pay-choice.tsx'), needTexts('paying')])
  return { default: part }
})

/** How to pay, as a list; see pay-methods.tsx. */
export function PayMethods(props: PayMethodsProps) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} height={56} />}>
      <Methods {...props} />
    </Suspense>
  )
}

/** The same as a question before paying; see pay-choice.tsx. */
export function PayChoice(props: PayChoiceProps) {
  return (
    <Suspense fallback={null}>
      <Choice {...props} />
    </Suspense>
  )
}

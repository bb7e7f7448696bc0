import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'
import type { AvailabilityWish } from './availability-form.tsx'

const Form = lazy(async () => (await Promise.all([import('./availability-form.tsx'), needTexts('form')]))[0])

/** The form to be told when something is free; loaded when somebody wants it. */
export function TellMe({
  wish,
  onClose,
}: {
  readonly wish: AvailabilityWish | null
  readonly onClose: () => void
}) {
  if (wish === null) return null
  return (
    <Suspense>
      <Form wish={wish} onClose={onClose} />
    </Suspense>
  )
}

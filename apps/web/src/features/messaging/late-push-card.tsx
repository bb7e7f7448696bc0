import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'

const Card = lazy(async () => {
  const [code] = await Promise.all([import('./push-card.tsx'), needTexts('inbox')])
  return { default: code.PushCard }
})

export function PushCard() {
  return (
    <Suspense fallback={null}>
      <Card />
    </Suspense>
  )
}

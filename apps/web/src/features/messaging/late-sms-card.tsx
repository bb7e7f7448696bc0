import { lazy, Suspense } from 'react'
import { needTexts } from '../../i18n/index.ts'

const Card = lazy(async () => {
  const [code] = await Promise.all([import('./sms-card.tsx'), needTexts('sms')])
  return { default: code.SmsCard }
})

export function SmsCard({ phone }: { readonly phone: string }) {
  return (
    <Suspense fallback={null}>
      <Card phone={phone} />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { browserLanguage, storedLanguage, useLanguage } from '../../i18n/index.ts'

const Loaded = lazy(async () => await import('./language-offer.tsx'))

/** A page that came in another language than the browser asks for, and nobody has chosen: its own is offered (decision 24 says which it comes in). */
export function LanguageOffer() {
  const { language } = useLanguage()
  const wanted = browserLanguage()
  if (wanted === undefined || wanted === language || storedLanguage() !== null) return null
  return (
    <Suspense fallback={null}>
      <Loaded wanted={wanted} />
    </Suspense>
  )
}
